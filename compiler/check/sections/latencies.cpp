// Reads latencies that vary with the page: see latencies.h. `p.kind` is not an input of the engine: the part's
// `page_kind` computes it from the page's index, so a latency is one formula of index, block and erases.
#include "compiler/check/sections/latencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "compiler/check/expr/policy.h"
#include "compiler/check/lint/kind_comparisons.h"

namespace ssd::check {
namespace {

using diag::Code;

// The usual order of programming, by the bits of a cell: page i of a word line has the i-th kind.
constexpr std::array<std::string_view, 4> kUsualKinds{
    "lsb", "if page.index % 2 == 0 then lsb else msb",
    "if page.index % 3 == 0 then lsb else if page.index % 3 == 1 then csb else msb",
    "if page.index % 4 == 0 then lsb else if page.index % 4 == 1 then csb else if page.index % 4 == 2 then msb else "
    "tsb"};

const Operand& index_of(const Operand& page) { return page.record->fields.front().second; }

bool reads_index_alone(const design::Function& function) {
  return std::ranges::none_of(function.nodes, [](const Node& n) { return n.op == Op::kInput && n.value != 0; });
}

// Kinds are numbered lsb 0, csb 1, msb 2, tsb 3.
Operand usual_kind(design::Cell cell, const Operand& page, Formula& formula) {
  const Operand& index = index_of(page);
  if (cell == design::Cell::kSlc || !index.is_node()) return {.value = Value::of_word(Type::kPageKind, 0, "lsb")};
  const i64 bits = static_cast<i64>(cell) + 1;
  NodeId node = formula.make(Op::kMod, index.node, formula.constant(bits));
  if (bits == 2) node = formula.make(Op::kMul, node, formula.constant(2));
  return Operand::of_node(node, Type::kPageKind);
}

// The kinds that the part defines, or the usual ones of its cell; no type after an error.
Operand kind_of_page(Reader& reader, const Operand& page, Formula& formula, design::Cell cell) {
  if (!reader.has("page_kind")) {
    const auto bits = static_cast<std::size_t>(cell);
    const bool matters = reader.is_policy("read") || reader.is_policy("program");
    const std::string_view why = bits == 0 ? ""
                                 : matters ? "the usual order of such cells"
                                           : "the usual order of such cells; no latency depends on it";
    const design::Origin origin{design::OriginKind::kDefault, {}, std::string(why)};
    reader.explain(bits == 0 ? "page_kind" : "page_kind(page)", std::string(kUsualKinds.at(bits)), origin);
    return usual_kind(cell, page, formula);
  }
  const std::size_t before = formula.looked_at();
  const Operand kind = evaluate_policy(reader, "page_kind", page, formula);
  if (kind.known() && kind.type() == Type::kPageKind && formula.looked_at() > before) {
    const NodeId node = kind.is_node() ? kind.node : formula.constant(as_int(kind.value.number).value_or(0));
    return Operand::of_node(formula.with_checks(node, before), Type::kPageKind);
  }
  if (!kind.known() || kind.type() == Type::kPageKind) return kind;
  const ast::Expr& expr = *reader.expression("page_kind");
  reader.context()
      .sink()
      .report(Code::E0105, expr.span, "a page kind", noun(kind.type()))
      .help("write `lsb`, `csb`, `msb` or `tsb`");
  reader.fail();
  return {};
}

// The number of pages of each kind in a block, for a kind that depends only on the page's index.
KindCounts kinds_of_block(const design::Function& kind, u64 pages) {
  KindCounts counts{};
  for (i64 page = 0; page < static_cast<i64>(pages); ++page)
    ++counts.at(static_cast<std::size_t>(evaluate(kind.program(), &page)));
  return counts;
}

// The same for the usual order of a cell.
KindCounts usual_kinds(design::Cell cell, u64 pages) {
  const u64 bits = static_cast<u64>(cell) + 1;
  KindCounts counts{};
  for (u64 kind = 0; kind < bits; ++kind)
    counts.at(bits == 2 ? 2 * kind : kind) = pages / bits + (kind < pages % bits ? 1 : 0);
  return counts;
}

u32 kinds_between(const Interval& range) {
  u32 set = 0;
  for (Wide kind = range.low; kind <= range.high; ++kind) set |= kind_bit(static_cast<std::size_t>(kind));
  return set;
}

void warn_of_strange_kinds(Reader& reader, const PageKinds& kinds) {
  const PageKinds usual = kinds_of(kinds.cell);
  const u32 strange = kinds.set & ~usual.set;
  if (strange == 0) return;
  const std::string_view first = kKindNames.at(static_cast<std::size_t>(std::countr_zero(strange))),
                         cell = cell_name(kinds.cell);
  reader.context()
      .sink()
      .report(Code::W0269, reader.expression("page_kind")->span, first, cell,
              kinds_text(usual.set) + (std::has_single_bit(usual.set) ? " only" : ""))
      .help(fmt::format("write `cell: {}`, or let `page_kind` give kinds of {} only", cell_name(cell_for(kinds.set)),
                        cell));
}

// The kinds of the part's pages. For a part that is checked without a design only the kinds of its cell are known. A
// `page_kind` that reads more than the index may give any kind between the least and the greatest. This is enough to
// say that no page has some kind, but not that a page has it.
PageKinds kinds_of_part(Reader& reader, const Operand& kind, const Formula& formula, design::Design& design) {
  KindCounts& counts = design.nand.pages_of_kind;
  if (!reader.has("page_kind")) {
    counts = usual_kinds(design.nand.cell, design.geometry.pages);
    return kinds_of(design.nand.cell);
  }
  if (!reader.context().evaluator.live()) return {};
  PageKinds kinds{0, design.nand.cell, true};
  if (!kind.is_node()) {
    kinds.set = kind_bit(static_cast<std::size_t>(as_int(kind.value.number).value_or(0)));
  } else {
    const design::Function function = formula.extract(kind.node);
    if (!function.checks.empty() || !reads_index_alone(function)) {
      kinds.set = kinds_between(formula.range(kind.node));
      return kinds;
    }
    counts = kinds_of_block(function, design.geometry.pages);
    kinds.set = set_of(counts);
  }
  warn_of_strange_kinds(reader, kinds);
  return kinds;
}

std::string time_range(const Interval& range) {
  const auto text = [](Wide ns) { return time_text(Rational::make(ns, 1'000'000'000).value_or(Rational(0))); };
  return range.single() ? text(range.low) : text(range.low) + ".." + text(range.high);
}

// The range of a latency. If it reads only the page's index, the range comes from evaluating every page of a block,
// which is sharper than the interval. A check that fails for some page is then reported here and not in the run, and
// there is no range.
std::optional<Interval> range_of(Reader& reader, const Policy& policy, u64 pages) {
  if (pages == 0 || !reads_index_alone(policy.function)) return policy.range;
  if (!reader.context().evaluator.globals().effort().try_program(reader.context().sink(), policy.function.span,
                                                                 policy.function, pages)) {
    reader.fail();
    return std::nullopt;
  }
  Interval range{std::numeric_limits<i64>::max(), std::numeric_limits<i64>::min()};
  for (u64 page = 0; page < pages; ++page) {
    const i64 index = static_cast<i64>(page);
    u32 fault = 0;
    const i64 time = evaluate(policy.function.program(), &index, fault);
    if (fault != 0) {
      const design::Check& check = policy.function.checks[fault - 1];
      reader.context()
          .sink()
          .report(Code::E0130, check.span, check.text, fmt::format("it has no value for page {} of a block", page))
          .help("skip it with an `if` on the page's index");
      reader.fail();
      return std::nullopt;
    }
    range = {std::min<Wide>(range.low, time), std::max<Wide>(range.high, time)};
  }
  return range;
}

// If only some blocks would have an invalid latency, the run checks it.
bool bound_latency(Reader& reader, std::string_view key, Policy& policy, Formula& formula) {
  const ast::Expr& expr = *reader.expression(key);
  NodeBuilder nodes = reader.context().evaluator.builder(formula);
  const NodeId node = nodes.bounded(expr, design::CheckKind::kLatency, policy.node, 0, kLongestLatency);
  if (node == kNoNode) return false;
  const Span span = policy.function.span;
  policy = {default_function(formula, node, policy.function.text), formula.range(node), node, policy.reads_record};
  policy.function.span = span;
  return true;
}

// `longest` becomes the longest value that the latency can have, which is the whole latency if it does not vary.
// `pages` is 0 for an erase, which has no page.
void read_varying(Reader& reader, std::string_view key, const Operand& record, Formula& formula, u64 pages,
                  Time& longest, design::Function& function) {
  auto policy = read_policy(reader, key, record, formula, Yields::kTime);
  if (!policy || !reader.context().evaluator.live()) return;
  const auto range = range_of(reader, *policy, pages);
  if (!range) return;
  const bool outside = range->low < 0 || range->high > kLongestLatency;
  const bool always =
      range->high < 0 || range->low > kLongestLatency || (pages != 0 && reads_index_alone(policy->function));
  if (outside && always) {
    reader.context()
        .sink()
        .report(Code::E0204, policy->function.span, key, time_range(*range), "0ns..1h")
        .label("this is the range for all pages")
        .help("limit its parts, as in `min(p.erases, 10_000) * 1us`");
    reader.fail();
    return;
  }
  policy->range = *range;
  if (outside && !bound_latency(reader, key, *policy, formula)) return reader.fail();
  longest = static_cast<Time>(policy->range.high);
  if (!policy->constant()) function = std::move(policy->function);
}

// read and program receive the same page (their hooks have the same inputs), so they share one graph of nodes.
void read_latencies_of_pages(Reader& reader, design::Design& design) {
  Formula formula;
  const Operand page = record_of(Hook::kReadTime, "page", formula, design);
  const Operand kind = kind_of_page(reader, page, formula, design.nand.cell);
  const KindComparisons comparisons(reader.context().evaluator,
                                    kind.known() ? kinds_of_part(reader, kind, formula, design) : PageKinds{});
  const auto of_page = [&](std::string_view key, Time& longest, design::Function& function) {
    if (!reader.is_policy(key))
      longest = reader.time(key);
    else if (kind.known())  // otherwise the mistake was reported
      read_varying(reader, key, with_field(page, "kind", kind), formula, design.geometry.pages, longest, function);
  };
  of_page("read", design.config.read, design.policies[Hook::kReadTime]);
  of_page("program", design.config.program, design.policies[Hook::kProgramTime]);
}

}  // namespace

void read_latencies(Reader& reader, design::Design& design) {
  read_latencies_of_pages(reader, design);
  if (!reader.is_policy("erase")) {
    design.config.erase = reader.time("erase");
    return;
  }
  Formula of_block;
  read_varying(reader, "erase", block_record(Hook::kEraseTime, of_block, design), of_block, 0, design.config.erase,
               design.policies[Hook::kEraseTime]);
}

}  // namespace ssd::check
