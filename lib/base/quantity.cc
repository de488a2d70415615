// SPDX-License-Identifier: AGPL-3.0-or-later
#include "lib/base/quantity.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ptimed {
namespace {

struct Unit {
  std::string_view name;
  int64_t size;
};
constexpr std::array<Unit, 6> kTimeUnits{{{"h", 3'600'000'000'000},
                                          {"m", 60'000'000'000},
                                          {"s", 1'000'000'000},
                                          {"ms", 1'000'000},
                                          {"us", 1'000},
                                          {"ns", 1}}};
constexpr std::array<Unit, 4> kRateUnits{
    {{"Gbit", 1'000'000'000}, {"Mbit", 1'000'000}, {"kbit", 1'000}, {"bit", 1}}};

/// Takes "12.5" and its unit name off the front of `text`. Empty when there is none.
struct Amount {
  double number;
  std::string_view unit;
};
std::optional<Amount> take_amount(std::string_view& text) {
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number,
                                            std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  size_t letters = 0;
  while (letters < text.size() && (text[letters] < '0' || text[letters] > '9')) ++letters;
  const Amount amount{number, text.substr(0, letters)};
  text.remove_prefix(letters);
  return amount;
}

std::optional<int64_t> scaled(double number, int64_t unit) {
  const double value = number * static_cast<double>(unit);
  if (!(value < 9.2e18)) return std::nullopt;
  return std::llround(value);
}

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  if (text == "0") return Duration{0};
  if (text.empty()) return std::nullopt;
  int64_t total = 0;
  auto allowed = kTimeUnits.begin();
  while (!text.empty()) {
    const auto amount = take_amount(text);
    if (!amount) return std::nullopt;
    while (allowed != kTimeUnits.end() && allowed->name != amount->unit) ++allowed;
    if (allowed == kTimeUnits.end()) return std::nullopt;
    const auto part = scaled(amount->number, allowed->size);
    if (!part || *part > INT64_MAX - total) return std::nullopt;
    total += *part;
    ++allowed;
  }
  return Duration{total};
}

std::string format_duration(Duration d) {
  int64_t rest = d.count();
  if (rest == 0) return "0s";
  std::string text = rest < 0 ? "-" : "";
  if (rest < 0) rest = -rest;
  for (const Unit& unit : kTimeUnits) {
    if (rest >= unit.size) text += std::to_string(rest / unit.size) + std::string(unit.name);
    rest %= unit.size;
  }
  return text;
}

std::optional<int64_t> parse_rate(std::string_view text) {
  const auto amount = take_amount(text);
  if (!amount || !text.empty()) return std::nullopt;
  for (const Unit& unit : kRateUnits)
    if (unit.name == amount->unit) return scaled(amount->number, unit.size);
  return std::nullopt;
}

std::string format_rate(int64_t bits_per_second) {
  for (const Unit& unit : kRateUnits)
    if (bits_per_second != 0 && bits_per_second % unit.size == 0)
      return std::to_string(bits_per_second / unit.size) + std::string(unit.name);
  return std::to_string(bits_per_second) + "bit";
}

}  // namespace ptimed
