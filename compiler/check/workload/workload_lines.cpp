// Implements workload_lines.h. Invariant: the printed text can be written into a file and gives the same requests.
#include "compiler/check/workload/workload_lines.h"

#include <fmt/format.h>

namespace ssd::check {
namespace {

std::string amount_text(u64 amount, Type type) {
  return type == Type::kTime ? time_text(Rational::make(static_cast<Wide>(amount), 1'000'000'000).value_or(Rational(0)))
                             : size_text(static_cast<i64>(amount));
}

// `mix(75%: …, 25%: …)`
template <class Weighted, class Text>
std::string mix_text(const std::vector<Weighted>& options, Text text) {
  std::string list;
  for (const Weighted& option : options)
    list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", percent(option.parts_per_million), text(option));
  return fmt::format("mix({})", list);
}

struct PlaceText {
  std::string operator()(const workload::Uniform&) const { return "uniform"; }
  std::string operator()(const workload::Sequential&) const { return "sequential"; }
  std::string operator()(const workload::Zipf& zipf) const { return fmt::format("zipf({})", zipf.theta); }
  std::string operator()(const workload::Stride& stride) const {
    return fmt::format("stride({})", size_text(static_cast<i64>(stride.bytes)));
  }
  std::string operator()(const workload::Hotspot& spot) const {
    return fmt::format("hotspot({}: {})", percent(spot.space_parts), percent(spot.access_parts));
  }
  std::string operator()(const workload::PatternMix& mix) const {
    return mix_text(mix.options, [](const workload::WeightedPattern& option) { return to_text(option.pattern); });
  }
};

design::Origin by_default(std::string why = {}) { return {design::OriginKind::kDefault, {}, std::move(why)}; }
design::Origin derived(std::string why) { return {design::OriginKind::kDerived, {}, std::move(why)}; }

// "what `read` and `trim` leave"
std::string left_by(std::string_view key, bool trims) {
  return fmt::format("what `{}`{} leave{}", key, trims ? " and `trim`" : "", trims ? "" : "s");
}

// `50kHz` of an interval of 20 us.
std::string rate_text(const workload::Quantity& interval) {
  const auto* drawn = std::get_if<workload::Exponential>(&interval.kind);
  const u64 ns = drawn != nullptr ? drawn->mean : std::get<workload::Constant>(interval.kind).value;
  const auto rate = Rational::make(1'000'000'000, static_cast<Wide>(ns));
  const std::string text = to_text(Value::of(Type::kFrequency, rate.value_or(Rational(0))));
  return drawn != nullptr ? fmt::format("exponential({})", text) : text;
}

}  // namespace

void report_two_ways(Reader& reader, const Entry& key, const Entry& other, std::string help) {
  reader.context()
      .sink()
      .report(diag::Code::E0295, key.span(), key.key->text, other.key->text)
      .note(other.span(), fmt::format("`{}` is here", other.key->text))
      .help(std::move(help));
}

std::string percent(u64 parts) { return fmt::format("{:g}%", static_cast<double>(parts) / 10'000.0); }

std::string to_text(const workload::Quantity& quantity, Type type) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) return amount_text(constant->value, type);
  if (const auto* drawn = std::get_if<workload::Exponential>(&quantity.kind))
    return fmt::format("exponential({})", amount_text(drawn->mean, type));
  return mix_text(std::get<workload::Choice>(quantity.kind).options,
                  [type](const workload::WeightedQuantity& option) { return to_text(option.value, type); });
}

std::string to_text(const workload::Pattern& pattern) {
  std::string text = std::visit(PlaceText{}, pattern.kind);
  if (pattern.over_bytes != 0) return text + " over " + size_text(static_cast<i64>(pattern.over_bytes));
  return pattern.over == workload::kWhole ? text : text + " over " + percent(pattern.over);
}

std::string to_text(const workload::Part& part) {
  const auto end = [&](u64 at) { return part.in_bytes ? size_text(static_cast<i64>(at)) : percent(at); };
  return fmt::format("{} .. {}", end(part.from), end(part.to));
}

void explain_generator(Reader& reader, const workload::Generator& g, bool closed, const Origins& origins) {
  const auto line = [&](std::string_view key, std::string value, const design::Origin& otherwise) {
    const auto stated = origins.find(key);
    reader.explain(key, std::move(value), stated == origins.end() ? otherwise : stated->second);
  };
  const bool trims = g.trim_parts != 0, writes_stated = origins.contains("write");
  line("read", percent(g.read_parts),
       writes_stated ? derived(left_by("write", trims)) : by_default(trims ? "half of what `trim` leaves" : ""));
  line("write", percent(workload::kWhole - g.read_parts - g.trim_parts), derived(left_by("read", trims)));
  line("trim", percent(g.trim_parts), by_default());
  const bool used = !g.read_size || !g.write_size || trims;
  if (used || origins.contains("size")) line("size", to_text(g.size, Type::kSize), by_default());
  line("read_size", to_text(g.read_size.value_or(g.size), Type::kSize), by_default("`size`"));
  line("write_size", to_text(g.write_size.value_or(g.size), Type::kSize), by_default("`size`"));
  const bool rated = origins.contains("rate");
  if (rated) reader.explain("rate", rate_text(g.interval), origins.find("rate")->second);
  line("interval", to_text(g.interval, Type::kTime),
       rated ? derived("1 / `rate`") : by_default(closed ? "a closed loop without think time" : ""));
  line("address", to_text(g.pattern), by_default());
  if (g.align == 0)
    reader.explain("align", "by request size", by_default("the largest power of two in it, up to a page"));
}

void explain_rest(Reader& reader, const workload::Workload& workload) {
  const auto* trace = std::get_if<workload::TraceSource>(&workload.source);
  if (trace != nullptr && !reader.has("requests")) reader.explain("requests", "all of the trace", by_default());
  if (!reader.has("closed")) reader.explain("closed", "open loop", by_default());
}

}  // namespace ssd::check
