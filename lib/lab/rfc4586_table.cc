// SPDX-License-Identifier: AGPL-3.0-or-later
#include <algorithm>

#include "lib/lab/format.h"
#include "lib/lab/rfc4586_experiment.h"

namespace ptimed {
namespace {

/// Three significant digits are what the RFC prints.
std::string figure(double value) {
  const double size = std::abs(value);
  return fixed(value, size >= 100 ? 0 : size >= 10 ? 1 : 3, "-");
}

std::string shown_range(const Rfc4586Range& range) {
  if (range.low == range.high) return figure(range.low);
  return figure(range.low) + ".." + figure(range.high);
}

std::string cell_text(const Rfc4586Cell& cell) {
  const std::string ours = cell.ours ? shown_range(*cell.ours) : "-";
  const bool missed = cell.target && !cell.hit();
  return cell.measure + ' ' + ours + '/' + shown_range(cell.rfc) + (missed ? "!" : "");
}

/// A name with commas stands in quotes.
std::string quoted(const std::string& text) {
  return text.find(',') == std::string::npos ? text : '"' + text + '"';
}

std::string csv_range(const std::optional<Rfc4586Range>& range) {
  if (!range) return ",";
  return format_number(range->low) + ',' + format_number(range->high);
}

}  // namespace

std::string rfc4586_table(const Rfc4586Experiment& experiment) {
  size_t width = 0;
  for (const Rfc4586Case& one : experiment.cases) width = std::max(width, one.name.size());
  std::string text =
      experiment.name + ": " + experiment.about + "\n  ours/RFC, ! misses its target\n";
  int hits = 0, judged = 0, rows_hit = 0, rows = 0;
  for (const Rfc4586Case& one : experiment.cases) {
    text += "  " + one.name + std::string(width - one.name.size(), ' ');
    bool row_judged = false, row_hit = true;
    for (const Rfc4586Cell& cell : one.cells) {
      text += "  " + cell_text(cell);
      if (!cell.target) continue;
      ++judged;
      hits += cell.hit() ? 1 : 0;
      row_judged = true;
      row_hit = row_hit && cell.hit();
    }
    rows += row_judged ? 1 : 0;
    rows_hit += row_judged && row_hit ? 1 : 0;
    text += '\n';
  }
  return text + "  within target: " + std::to_string(rows_hit) + " of " + std::to_string(rows) +
         " cases, " + std::to_string(hits) + " of " + std::to_string(judged) + " cells\n";
}

std::string rfc4586_csv(const Rfc4586Experiment& experiment) {
  std::string text =
      "case,measure,rfc_low,rfc_high,ours_low,ours_high,target_low,target_high,hit\n";
  for (const Rfc4586Case& one : experiment.cases)
    for (const Rfc4586Cell& cell : one.cells)
      text += quoted(one.name) + ',' + cell.measure + ',' + csv_range(cell.rfc) + ',' +
              csv_range(cell.ours) + ',' + csv_range(cell.target) + ',' +
              (cell.target ? (cell.hit() ? "1" : "0") : "") + '\n';
  return text;
}

}  // namespace ptimed
