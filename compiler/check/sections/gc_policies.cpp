// Reads `victim` and `preempt`: see gc_policies.h. The class of a score is found from its program and not from its
// text, so two ways of writing the same score cost the same. Invariant: every class other than general finds the block
// that evaluating all blocks would find.
#include "compiler/check/sections/gc_policies.h"

#include <fmt/format.h>

#include "compiler/check/expr/trend.h"
#include "compiler/check/sections/idle_policies.h"
#include "compiler/check/sections/tables.h"

namespace ssd::check {
namespace {

using diag::Code;

// Inputs of the hook, in its order.
constexpr u32 kValid = 0, kInvalid = 1, kAge = 3;

struct Reads {
  bool counts = false, age = false, others = false;
};

Reads reads_of(const design::Function& score) {
  Reads reads;
  for (const Node& node : score.nodes) {
    if (node.op != Op::kInput) continue;
    const bool count = node.value == kValid || node.value == kInvalid;
    reads.counts |= count;
    reads.age |= node.value == kAge;
    reads.others |= !count && node.value != kAge;
  }
  reads.others |= std::ranges::any_of(score.nodes, [](const Node& node) { return node.op == Op::kLoad; });
  return reads;
}

// Whether a score of counts falls with each additional valid page.
bool falls(const design::Function& score, u64 pages) {
  i64 before = 0;
  for (u64 valid = 0; valid < pages; ++valid) {
    const i64 inputs[kMostInputs] = {static_cast<i64>(valid), static_cast<i64>(pages - valid)};
    const i64 value = evaluate(score.program(), inputs);
    if (valid != 0 && value >= before) return false;
    before = value;
  }
  return true;
}

i64 score_of(const design::Function& score, u64 pages, u64 valid) {
  const i64 inputs[kMostInputs] = {static_cast<i64>(valid), static_cast<i64>(pages - valid)};
  return evaluate(score.program(), inputs);
}

// Whether a score of counts is the same for all counts.
bool is_level(const design::Function& score, u64 pages) {
  for (u64 valid = 1; valid < pages; ++valid) {
    if (score_of(score, pages, valid) != score_of(score, pages, 0)) return false;
  }
  return true;
}

// Whether a score of counts never falls with an additional valid page, and is not the same for all counts.
bool prefers_valid_pages(const design::Function& score, u64 pages) {
  for (u64 valid = 1; valid < pages; ++valid) {
    if (score_of(score, pages, valid) < score_of(score, pages, valid - 1)) return false;
  }
  return score_of(score, pages, pages - 1) > score_of(score, pages, 0);
}

// Warns about a score that reads only counts.
void warn_of_counts(Reader& reader, const design::Function& victim, u64 pages) {
  diag::Sink& sink = reader.context().sink();
  if (is_level(victim, pages) && !reader.varies({"victim"}))
    sink.report(Code::W0262, victim.span).help("let it differ, as in `victim(b): b.invalid`");
  else if (prefers_valid_pages(victim, pages))
    sink.report(Code::W0273, victim.span).help("the highest score is collected: write `victim(b): b.invalid`");
}

constexpr std::array kPreemptions{Word{"never", false}, Word{"page", true}};

// `rises`: whether the score rises with the age.
VictimClass class_of(Reader& reader, Span at, const design::Function& score, u64 pages, bool rises) {
  const Reads reads = reads_of(score);
  if (reads.others || !score.checks.empty())
    return VictimClass::kGeneral;  // a check that fails must be found where it fails
  if (!reads.age) {
    if (!reader.context().evaluator.globals().effort().try_program(reader.context().sink(), at, score, pages))
      reader.fail();
    return reader.sound() && falls(score, pages) ? VictimClass::kGreedy : VictimClass::kByValid;
  }
  return !reads.counts && rises ? VictimClass::kOldest : VictimClass::kGeneral;
}

struct Told {
  std::string_view value, why;
};
Told told(VictimClass kind) {
  switch (kind) {
    case VictimClass::kGreedy:
      return {"fewest valid pages",
              "the score falls with every valid page and reads nothing else: a scan of the counts for each victim, "
              "nothing when pages are written"};
    case VictimClass::kByValid:
      return {
          "by valid pages",
          "the score reads counts only: a table of scores and a scan of the counts for each victim, nothing when pages "
          "are written"};
    case VictimClass::kOldest:
      return {"oldest",
              "the score rises with `age` and reads nothing else: full blocks in order of age, kept when a block "
              "becomes full"};
    case VictimClass::kGeneral:
      return {"highest score", "for each victim the score of every full block of the plane is evaluated"};
  }
  return {};
}

// pages - b.valid, as in std/policies.ssd.
design::Function greedy(const design::Design& design) {
  Formula formula;
  const auto pages = static_cast<i64>(design.pages_of_block());
  const NodeId valid = formula.input(kValid, {0, pages - 1});
  return default_function(formula, formula.make(Op::kSub, formula.constant(pages), valid),
                          design.planes_of_superblock() == 1 ? "pages - b.valid" : "b.invalid");
}

}  // namespace

void read_victim(Reader& reader, design::Design& design) {
  Function& victim = design.policies[Hook::kVictim];
  VictimClass& found = design.config.victim_class;
  bool rises = false;
  if (!reader.is_policy("victim")) {
    reader.word("victim");
    victim = greedy(design);
  } else {
    Formula formula;
    const auto bindings = reader.context().evaluator.scope().bindings();
    bind_tables(reader.context().evaluator.scope(), design);
    auto policy = read_policy(reader, Hook::kVictim, formula, design);
    if (!policy) return;
    if (design.pages_of_block() > 1) look_at_answers(reader, Hook::kVictim, *policy);
    victim = std::move(policy->function);
    rises = trend_of(formula, policy->node, kAge).always_rises();
  }
  found = class_of(reader, victim.span.known() ? victim.span : design.span, victim, design.pages_of_block(), rises);
  const bool asks = victim.span.known() && reads_of(victim).counts && design.pages_of_block() > 1;
  if (found == VictimClass::kByValid && asks) warn_of_counts(reader, victim, design.pages_of_block());
  const Told line = told(found);
  std::string why(line.why);
  for (const std::string_view time : {"age", "last_write"}) {
    if (found != VictimClass::kGeneral || !design::reads(design, Hook::kVictim, time)) continue;
    why += fmt::format("; `{}` is recorded when a block becomes full", time);
    break;
  }
  reader.explain_derived("victim_found", std::string(line.value), why);
}

void read_preempt(Reader& reader, design::Design& design) {
  if (!reader.is_policy("preempt")) {
    design.gc.preempt_page = reader.choice("preempt", kPreemptions);
    return;
  }
  Formula formula;
  auto policy = read_policy(reader, Hook::kPreempt, formula, design);
  design.gc.preempt_page = true;
  if (!policy) return;
  look_at_answers(reader, Hook::kPreempt, *policy);
  if (!policy->always(1))
    design.policies[Hook::kPreempt] = std::move(policy->function);  // if always true, it equals `preempt: page`
}

}  // namespace ssd::check
