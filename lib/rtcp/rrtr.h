// SPDX-License-Identifier: AGPL-3.0-or-later
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "lib/base/bytes.h"
#include "lib/base/time.h"

namespace ptimed {

/// Receiver reference time report block, RFC 3611 section 4.4: BT 4. What an SR's NTP timestamp is
/// to receivers, this is to senders.
struct Rrtr {
  static constexpr uint8_t kBlockType = 4;
  NtpTime ntp;  ///< when the block was sent

  /// `contents` is what follows the block header.
  static std::optional<Rrtr> parse(uint8_t type_specific, Bytes contents);
  /// The whole block, header included.
  void serialize(Writer& w) const;
  std::string to_string() const;
  bool operator==(const Rrtr&) const = default;
};

}  // namespace ptimed
