// buffer: the controller's DRAM buffer, in slots of one page.
#include <fmt/format.h>

#include <bit>

#include "compiler/check/expr/trend.h"
#include "compiler/check/sections/idle_policies.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

using design::CollectionScope;
using design::FlushRule;
using diag::Code;

using limits::kMostSlots;  // the engine keeps an entry for each slot

std::span<const Key> gather_keys();
std::span<const Key> readahead_keys();

constexpr std::array kBufferKeys{
    Key{.name = "size",
        .form = Form::kSize,
        .fallback = "0B",
        .least = "0B",
        .most = "16TiB",
        .doc = "bytes of data that the buffer holds, in whole pages; `0B` means no buffer",
        .instead = "the bytes that the buffer holds, such as `size: 64MiB`"},
    Key{.name = "policy",
        .form = Form::kWord,
        .fallback = "lru",
        .words = "lru fifo",
        .meanings = "the page that was not written or hit for the longest time | the page that entered first",
        .doc = "which page is evicted",
        .policy = true,
        .record = "entry",
        .yields = "a score: the highest is evicted"},
    Key{.name = "write_back",
        .form = Form::kBool,
        .fallback = "true",
        .doc = "whether a write is complete in the buffer and programmed later; otherwise it is programmed at once",
        .into = &Config::write_back},
    Key{.name = "flush",
        .form = Form::kWord,
        .fallback = "eager",
        .words = "eager idle full",
        .meanings =
            "a page that the host wrote wholly at once, other pages when more than half of the slots are dirty | "
            "while no request is admitted and not complete | never: only eviction programs pages",
        .doc = "when dirty pages are programmed before their slots are needed",
        .policy = true,
        .takes = "`eager`, `idle`, `full`, `above SHARE` of the slots",
        .record = "flush",
        .yields = "a bool"},
    Key{.name = "gather",
        .form = Form::kBlock,
        .doc = "programs of flushes wait for each other, so that several planes are programmed together",
        .otherwise = "no program waits for another",
        .block = gather_keys},
    Key{.name = "protected",
        .form = Form::kBool,
        .fallback = "false",
        .doc = "whether capacitors keep what is in the buffer, so that flushes of the host and forced writes need not "
               "wait for the flash",
        .into = &Config::buffer_protected},
    Key{.name = "latency",
        .form = Form::kTime,
        .fallback = "1us",
        .least = "0ns",
        .most = "1h",
        .doc =
            "time of a hit in the buffer, and of a read that finds its data on the way to the flash, with or without a "
            "buffer; the default is SSDsim's time of its DRAM",
        .into = &Config::buffer_latency},
    Key{.name = "readahead",
        .form = Form::kBlock,
        .doc = "reads ahead of sequential requests",
        .otherwise = "no reading ahead",
        .block = readahead_keys},
};
constexpr std::array kGatherKeys{
    Key{.name = "scope",
        .form = Form::kWord,
        .fallback = "die",
        .words = "die chip device",
        .meanings = "the planes of a die | of a chip | of the drive",
        .doc = "how many programs wait for each other: as many as there are planes"},
    Key{.name = "for",
        .form = Form::kTime,
        .fallback = "200us",
        .least = "0ns",
        .most = "1h",
        .doc = "time after which data wait for no partners any more",
        .into = &Config::gather_time},
};
std::span<const Key> gather_keys() { return kGatherKeys; }
constexpr std::array kReadaheadKeys{
    Key{.name = "trigger",
        .form = Form::kInt,
        .fallback = "2",
        .least = "1",
        .most = "1000000",
        .doc = "sequential requests in a row that start reading ahead",
        .into = &Config::readahead_trigger},
    Key{.name = "pages",
        .form = Form::kInt,
        .fallback = "8",
        .least = "1",
        .most = "65536",
        .doc = "pages read beyond the end of the request; with indirection units to the end of the last page",
        .into = &Config::readahead_pages},
};
std::span<const Key> readahead_keys() { return kReadaheadKeys; }

constexpr std::array kEvictions{Word{"lru", Evict::kLru}, Word{"fifo", Evict::kFifo}};
constexpr std::array kGatherings{Word{"die", CollectionScope::kDie}, Word{"chip", CollectionScope::kChip},
                                 Word{"device", CollectionScope::kDevice}};
constexpr std::array kFlushes{Word{"eager", FlushRule::kEager}, Word{"idle", FlushRule::kIdle},
                              Word{"full", FlushRule::kFull}};

// The number of slots is the number of whole pages; the rest of the size is not used.
u64 read_slots(Reader& reader, const design::Geometry& g) {
  const u64 bytes = reader.bytes("size");
  const u64 slot = g.unit_bytes(), slots = bytes / slot;
  const Share share = g.subpages == 1 ? Share{slot, "page", "pages"} : Share{slot, "unit", "units"};
  if (slots >= 1 && slots <= kMostSlots)
    warn_of_rest(reader, "size", *Rational::make(static_cast<Wide>(bytes), static_cast<Wide>(slot)), share);
  if (bytes == 0 || (slots >= 1 && slots <= kMostSlots)) return slots;
  const Entry* stated = reader.entry("size");
  reader.context()
      .sink()
      .report(Code::E0204, stated == nullptr ? reader.span() : stated->span(), "size",
              fmt::format("{}, or {} whole {}", size_text(static_cast<i64>(bytes)), slots, share.several),
              fmt::format("0B, or 1..{} {} of {}", kMostSlots, share.several, size_text(static_cast<i64>(slot))))
      .help(slots == 0 ? fmt::format("write `size: {}` or more, or leave it out", size_text(static_cast<i64>(slot)))
                       : fmt::format("write `size: {}`", size_text(static_cast<i64>(kMostSlots * slot))));
  reader.fail();
  return 0;
}

