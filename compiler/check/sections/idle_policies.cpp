// The table of results that decide nothing: see idle_policies.h. Invariant: only what is proved is reported: for scores
// by what the program reads, for conditions by the interval of their values.
#include "compiler/check/sections/idle_policies.h"

#include <fmt/format.h>

#include "compiler/check/expr/walk.h"

namespace ssd::check {
namespace {

using diag::Code;

enum class Answer : std::uint8_t { kSameScore, kAlways, kNever };

struct Row {
  Hook hook;
  Answer answer;
  std::string_view says, so, help;
  std::string_view word = {};  // the word with the same meaning; a function of that name may be the user's own
  Code code = Code::W0266;     // or one with a complete sentence of its own
};
constexpr std::array kRows{
    Row{Hook::kVictim,
        Answer::kSameScore,
        {},
        {},
        "let it read the block, as in `victim(b): b.invalid`",
        {},
        Code::W0262},
    Row{Hook::kEvict, Answer::kSameScore, "gives every page the same score", "the page that entered first is evicted",
        "write `policy: fifo`, or let it read the page, as in `policy(e): 0 - e.hits`"},
    Row{Hook::kFlush, Answer::kAlways, "always holds", "this equals `above 0%`", "write `flush: above 0%`"},
    Row{Hook::kFlush, Answer::kNever, "never holds", "this equals `full`",
        "write `flush: full`, or a condition that can hold, such as `f.dirty * 2 > f.slots`", "full"},
    Row{Hook::kCost, Answer::kSameScore, "is the same for every plane",
        "writes go around the planes in the given order",
        "let it read the unit, as in `cost(u): u.busy_for`, or leave it out"},
    Row{Hook::kAllocate, Answer::kSameScore, "gives every free block the same score",
        "the block with the lowest number is opened",
        "let it read a field in which free blocks differ, as in `allocate(b): 0 - b.erases`, or leave it out"},
    Row{Hook::kArbitrate, Answer::kSameScore, "gives every queue the same score", "the queues take turns",
        "write `arbitration: round_robin`, or let it read the queue, as in `arbitration(q): q.oldest`"},
    Row{Hook::kMultiplane, Answer::kAlways, "always holds", "this equals `blind`", "write `multiplane: blind`",
        "blind"},
    Row{Hook::kMultiplane, Answer::kNever, "never holds", "no planes are combined",
        "write `multiplane: never`, or a condition that can hold, such as `w.wasted <= 2`", "never"},
    Row{Hook::kCopyback, Answer::kAlways, "always holds", "this equals `blind`", "write `copyback: blind`", "blind"},
    Row{Hook::kCopyback, Answer::kNever, "never holds", "every page is moved over the bus",
        "write `copyback: never`, or a condition that can hold, such as `w.wasted == 0`", "never"},
    Row{Hook::kPreempt, Answer::kAlways, "always holds", "this equals `page`", "write `preempt: page`", "page"},
    Row{Hook::kPreempt,
        Answer::kNever,
        {},
        {},
        "write `preempt: never`, or a condition that can hold, such as `g.waiting_host > 0`",
        "never",
        Code::W0264},
};

bool gives(const Policy& policy, Answer answer) {
  switch (answer) {
    case Answer::kSameScore: return !policy.reads_record;
    case Answer::kAlways: return policy.range == Interval{1, 1};
    case Answer::kNever: return policy.range == Interval{0, 0};
  }
  return false;
}

// Whether the policy's formula, or the function that it names, uses its parameter.
bool names_its_parameter(Reader& reader, std::string_view key) {
  const ast::Property& property = *reader.entry(key)->property;
  const ast::Expr* body = reader.expression(key);
  const std::vector<ast::Param>* params = &property.params;
  if (!property.has_params) {
    const auto* name = std::get_if<ast::NameRef>(&body->node);
    const Symbol* symbol = name == nullptr ? nullptr
                                           : reader.context().evaluator.globals().names().find(
                                                 Kind::kFunction, name->text, body->span.file);
    const auto* function = symbol == nullptr ? nullptr : std::get_if<ast::FnDecl>(&symbol->decl->node);
    if (function == nullptr) return false;
    body = function->body.get();
    params = &function->params;
  }
  bool named = false;
  walk({body}, [&](const ast::Expr& part) {
    const auto* name = std::get_if<ast::NameRef>(&part.node);
    named |= name != nullptr && !params->empty() && name->text == params->front().name.text;
  });
  return named;
}

}  // namespace

void look_at_answers(Reader& reader, Hook hook, const Policy& policy) {
  const std::string_view key = info(hook).key;
  const auto row = std::ranges::find_if(kRows, [&](const Row& r) { return r.hook == hook && gives(policy, r.answer); });
  if (row == kRows.end()) return;
  const ast::Expr& expr = *reader.expression(key);
  const auto* name = std::get_if<ast::NameRef>(&expr.node);
  const bool own_word = name != nullptr && name->text == row->word;
  if (own_word || reader.varies({key})) return;
  reader.context().sink().report(row->code, policy.function.span, key, row->says, row->so).help(std::string(row->help));
}

void look_at_streams(Reader& reader, const Policy& policy, const std::vector<std::string>& streams) {
  if (!policy.constant() || streams.size() < 2 || reader.varies({"stream"})) return;
  const std::string& name = streams[static_cast<std::size_t>(policy.range.low)];
  reader.context()
      .sink()
      .report(Code::W0266, policy.function.span, "stream", fmt::format("sends every write to `{}`", name),
              "the other streams are never used")
      .help(fmt::format("let it read the request, as in `stream(r): if r.pages <= 2 then {} else {}`, or leave "
                        "`streams` and `stream` out",
                        streams[0], streams[1]));
}

void look_at_priority(Reader& reader, const Policy& policy) {
  const bool is_plain = policy.constant() &&
                        !names_its_parameter(reader, "priority");  // a constant means order of arrival, and is intended
  if (policy.reads_record || is_plain || reader.varies({"priority"})) return;
  reader.context()
      .sink()
      .report(Code::W0267, policy.function.span, "priority")
      .help("let it differ, as in `priority(op): if op.is_read then 1 else 0`, or leave it out");
}

}  // namespace ssd::check
