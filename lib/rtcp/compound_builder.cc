// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/compound_builder.h"

#include <cassert>
#include <deque>
#include <utility>

#include "lib/rtcp/compound.h"
#include "lib/rtcp/split.h"

namespace ptimed {
namespace {

/// What is still to be said.
struct Content {
  std::optional<SenderReport> sr;  ///< without its blocks
  ReceiverReport rr;               ///< all blocks
  Sdes sdes;
  std::deque<RtcpPacket> others;

  bool empty() const { return !sr && rr.blocks.empty() && others.empty(); }
};

const std::string* cname_of(const Sdes& sdes, Ssrc source) {
  for (const Sdes::Chunk& chunk : sdes.chunks)
    for (const Sdes::Item& item : chunk.items)
      if (chunk.source == source && item.type == Sdes::kCname) return &item.text;
  return nullptr;
}

void append(std::vector<ReportBlock>& to, const std::vector<ReportBlock>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Sorts packets by their place in a compound.
class Gathering {
 public:
  Content content;

  void operator()(SenderReport sr) {
    assert(!content.sr && content.rr.blocks.empty() && "begins the compound or is not in it");
    content.rr = {sr.sender, std::move(sr.blocks)};
    sr.blocks.clear();
    content.sr = std::move(sr);
    reported_ = true;
  }
  void operator()(const ReceiverReport& rr) {
    assert((!reported_ || rr.sender == content.rr.sender) && "one participant's compound");
    content.rr.sender = rr.sender;
    append(content.rr.blocks, rr.blocks);
    reported_ = true;
  }
  void operator()(Sdes sdes) {
    assert(reported_ && "an SR or RR comes first");
    if (content.sdes.chunks.empty() && cname_of(sdes, content.rr.sender))
      content.sdes = std::move(sdes);
    else
      content.others.emplace_back(std::move(sdes));
  }
  void operator()(auto other) {
    assert(reported_ && "an SR or RR comes first");
    content.others.emplace_back(std::move(other));
  }

 private:
  bool reported_ = false;
};

Content gather(std::vector<RtcpPacket> packets) {
  Gathering gathering;
  for (RtcpPacket& packet : packets)
    std::visit([&](auto&& kind) { gathering(std::move(kind)); }, std::move(packet));
  assert(cname_of(gathering.content.sdes, gathering.content.rr.sender) && "no CNAME");
  return std::move(gathering.content);
}

/// One datagram, filled from the content until nothing more fits.
class Filling {
 public:
  Filling(Content& content, size_t limit)
      : content_(content), room_(limit - wire_size(content.sdes)) {
    assert(limit >= wire_size(content.sdes) && "no room for a CNAME");
    add_report();
    while (add_receiver_report()) progress_ = true;
    add_cname();
    while (add_other()) progress_ = true;
  }

  /// False when nothing but the report and the CNAME that every compound has is in it.
  bool progress() const { return progress_; }
  Buffer datagram() const { return serialize(packets_); }

 private:
  void add(RtcpPacket packet) {
    const size_t size = wire_size(packet);
    assert(size <= room_ && "no room for a report");
    room_ -= size;
    packets_.push_back(std::move(packet));
  }

  void add_report() {
    if (content_.sr) {
      SenderReport sr = std::move(*content_.sr);
      content_.sr.reset();
      progress_ = true;
      add(with_blocks(std::move(sr)));
    } else if (!add_receiver_report()) {
      add(ReceiverReport{content_.rr.sender, {}});
    } else {
      progress_ = true;
    }
  }

  /// Blocks travel in RRs and are cut as those are; an SR is an RR of 20 octets more.
  SenderReport with_blocks(SenderReport sr) {
    constexpr size_t kSenderInfo = 20;
    if (content_.rr.blocks.empty() || room_ < kSenderInfo) return sr;
    sr.blocks = take_blocks(room_ - kSenderInfo);
    return sr;
  }

  bool add_receiver_report() {
    if (content_.rr.blocks.empty()) return false;
    std::vector<ReportBlock> blocks = take_blocks(room_);
    if (blocks.empty()) return false;
    add(ReceiverReport{content_.rr.sender, std::move(blocks)});
    return true;
  }

  std::vector<ReportBlock> take_blocks(size_t room) {
    auto split = split_to_fit(content_.rr, room);
    if (!split) return {};
    content_.rr.blocks.clear();
    if (split->rest) content_.rr = std::get<ReceiverReport>(std::move(*split->rest));
    return std::get<ReceiverReport>(std::move(split->front)).blocks;
  }

  /// Room for it was kept. All items travel once, the CNAME always.
  void add_cname() {
    const Ssrc own = content_.rr.sender;
    const std::string cname = *cname_of(content_.sdes, own);
    packets_.push_back(std::exchange(content_.sdes, Sdes::cname(own, cname)));
  }

  bool add_other() {
    if (content_.others.empty()) return false;
    auto split = split_to_fit(content_.others.front(), room_);
    if (!split) return false;
    add(std::move(split->front));
    if (split->rest)
      content_.others.front() = std::move(*split->rest);
    else
      content_.others.pop_front();
    return true;
  }

  Content& content_;
  size_t room_;
  std::vector<RtcpPacket> packets_;
  bool progress_ = false;
};

/// What is left after a compound that had room for nothing fits none.
void drop_what_never_fits(Content& content) {
  assert(content.empty() && "a packet in one piece is larger than a datagram");
  if (!content.others.empty())
    content.others.pop_front();
  else
    content.rr.blocks.clear();
}

}  // namespace

std::vector<Buffer> build_compounds(std::vector<RtcpPacket> packets, size_t limit) {
  Content content = gather(std::move(packets));
  std::vector<Buffer> datagrams;
  do {
    const Filling filling(content, limit);
    if (!filling.progress()) drop_what_never_fits(content);
    if (filling.progress() || datagrams.empty()) datagrams.push_back(filling.datagram());
  } while (!content.empty());
  return datagrams;
}

std::vector<Buffer> build_reduced_size(const std::vector<RtcpPacket>& packets, size_t limit) {
  std::vector<Buffer> datagrams;
  for (const RtcpPacket& packet : packets) {
    std::optional<RtcpPacket> left = packet;
    while (left) {
      auto split = split_to_fit(std::move(*left), limit);
      assert(split && "a packet in one piece is larger than a datagram");
      if (!split) break;
      datagrams.push_back(serialize({std::move(split->front)}));
      left = std::move(split->rest);
    }
  }
  return datagrams;
}

}  // namespace ptimed
