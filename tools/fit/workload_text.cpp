// See workload_text.h.
#include "tools/fit/workload_text.h"

#include <fmt/format.h>

#include <array>

namespace ssd::fit {
namespace {

struct Unit {
  u64 size;
  std::string_view name;
};

// value / scale as a decimal number without trailing zeros; `scale` is a power of ten.
std::string decimal(u64 value, u64 scale) {
  std::string digits = std::to_string(value % scale + scale).substr(1);
  digits.erase(digits.find_last_not_of('0') + 1);
  return std::to_string(value / scale) + (digits.empty() ? "" : "." + digits);
}

std::string share(u32 parts) { return decimal(parts, workload::kWhole / 100) + "%"; }

std::string size(u64 bytes) {
  constexpr std::array kUnits{Unit{u64{1} << 40, "TiB"}, Unit{u64{1} << 30, "GiB"}, Unit{u64{1} << 20, "MiB"},
                              Unit{u64{1} << 10, "KiB"}};
  for (const Unit& unit : kUnits) {
    if (bytes != 0 && bytes % unit.size == 0) return fmt::format("{}{}", bytes / unit.size, unit.name);
  }
  return fmt::format("{}B", bytes);
}

std::string time(u64 ns) {
  constexpr std::array kUnits{Unit{1'000'000'000, "s"}, Unit{1'000'000, "ms"}, Unit{1'000, "us"}};
  for (const Unit& unit : kUnits) {
    if (ns >= unit.size) return decimal(ns, unit.size) + std::string(unit.name);
  }
  return fmt::format("{}ns", ns);
}

using Amount = std::string (*)(u64);

std::string quantity(const workload::Quantity& q, Amount amount) {
  if (const auto* constant = std::get_if<workload::Constant>(&q.kind)) return amount(constant->value);
  if (const auto* exponential = std::get_if<workload::Exponential>(&q.kind))
    return fmt::format("exponential({})", amount(exponential->mean));
  std::string text;
  for (const workload::WeightedQuantity& option : std::get<workload::Choice>(q.kind).options) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", share(option.parts_per_million),
                        quantity(option.value, amount));
  }
  return "mix(" + text + ")";
}

std::string pattern(const workload::Pattern& p);

struct Kind {
  std::string operator()(const workload::Uniform&) const { return "uniform"; }
  std::string operator()(const workload::Sequential&) const { return "sequential"; }
  std::string operator()(const workload::Zipf& z) const { return fmt::format("zipf({})", z.theta); }
  std::string operator()(const workload::Stride& s) const { return fmt::format("stride({})", size(s.bytes)); }
  std::string operator()(const workload::Hotspot& h) const {
    return fmt::format("hotspot({}: {})", share(h.space_parts), share(h.access_parts));
  }
  std::string operator()(const workload::PatternMix& m) const {
    std::string text;
    for (const workload::WeightedPattern& option : m.options)
      text +=
          fmt::format("{}{}: {}", text.empty() ? "" : ", ", share(option.parts_per_million), pattern(option.pattern));
    return "mix(" + text + ")";
  }
};

std::string pattern(const workload::Pattern& p) {
  const std::string kind = std::visit(Kind{}, p.kind);
  if (p.over_bytes != 0) return kind + " over " + size(p.over_bytes);
  return p.over == workload::kWhole ? kind : kind + " over " + share(p.over);
}

// Grouped digits: 1_234_567.
std::string count(u64 n) {
  std::string text = std::to_string(n);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, "_");
  return text;
}

}  // namespace

std::string workload_text(const workload::Workload& workload) {
  const auto& g = std::get<workload::Generator>(workload.source);
  std::string text = fmt::format("workload {} {{\n  requests: {}\n  read: {}\n", workload.name,
                                 count(workload.requests.value_or(1)), share(g.read_parts));
  if (g.trim_parts != 0) text += fmt::format("  trim: {}\n", share(g.trim_parts));
  const u32 writes = workload::kWhole - g.read_parts - g.trim_parts;
  if (g.trim_parts != 0 || (g.read_parts != 0 && !g.read_size) || (writes != 0 && !g.write_size))
    text += fmt::format("  size: {}\n", quantity(g.size, size));
  if (g.read_size) text += fmt::format("  read_size: {}\n", quantity(*g.read_size, size));
  if (g.write_size) text += fmt::format("  write_size: {}\n", quantity(*g.write_size, size));
  text += fmt::format("  interval: {}\n  address: {}\n", quantity(g.interval, time), pattern(g.pattern));
  if (g.align != 0) text += fmt::format("  align: {}\n", size(g.align));
  if (workload.seed != 1) text += fmt::format("  seed: {}\n", workload.seed);
  return text + "}\n";
}

}  // namespace ssd::fit
