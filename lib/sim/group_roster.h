// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
// Membership as every member of a large group without losses sees it: one list for all in place of
// one table each, so that memory grows with the members and not with their square. A member counts
// those it has heard since it joined and within the timeout, which where everybody hears everything
// is those heard after a moment that only the counting member knows.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lib/base/time.h"
#include "lib/base/units.h"

namespace ptimed {

class GroupRoster {
 public:
  /// RTP or RTCP of a source; RTP makes it a sender. Times do not go backwards.
  void on_packet(Time now, Ssrc source, bool rtp);
  void on_bye(Ssrc source);
  /// Sources other than `own` heard at `since` or later.
  int heard_since(Time since, Ssrc own) const;
  int sending_since(Time since, Ssrc own) const;

 private:
  /// The latest times of all sources, oldest first; an entry that is no longer its source's latest
  /// is dead. Rebuilt when half of it is dead.
  class Latest {
   public:
    void put(Time now, Ssrc source);
    void drop(Ssrc source);
    int since(Time since, Ssrc own) const;

   private:
    struct Entry {
      Time at;
      uint32_t source;
      bool dead;
    };
    void add(size_t index, int change);
    int live_before(size_t index) const;
    void kill(size_t index);
    void compact();

    std::vector<Entry> entries_;
    std::vector<int> tree_;  ///< Fenwick tree over live entries
    std::unordered_map<uint32_t, size_t> index_;
    size_t dead_ = 0;
  };
  Latest heard_, sending_;
};

}  // namespace ptimed
