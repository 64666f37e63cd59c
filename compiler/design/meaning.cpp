// Implements meaning.h.
#include "compiler/design/meaning.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/abi/workload.h"
#include "runtime/base/limits.h"

namespace ssd::design {
namespace {

constexpr std::uint64_t kMostTried = std::uint64_t{1} << 20;

bool same_program(const Function& a, const Function& b) {
  const auto same = [](const Node& x, const Node& y) {
    return x.op == y.op && x.a == y.a && x.b == y.b && x.c == y.c && x.value == y.value;
  };
  return a.result == b.result && std::ranges::equal(a.nodes, b.nodes, same);
}

bool names_tables(const Function& function) {
  return std::ranges::any_of(function.nodes, [](const Node& n) { return n.op == Op::kLoad || n.op == Op::kStore; });
}

// The properties of a design, besides the geometry, that determine the ranges of inputs; for two designs the greater.
struct Extent {
  std::uint64_t planes_of_scope, pages_of_block, slots, queues;
};
Extent extent_of(const Design& a, const Design& b) {
  return {std::max(a.planes_of_scope(), b.planes_of_scope()), std::max(a.pages_of_block(), b.pages_of_block()),
          std::max(a.config.buffer_slots, b.config.buffer_slots), std::max(a.config.queues, b.config.queues)};
}

// The number of values of an input, counting from 0, in policies with any record, or only in those with `record`.
// Inputs with many values are not listed. Truths may be tried in combinations that never occur.
struct Domain {
  std::string_view input;
  std::uint64_t (*count)(const Geometry& geometry, const Extent& extent);
  std::string_view record = {};
};
constexpr auto kTwo = [](const Geometry&, const Extent&) -> std::uint64_t { return 2; };
constexpr auto kDirtySlots = [](const Geometry&, const Extent& e) -> std::uint64_t { return e.slots + 1; };
constexpr std::array kDomains{
    Domain{"free_pages",
           [](const Geometry& g, const Extent& e) { return g.units_per_plane() * e.planes_of_scope + 1; }},
    Domain{"free_blocks", [](const Geometry& g, const Extent& e) { return g.blocks * e.planes_of_scope + 1; }},
    Domain{"index", [](const Geometry&, const Extent& e) { return e.queues; }, "queue"},
    Domain{"index", [](const Geometry& g, const Extent&) { return g.pages; }},
    Domain{"block", [](const Geometry& g, const Extent&) { return g.blocks; }},
    Domain{"valid", [](const Geometry&, const Extent& e) { return e.pages_of_block; }},
    Domain{"dirty", kTwo, "entry"},
    Domain{"dirty", kDirtySlots, "flush"},
    Domain{"whole", kDirtySlots},
    Domain{"under_way", [](const Geometry& g, const Extent&) { return g.total_planes() + 1; }},
    Domain{"idle", kTwo},
    Domain{"moved", [](const Geometry& g, const Extent&) { return g.pages; }},
    Domain{"left", [](const Geometry& g, const Extent&) { return g.pages; }},
    Domain{"wasted", [](const Geometry& g, const Extent&) { return g.planes * g.pages; }},
    Domain{"pending", [](const Geometry& g, const Extent&) { return g.planes + 1; }},
    Domain{"planes", [](const Geometry& g, const Extent&) { return g.planes + 1; }},
    Domain{"channel", [](const Geometry& g, const Extent&) { return g.channels; }},
    Domain{"chip", [](const Geometry& g, const Extent&) { return g.chips; }},
    Domain{"die", [](const Geometry& g, const Extent&) { return g.dies; }},
    Domain{"plane", [](const Geometry& g, const Extent&) { return g.planes; }},
    Domain{"flow", [](const Geometry&, const Extent&) -> std::uint64_t { return limits::kMostFlows; }},
    Domain{"handle", [](const Geometry&, const Extent&) -> std::uint64_t { return limits::kMostHandle + 1; }},
    Domain{"is_new", kTwo},
    Domain{"is_read", kTwo},
    Domain{"is_write", kTwo},
    Domain{"is_erase", kTwo},
    Domain{"is_gc", kTwo},
    Domain{"is_host", kTwo},
    Domain{"age_rank", [](const Geometry& g, const Extent&) { return g.blocks; }},
    Domain{"random_rank", [](const Geometry& g, const Extent&) { return g.blocks; }},
};

struct Input {
  std::size_t index;
  std::uint64_t count;
};

// A full block has no free page, so its invalid pages follow from its valid pages, and only the valid pages are tried.
constexpr std::size_t kValid = 0, kInvalid = 1;
bool reads_either(Hook hook, std::size_t input, const Design& a, const Design& b) {
  const auto read = [&](std::size_t i) {
    return reads(a, hook, info(hook).names[i]) || reads(b, hook, info(hook).names[i]);
  };
  if (hook != Hook::kVictim || input > kInvalid) return read(input);
  return input == kValid && (read(kValid) || read(kInvalid));
}

// The inputs that either expression reads; nothing if they have too many values.
std::optional<std::vector<Input>> inputs_read(Hook hook, const Design& a, const Design& b) {
  std::vector<Input> inputs;
  std::uint64_t product = 1;
  const HookInfo& row = info(hook);
  for (std::size_t i = 0; i < row.inputs; ++i) {
    if (!reads_either(hook, i, a, b)) continue;
    const auto domain = std::ranges::find_if(kDomains, [&](const Domain& d) {
      return d.input == row.names[i] && (d.record.empty() || d.record == row.record);
    });
    const std::uint64_t count = domain == kDomains.end() ? 0 : domain->count(a.geometry, extent_of(a, b));
    if (count == 0 || count > kMostTried / product) return std::nullopt;
    product *= count;
    inputs.push_back({i, count});
  }
  return inputs;
}

void complete(Hook hook, std::uint64_t pages_of_block, i64* inputs) {
  if (hook == Hook::kVictim) inputs[kInvalid] = static_cast<i64>(pages_of_block) - inputs[kValid];
}

// Whether scores are equal where the other scores are equal, and greater where those are greater.
bool same_order(std::vector<std::pair<i64, i64>> scores) {
  std::ranges::sort(scores);
  const auto agree = [](const auto& x, const auto& y) {
    return x.first == y.first ? x.second == y.second : x.second < y.second;
  };
  return std::ranges::adjacent_find(scores, [&](const auto& x, const auto& y) { return !agree(x, y); }) == scores.end();
}

bool same_values(Hook hook, const Design& a, const Design& b) {
  const auto read = inputs_read(hook, a, b);
  if (!read) return false;
  const Program one = a.policies[hook].program(), other = b.policies[hook].program();
  std::vector<std::pair<i64, i64>> scores;
  const std::uint64_t pages = extent_of(a, b).pages_of_block;
  i64 inputs[kMostInputs] = {};
  while (true) {
    complete(hook, pages, inputs);
    const i64 x = evaluate(one, inputs), y = evaluate(other, inputs);
    if (info(hook).yields == Yields::kScore)
      scores.emplace_back(x, y);
    else if (x != y)
      return false;
    auto next = read->begin();
    for (; next != read->end(); ++next) {
      if (static_cast<std::uint64_t>(++inputs[next->index]) < next->count) break;
      inputs[next->index] = 0;
    }
    if (next == read->end()) return same_order(std::move(scores));
  }
}

bool same_geometry(const Geometry& a, const Geometry& b) {
  return a.channels == b.channels && a.chips == b.chips && a.dies == b.dies && a.planes == b.planes &&
         a.blocks == b.blocks && a.pages == b.pages && a.subpages == b.subpages && a.program_pages == b.program_pages;
}

// If only the kind of an operation decides, only the order of the kinds matters.
std::vector<i64> ranks(const Design& d) {
  std::vector<i64> values(kSeenKinds, 0);
  u32 fault = 0;  // there is no fault: the checker has tested every kind
  for (u32 kind = 0; kind < kSeenKinds && d.policies[Hook::kPriority].given(); ++kind)
    values[kind] = priority_of_kind(d.policies[Hook::kPriority], static_cast<SeenKind>(kind), fault);
  return values;
}
bool goes_by_kind(const Design& d) {
  return d.config.priority_class == PriorityClass::kConstant || d.config.priority_class == PriorityClass::kByKind;
}
bool same_priority(const Design& a, const Design& b) {
  if (!goes_by_kind(a) || !goes_by_kind(b)) return same_meaning(Hook::kPriority, a, b);
  std::vector<std::pair<i64, i64>> pairs;
  const std::vector<i64> one = ranks(a), other = ranks(b);
  for (std::size_t kind = 0; kind < one.size(); ++kind) pairs.emplace_back(one[kind], other[kind]);
  return same_order(std::move(pairs));
}

// Of pages with equal scores the first one is evicted, so a score that reads nothing means `fifo`.
Evict eviction(const Design& d) {
  const bool constant =
      std::ranges::none_of(d.policies[Hook::kEvict].nodes, [](const Node& n) { return n.op == Op::kInput; });
  return d.config.evict == Evict::kScore && constant ? Evict::kFifo : d.config.evict;
}
// Without a buffer nothing is evicted.
bool same_eviction(const Design& a, const Design& b) {
  if (a.config.buffer_slots == 0 && b.config.buffer_slots == 0) return true;
  return eviction(a) == eviction(b) && (eviction(a) != Evict::kScore || same_meaning(Hook::kEvict, a, b));
}

// Comparison and copy for a place that consists only of a hook's expression.
template <Hook kHook>
bool same_at(const Design& a, const Design& b) {
  return same_meaning(kHook, a, b);
}
template <Hook kHook>
void copy_at(Design& to, const Design& from) {
  to.policies[kHook] = from.policies[kHook];
}

// Equal numbers of slots mean the same, whichever words they follow from; equal words do for any number of slots.
bool same_flush(const Design& a, const Design& b) {
  const Config x = config(a), y = config(b);
  const bool same_numbers = x.flush == y.flush && x.flush_whole_above == y.flush_whole_above &&
                            x.flush_partial_above == y.flush_partial_above;
  return (same_numbers || a.flushing == b.flushing) &&
         (x.flush != Flush::kCondition || same_meaning(Hook::kFlush, a, b));
}
void copy_flush(Design& to, const Design& from) {
  copy_at<Hook::kFlush>(to, from);
  to.flushing = from.flushing;
}

// Weights that are all 1 are `round_robin`, and with one queue no queue is chosen. Of queues with equal scores the one
// whose turn comes is served, so a score that reads nothing means `round_robin`, too.
std::vector<u8> weights_of(const Design& d) {
  const bool turns = d.config.queues == 1 || std::ranges::count(d.queue_weights, 1) == std::ssize(d.queue_weights);
  return turns ? std::vector<u8>{} : d.queue_weights;
}
bool scores_queues(const Design& d) {
  return d.config.queues > 1 &&
         std::ranges::any_of(d.policies[Hook::kArbitrate].nodes, [](const Node& n) { return n.op == Op::kInput; });
}
bool same_arbitration(const Design& a, const Design& b) {
  if (scores_queues(a) != scores_queues(b) || weights_of(a) != weights_of(b)) return false;
  return !scores_queues(a) || same_meaning(Hook::kArbitrate, a, b);
}
void copy_arbitration(Design& to, const Design& from) {
  copy_at<Hook::kArbitrate>(to, from);
  to.config.arbitration = from.config.arbitration;
  to.queue_weights = from.queue_weights;
}

// If a latency does not vary, the number represents it.
template <Hook kHook, Time Config::* kTime>
bool same_latency(const Design& a, const Design& b) {
  return a.config.*kTime == b.config.*kTime && same_meaning(kHook, a, b);
}
template <Hook kHook, Time Config::* kTime>
void copy_latency(Design& to, const Design& from) {
  copy_at<kHook>(to, from);
  to.config.*kTime = from.config.*kTime;
}

bool same_bus(const Design& a, const Design& b) {
  return a.config.command == b.config.command && a.config.bus_numerator == b.config.bus_numerator &&
         a.config.bus_denominator == b.config.bus_denominator;
}
void copy_bus(Design& to, const Design& from) {
  to.config.command = from.config.command;
  to.config.bus_numerator = from.config.bus_numerator;
  to.config.bus_denominator = from.config.bus_denominator;
}

// The kinds of pages affect only latencies.
bool same_kinds(const Design& a, const Design& b) {
  return same_meaning(Hook::kReadTime, a, b) && same_meaning(Hook::kProgramTime, a, b);
}
void copy_nothing(Design&, const Design&) {}

bool same_start(const Design& a, const Design& b) {
  const Start &x = a.start, &y = b.start;
  const auto first = [](const Start& s) { return s.workload == nullptr ? std::string{} : identity(*s.workload); };
  if (x.snapshot != y.snapshot || x.run.empty() != y.run.empty() || first(x) != first(y)) return false;
  if (!x.snapshot.empty()) return true;
  const auto holds_pages = [](const Start& s) { return s.filled && (s.valid_parts != 0 || s.invalid_parts != 0); };
  if (!holds_pages(x) || !holds_pages(y)) return holds_pages(x) == holds_pages(y);
  return x.valid_parts == y.valid_parts && x.invalid_parts == y.invalid_parts && x.random == y.random &&
         x.even == y.even && (!x.random || x.seed == y.seed);
}

bool same_tables(const Design& a, const Design& b) {
  const auto same = [](const Table& x, const Table& y) {
    return x.shape.of == y.shape.of && x.shape.initial == y.shape.initial && x.low == y.low && x.high == y.high &&
           x.real == y.real;
  };
  if (!std::ranges::equal(a.tables, b.tables, same)) return false;
  return same_at<Hook::kOnWrite>(a, b) && same_at<Hook::kOnTrim>(a, b) && same_at<Hook::kOnMove>(a, b) &&
         same_at<Hook::kOnErase>(a, b);
}

// Places that consist of more than an expression at a hook, or of something else.
constexpr std::array kOwnMeanings{
    Meaning{"nand", "bus.", same_bus, copy_bus, false},
    Meaning{"nand", "page_kind", same_kinds, copy_nothing},
    Meaning{"nand", "read", same_latency<Hook::kReadTime, &Config::read>, copy_latency<Hook::kReadTime, &Config::read>},
    Meaning{"nand", "program", same_latency<Hook::kProgramTime, &Config::program>,
            copy_latency<Hook::kProgramTime, &Config::program>},
    Meaning{"nand", "program_unit",
            [](const Design& a, const Design& b) { return a.geometry.program_pages == b.geometry.program_pages; },
            copy_nothing, false},
    Meaning{"nand", "erase", same_latency<Hook::kEraseTime, &Config::erase>,
            copy_latency<Hook::kEraseTime, &Config::erase>},
    Meaning{"capacity", "",
            [](const Design& a, const Design& b) { return a.config.logical_pages == b.config.logical_pages; },
            [](Design& to, const Design& from) { to.config.logical_pages = from.config.logical_pages; }, false},
    // By default the unit is the page, whose size has a line of its own.
    Meaning{"ftl", "unit",
            [](const Design& a, const Design& b) {
              return a.geometry.subpages == b.geometry.subpages && a.lock_step == b.lock_step;
            },
            copy_nothing, false},
    Meaning{"allocation", "streams",
            [](const Design& a, const Design& b) { return a.allocation.streams.size() == b.allocation.streams.size(); },
            [](Design& to, const Design& from) { to.allocation.streams = from.allocation.streams; }, false},
    Meaning{"commands", "multiplane",
            [](const Design& a, const Design& b) {
              return a.config.multiplane == b.config.multiplane && same_meaning(Hook::kMultiplane, a, b);
            },
            copy_at<Hook::kMultiplane>},
    Meaning{"commands", "copyback",
            [](const Design& a, const Design& b) {
              return a.config.copyback == b.config.copyback && same_meaning(Hook::kCopyback, a, b);
            },
            copy_at<Hook::kCopyback>},
    Meaning{"gc", "victim", same_at<Hook::kVictim>,
            [](Design& to, const Design& from) {
              copy_at<Hook::kVictim>(to, from);
              to.config.victim_class = from.config.victim_class;
            }},
    Meaning{"gc", "preempt",
            [](const Design& a, const Design& b) {
              return a.gc.preempt_page == b.gc.preempt_page && same_meaning(Hook::kPreempt, a, b);
            },
            copy_at<Hook::kPreempt>},
    Meaning{"gc", "replicate.", [](const Design& a, const Design& b) { return a.config.replicas == b.config.replicas; },
            copy_nothing, false},
    Meaning{"gc", "stream",
            [](const Design& a, const Design& b) {
              return a.config.shared_stream == b.config.shared_stream && same_meaning(Hook::kMoveStream, a, b);
            },
            [](Design& to, const Design& from) {
              copy_at<Hook::kMoveStream>(to, from);
              to.config.shared_stream = from.config.shared_stream;
            }},
    Meaning{"tables", "", same_tables,
            [](Design& to, const Design& from) {
              to.tables = from.tables;
              for (const Hook hook : {Hook::kOnWrite, Hook::kOnTrim, Hook::kOnMove, Hook::kOnErase})
                to.policies[hook] = from.policies[hook];
            }},
    Meaning{"wear", "allocate",
            [](const Design& a, const Design& b) {
              return a.config.free_choice == b.config.free_choice && same_meaning(Hook::kAllocate, a, b);
            },
            copy_at<Hook::kAllocate>},
    Meaning{"buffer", "policy", same_eviction,
            [](Design& to, const Design& from) {
              copy_at<Hook::kEvict>(to, from);
              to.config.evict = from.config.evict;
            }},
    Meaning{"buffer", "flush", same_flush, copy_flush},
    Meaning{"buffer", "readahead.",
            [](const Design& a, const Design& b) {
              return a.config.readahead_trigger == b.config.readahead_trigger &&
                     a.config.readahead_pages == b.config.readahead_pages;
            },
            copy_nothing, false},
    Meaning{"host", "arbitration", same_arbitration, copy_arbitration},
    Meaning{"schedule", "priority", same_priority,
            [](Design& to, const Design& from) {
              copy_at<Hook::kPriority>(to, from);
              to.config.priority_class = from.config.priority_class;
            }},
    Meaning{"start", "", same_start, [](Design& to, const Design& from) { to.start = from.start; }, false},
};

// For the other hooks (hooks.def) the expression is the whole meaning.
template <std::size_t... kHook>
constexpr auto meanings_of_hooks(std::index_sequence<kHook...>) {
  return std::array{Meaning{kHookTable[kHook].section, kHookTable[kHook].key, same_at<static_cast<Hook>(kHook)>,
                            copy_at<static_cast<Hook>(kHook)>}...};
}
constexpr std::array kPlainMeanings = meanings_of_hooks(std::make_index_sequence<kHooks>());

bool stands_for(const Meaning& row, std::string_view section, std::string_view key) {
  if (row.section.empty() || row.section != section) return false;
  return row.key.empty() || row.key == key || (row.key.ends_with('.') && key.starts_with(row.key));
}

}  // namespace

bool same_meaning(Hook hook, const Design& a, const Design& b) {
  const Function &one = a.policies[hook], &other = b.policies[hook];
  if (!one.given() || !other.given()) return one.given() == other.given();
  if (same_program(one, other)) return true;
  if (names_tables(one) || names_tables(other)) return false;
  return one.checks.empty() && other.checks.empty() && same_geometry(a.geometry, b.geometry) && same_values(hook, a, b);
}

const Meaning* find_meaning(std::string_view section, std::string_view key) {
  const auto stands = [&](const Meaning& row) { return stands_for(row, section, key); };
  const auto own = std::ranges::find_if(kOwnMeanings, stands);
  if (own != kOwnMeanings.end()) return &*own;
  const auto plain = std::ranges::find_if(kPlainMeanings, stands);
  return plain == kPlainMeanings.end() ? nullptr : &*plain;
}

Design as_written_in(Design of, const Design& like) {
  for (const Meaning& row : kOwnMeanings) {
    if (row.same(of, like)) row.copy(of, like);
  }
  for (const Meaning& row : kPlainMeanings) {
    if (find_meaning(row.section, row.key) == &row && row.same(of, like)) row.copy(of, like);
  }
  return of;
}

}  // namespace ssd::design