// A score that contains a check is evaluated in general form, so that a failing check is found where it fails.
bool rises_with_age_alone(const Formula& formula, const Policy& policy) {
  constexpr u32 kAge = std::countr_zero(input_mask(Hook::kEvict, "age"));
  const auto other = [](const Node& node) { return node.op == Op::kInput && node.value != kAge; };
  return policy.function.checks.empty() && std::ranges::none_of(policy.function.nodes, other) &&
         trend_of(formula, policy.node, kAge).always_rises();
}

void read_eviction(Reader& reader, design::Design& design) {
  if (!reader.is_policy("policy")) {
    design.config.evict = reader.choice("policy", kEvictions);
    return;
  }
  Formula formula;
  auto policy = read_policy(reader, Hook::kEvict, formula, design);
  design.config.evict = Evict::kScore;
  if (!policy) return;
  look_at_answers(reader, Hook::kEvict, *policy);
  if (rises_with_age_alone(formula, *policy)) design.config.evict = Evict::kAge;
  design.policies[Hook::kEvict] = std::move(policy->function);
}

// `above x`: if more of the slots are dirty than this share of them.
constexpr std::string_view kFlush = "flush", kAbove = "above";
constexpr Key kShareOfSlots{.name = kFlush, .form = Form::kRatio};

const ast::AboveValue* above_of(const Entry* entry) {
  if (entry == nullptr || entry->property == nullptr || entry->property->has_params) return nullptr;
  return std::get_if<ast::AboveValue>(&entry->property->value.node);
}

void read_above(Reader& reader, const ast::Expr& share, design::Design& design) {
  const Scope::LastParam param(reader.context().evaluator.scope());
  const auto value = reader.read(kShareOfSlots, share);
  if (!value) return reader.fail();
  if (compare(value->number, Rational(0)) < 0 || compare(value->number, Rational(1)) > 0) {
    reader.context()
        .sink()
        .report(Code::E0204, share.span, kFlush, fmt::format("{} {}", kAbove, to_text(*value)),
                "above a share from 0% to 100%")
        .help("write `flush: above 50%`");
    return reader.fail();
  }
  reader.explain(kFlush, fmt::format("{} {}", kAbove, to_text(*value)),
                 reader.origin(reader.entry(kFlush), param.name()));
  design.flushing = {.rule = FlushRule::kAbove,
                     .share = static_cast<i64>(value->number.numerator()),
                     .of = static_cast<i64>(value->number.denominator())};
}

// A share without `above`, or `above` without a share.
bool lacks_a_part(Reader& reader) {
  const ast::Expr* expr = reader.entry(kFlush)->property == nullptr ? nullptr : plain_expression(*reader.entry(kFlush));
  if (expr == nullptr) return false;
  const auto* name = std::get_if<ast::NameRef>(&expr->node);
  const auto* number = std::get_if<ast::NumberLit>(&expr->node);
  if (!(name != nullptr && name->text == kAbove) && number == nullptr) return false;
  const std::string written = excerpt(reader.context().evaluator.sources(), expr->span);
  const bool share = number != nullptr && number->unit == "%";
  reader.context()
      .sink()
      .report(Code::E0212, expr->span, written, kFlush)
      .help(fmt::format("write `flush: above {}`", share ? written : "50%"));
  reader.fail();
  return true;
}

void read_flush_condition(Reader& reader, design::Design& design) {
  Formula formula;
  auto policy = read_policy(reader, Hook::kFlush, formula, design);
  design.flushing.rule = FlushRule::kCondition;
  if (!policy) return;
  look_at_answers(reader, Hook::kFlush, *policy);
  design.policies[Hook::kFlush] = std::move(policy->function);
}

void read_flush(Reader& reader, design::Design& design) {
  if (const ast::AboveValue* above = above_of(reader.entry(kFlush)))
    read_above(reader, *above->share, design);
  else if (reader.is_policy(kFlush))
    read_flush_condition(reader, design);
  else if (!reader.has(kFlush) || !lacks_a_part(reader))
    design.flushing.rule = reader.choice(kFlush, kFlushes);
}

}  // namespace

std::span<const Key> buffer_keys() { return kBufferKeys; }

bool read_buffer(Context& context, const Group* section, design::Design& design) {
  Reader reader(context, "buffer", section, kBufferKeys);
  Config& config = design.config;
  config.buffer_slots = static_cast<u32>(read_slots(reader, design.geometry));
  read_eviction(reader, design);
  reader.fill(config);
  read_flush(reader, design);
  if (reader.has("gather")) {
    Reader gather = reader.block("gather");
    gather.fill(config);
    design.flushing.gather = gather.choice("scope", kGatherings);
    if (!gather.sound()) reader.fail();
  }
  if (reader.has("readahead")) {
    Reader readahead = reader.block("readahead");
    readahead.fill(config);
    if (!readahead.sound()) reader.fail();
  }
  // Without a buffer there is no readahead.
  if (config.buffer_slots == 0) config.readahead_trigger = config.readahead_pages = 0;
  return reader.sound();
}

}  // namespace ssd::check
