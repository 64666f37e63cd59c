// See text_tables.h. A dash stands for zero, so that other numbers catch the eye.
#include "runtime/results/text_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/base/quantity.h"
#include "runtime/results/parts.h"
#include "runtime/results/series_view.h"

namespace ssd::results {
namespace {

void parts_rows(Out out, const char* name, const PartColumns& columns, const Results& r, Direction direction) {
  const MeanParts parts = r.parts(direction);
  const double all = columns.sum(parts);
  if (all == 0) return;
  fmt::format_to(out, "{:<10}{:>12}", name, "mean");
  columns.each(parts, [&](double part) { fmt::format_to(out, "{:>11}", part == 0 ? "-" : time_text(part)); });
  fmt::format_to(out, "\n{:<10}{:>12}", "", "share");
  columns.each(parts, [&](double part) { fmt::format_to(out, "{:>11}", part == 0 ? "-" : share_text(part / all)); });
  fmt::format_to(out, "\n");
  if (!has_slot_wait(parts)) return;
  fmt::format_to(out, "{:<10}{:>12}", "  its slot", "mean");
  columns.each(slot_wait(parts),
               [&](double part) { fmt::format_to(out, "{:>11}", part == 0 ? "-" : time_text(part)); });
  fmt::format_to(out, "\n");
}

std::string count_or_dash(u64 count) { return count == 0 ? "-" : count_text(count); }

}  // namespace

void where_the_time_went(Out out, const Results& r) {
  constexpr std::array kRows{std::pair("read", Direction::kRead), std::pair("write", Direction::kWrite),
                             std::pair("trim", Direction::kTrim), std::pair("flush", Direction::kFlush)};
  PartColumns columns;
  for (const auto& [name, direction] : kRows) columns.add(r.parts(direction));
  std::string rows;
  for (const auto& [name, direction] : kRows) parts_rows(Out(rows), name, columns, r, direction);
  if (rows.empty()) return;
  fmt::format_to(out, "\n{:<22}", "where the time went");
  columns.each_name([&](const char* name) { fmt::format_to(out, "{:>11}", name); });
  fmt::format_to(out, "\n{}", rows);
}

void flash_commands(Out out, const Results& r) {
  constexpr std::array kTypes{std::pair("read", CommandType::kRead), std::pair("program", CommandType::kProgram),
                              std::pair("erase", CommandType::kErase), std::pair("copyback", CommandType::kCopyback)};
  std::string rows;
  std::array<u64, kMostPlanes> by_planes{};
  for (const auto& [name, type] : kTypes) {
    for (std::size_t i = 0; i < kMostPlanes; ++i) by_planes[i] += classes(r.commands, type).by_planes[i];
  }
  for (const auto& [name, type] : kTypes) {
    const CommandClasses c = classes(r.commands, type);
    if (c.total() == 0) continue;
    fmt::format_to(Out(rows), "{:<10}{:>12}{:>11}{:>12}{:>12}{:>11}", name, count_text(c.total()),
                   count_or_dash(c.plain), count_or_dash(c.interleaved), count_or_dash(c.multiplane),
                   count_or_dash(c.both));
    for (std::size_t i = 1; i < kMostPlanes; ++i) {
      if (by_planes[i] != 0) fmt::format_to(Out(rows), "{:>11}", count_or_dash(c.by_planes[i]));
    }
    rows += '\n';
  }
  if (rows.empty()) return;
  fmt::format_to(out, "\n{:<10}{:>12}{:>11}{:>12}{:>12}{:>11}", "commands", "number", "plain", "interleaved",
                 "multi-plane", "both");
  for (std::size_t i = 1; i < kMostPlanes; ++i) {
    if (by_planes[i] != 0)
      fmt::format_to(out, "{:>11}", fmt::format("{} planes{}", i + 1, i + 1 == kMostPlanes ? "+" : ""));
  }
  fmt::format_to(out, "\n{}", rows);
}

}  // namespace ssd::results
