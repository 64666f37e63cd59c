// See phases.h.
#include "compiler/check/workload/phases.h"

#include <fmt/format.h>

#include "compiler/check/workload/members.h"
#include "compiler/check/workload/workload.h"
#include "compiler/check/workload/workload_lines.h"

namespace ssd::check {
namespace {

using diag::Code;

constexpr std::string_view kFor = "for", kCounted = "counted";

constexpr std::array kKeysOfPhases{
    Key{.name = kUntilKey,
        .form = Form::kOwn,
        .doc = "how much the phase writes",
        .takes = "`N drive_writes`, in multiples of the logical size",
        .otherwise = "as much as `requests` or `for` make it"},
    Key{.name = kFor,
        .form = Form::kTime,
        .least = "1ns",
        .most = "36500d",
        .doc = "how long requests of the phase arrive",
        .otherwise = "as long as it takes"},
    Key{.name = kCounted,
        .form = Form::kWord,
        .fallback = "yes",
        .words = "yes no",
        .meanings = "its requests count | it is a warm-up: the results of the run begin behind it",
        .doc = "whether the results of the run contain the phase"},
};
constexpr std::array kCountedWords{Word{"yes", true}, Word{"no", false}};

// The latest of the keys that say when the phase ends, along a chain of `from`; null: there are none. Reports two in
// one declaration.
const Entry* end_of(Reader& reader, std::initializer_list<std::string_view> keys) {
  const Entry* latest = nullptr;
  for (const std::string_view key : keys) {
    const Entry* entry = reader.entry(key);
    if (entry == nullptr) continue;
    if (latest != nullptr && latest->depth == entry->depth) {
      report_two_ways(reader, *entry, *latest, "leave one of the two out");
      reader.fail();
    }
    if (latest == nullptr || entry->depth > latest->depth) latest = entry;
  }
  return latest;
}

// `N drive_writes`, in millionths; nothing after an error.
std::optional<u64> drive_writes(Context& context, const Entry& entry) {
  const auto* writes =
      entry.property == nullptr ? nullptr : std::get_if<ast::DriveWritesValue>(&entry.property->value.node);
  if (writes == nullptr || entry.property->has_params) {
    context.sink().report(Code::E0293, entry.span()).help("write `until: 2 drive_writes`, or `requests: 100_000`");
    return std::nullopt;
  }
  const Value found = context.evaluator.evaluate(*writes->count).value;
  if (!found.known()) return std::nullopt;
  const auto count = coerce(found, Type::kReal);
  if (!count) {
    report_type(context.sink(), *writes->count, "a number", found.type, "");
    return std::nullopt;
  }
  constexpr u64 kMost = 1'000'000;
  const auto parts = multiply(count->number, workload::kWhole);
  if (parts && parts->whole() && parts->sign() > 0 && compare(count->number, kMost) <= 0)
    return static_cast<u64>(parts->numerator());
  context.sink()
      .report(Code::E0204, writes->count->span, kUntilKey, to_text(*count), "0.000001..1000000 drive writes")
      .help("write a number of at most six decimals above 0, such as `until: 2 drive_writes`");
  return std::nullopt;
}

bool waits_never(const workload::Quantity& interval) {
  if (const auto* constant = std::get_if<workload::Constant>(&interval.kind)) return constant->value == 0;
  if (const auto* drawn = std::get_if<workload::Exponential>(&interval.kind)) return drawn->mean == 0;
  return std::ranges::all_of(std::get<workload::Choice>(interval.kind).options,
                             [](const workload::WeightedQuantity& option) {
                               return option.parts_per_million == 0 || waits_never(option.value);
                             });
}

bool report_endless(Reader& reader, const workload::Workload& phase, const Entry& end, std::string_view why,
                    std::string help) {
  reader.context().sink().report(Code::E0291, end.span(), phase.name, why).help(std::move(help));
  return false;
}

bool can_end(Reader& reader, const workload::Workload& phase, const Entry& end) {
  const auto& generator = std::get<workload::Generator>(phase.source);
  const bool writes = generator.read_parts + generator.trim_parts != workload::kWhole;
  if (phase.phase->drive_writes != 0 && !writes)
    return report_endless(reader, phase, end, "it writes nothing",
                          "let it write (`write: 100%`), or end it by `requests` or `for`");
  if (phase.phase->length != 0 && phase.closed == 0 && waits_never(generator.interval))
    return report_endless(reader, phase, end, "all its requests arrive at once",
                          "give it a `rate` or an `interval`, or end it by `requests`");
  return true;
}

// The most requests of a closed loop that ends by its time.
bool reads_most(Reader& reader, const Entry& length, workload::Workload& phase) {
  if (reader.has(kRequestsKey)) {
    phase.requests = reader.integer(kRequestsKey);
    return true;
  }
  reader.context()
      .sink()
      .report(Code::E0294, length.span(), phase.name)
      .note(reader.entry(kClosedKey)->span(), "`closed` is here")
      .help("write the most that may arrive: `requests: 1_000_000`");
  return false;
}

bool read_end(Reader& reader, const Entry* end, workload::Workload& phase) {
  const bool by_writes = end != nullptr && end->key->text == kUntilKey;
  const bool by_time = end != nullptr && end->key->text == kFor;
  if (by_writes) {
    const auto writes = drive_writes(reader.context(), *end);
    if (!writes) return false;
    phase.phase->drive_writes = *writes;
    reader.explain(kUntilKey, fmt::format("{:g} drive_writes", static_cast<double>(*writes) / workload::kWhole),
                   reader.origin(end));
  }
  if (by_time) phase.phase->length = reader.time(kFor);
  if (by_time && phase.closed != 0 && !reads_most(reader, *end, phase)) return false;
  return end == nullptr || can_end(reader, phase, *end);
}

bool read_phase(Context& context, const Entry& entry, std::size_t number, workload::Workload& phase) {
  std::vector<design::Property> lines;
  Context own{context.evaluator, context.merger, context.owner, lines};
  Reader reader(own, std::string(kPhaseKind), entry.group.get(), phase_keys());
  phase.name = entry.key->text.substr(ast::kPhaseKey.size());
  phase.span = entry.key->span;
  phase.phase.emplace();
  const Entry* end =
      reader.has(kClosedKey) ? end_of(reader, {kUntilKey, kFor}) : end_of(reader, {kUntilKey, kFor, kRequestsKey});
  if (end != nullptr && end->key->text == kUntilKey && reader.has(kClosedKey))
    end = end_of(reader, {kUntilKey, kRequestsKey});
  const bool has_number = end == nullptr || end->key->text == kRequestsKey;
  bool sound = read_generated(reader, number + 1, phase, has_number);
  sound = read_part_of_space(reader, phase.part) && sound;
  sound = sound && read_end(reader, end, phase);
  phase.phase->counted = reader.choice(kCounted, kCountedWords);
  if (!sound || !reader.sound()) return false;
  add_member_lines(context, std::move(lines), entry, phase_keys());
  return true;
}

// Warm-ups come first, and something is counted.
bool counts_from_some_phase(Context& context, const std::vector<workload::Workload>& phases) {
  const auto counted = [](const workload::Workload& phase) { return phase.phase->counted; };
  const auto first = std::ranges::find_if(phases, counted);
  if (first == phases.end()) {
    context.sink()
        .report(Code::E0298, phases.back().span, context.owner)
        .help("leave `counted: no` out of the last phase, or add a phase that is counted");
    return false;
  }
  const auto behind = std::find_if_not(first, phases.end(), counted);
  if (behind == phases.end()) return true;
  context.sink()
      .report(Code::E0297, behind->span, behind->name, first->name)
      .note(first->span, "the first phase that is counted is here")
      .help("move it in front of all phases that are counted, or leave `counted: no` out: results by phase have each");
  return false;
}

bool has_no_flows(Context& context, const Group& block) {
  const auto of = [&](std::string_view prefix) {
    return std::ranges::find_if(block.entries, [prefix](const Entry& entry) { return is_member(entry, prefix); });
  };
  const auto flow = of(ast::kFlowKey);
  if (flow == block.entries.end()) return true;
  context.sink()
      .report(Code::E0299, flow->key->span, context.owner)
      .note(of(ast::kPhaseKey)->key->span, "a phase is here")
      .help("write one of the two; to run flows behind a warm-up, let `start { run: … }` run the phases");
  return false;
}

}  // namespace

// A phase has the keys of a workload that generates its requests, `over`, and those of its end.
std::span<const Key> phase_keys() {
  static const std::vector<Key> keys = [] {
    std::vector<Key> list = member_keys(kPhaseKind);
    list.insert(list.end(), kKeysOfPhases.begin(), kKeysOfPhases.end());
    return list;
  }();
  return keys;
}

bool has_phases(const Group& block) { return has_members(block, ast::kPhaseKey); }

std::optional<design::Workload> read_phases(Context& context, const Group& block) {
  if (!has_no_flows(context, block)) return std::nullopt;
  const Group own = without_members(block, ast::kPhaseKey);
  Reader reader(context, "workload", &own, workload_keys());
  bool sound = has_names(reader, kPhaseKind) && has_only_members(reader, block, kPhaseKind, {});
  if (block.entries.size() - own.entries.size() > limits::kMostFlows) return std::nullopt;
  warn_of_metric_names(context, block, kPhaseKind);
  design::Workload workload;
  workload.source = workload::Generator{};
  for (const Entry& entry : block.entries) {
    if (!is_member(entry, ast::kPhaseKey)) continue;
    workload::Workload phase;
    sound = read_phase(context, entry, workload.flows.size(), phase) && sound;
    workload.flows.push_back(std::move(phase));
  }
  if (!sound || !reader.sound() || !counts_from_some_phase(context, workload.flows)) return std::nullopt;
  workload.properties = std::move(context.properties);
  return workload;
}

}  // namespace ssd::check
