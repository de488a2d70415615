// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/rtcp/member_table.h"

namespace ptimed {

MemberTable::Entry* MemberTable::hear(Time now, Ssrc source) {
  const auto [at, is_new] = table_.try_emplace(source.value, Entry{now, std::nullopt});
  Entry& entry = at->second;
  if (entry.gone && now - entry.heard <= kByeLinger) return nullptr;
  if ((is_new || entry.gone) && source != own_) ++members_;
  entry.gone = false;
  entry.heard = now;
  return &entry;
}

void MemberTable::on_rtp(Time now, Ssrc source) {
  Entry* entry = hear(now, source);
  if (!entry) return;
  if (!entry->rtp) ++senders_;
  entry->rtp = now;
}

void MemberTable::on_rtcp(Time now, Ssrc source) { hear(now, source); }

bool MemberTable::on_bye(Time now, Ssrc source) {
  const auto at = table_.find(source.value);
  if (source == own_ || at == table_.end() || at->second.gone) return false;
  stop_sending(at->second);
  at->second.gone = true;
  at->second.heard = now;
  --members_;
  return true;
}

bool MemberTable::expire(Time now, const MemberTimeouts& timeouts) {
  const int before = members_;
  for (auto at = table_.begin(); at != table_.end();) {
    Entry& entry = at->second;
    if (entry.rtp && *entry.rtp < now - timeouts.sender) stop_sending(entry);
    const bool silent = entry.heard < now - (entry.gone ? kByeLinger : timeouts.member);
    if (!silent || Ssrc(at->first) == own_) {
      ++at;
      continue;
    }
    if (!entry.gone) {
      stop_sending(entry);
      --members_;
    }
    at = table_.erase(at);
  }
  return members_ < before;
}

bool MemberTable::is_member(Ssrc source) const {
  if (source == own_) return true;
  const auto at = table_.find(source.value);
  return at != table_.end() && !at->second.gone;
}

bool MemberTable::is_sender(Ssrc source) const {
  const auto at = table_.find(source.value);
  return at != table_.end() && at->second.rtp.has_value();
}

void MemberTable::stop_sending(Entry& entry) {
  if (!entry.rtp) return;
  entry.rtp.reset();
  --senders_;
}

}  // namespace ptimed
