// Implements brackets.h. Balanced files are scanned once. Others are repaired by lines and indents, which have no
// meaning in a correct file but show best which bracket was forgotten.
#include "compiler/syntax/parse/brackets.h"

#include <algorithm>
#include <vector>

#include "SsdLexer.h"
#include "compiler/syntax/parse/parse.h"
#include "compiler/syntax/parse/slips.h"

namespace ssd::parse {
namespace {

using diag::Code;
using grammar::SsdLexer;

// After more repairs the result is guesswork and its messages are not useful.
constexpr std::size_t kMostRepairs = 10;

std::uint16_t closer_of(std::uint16_t opener) {
  if (opener == SsdLexer::LBRACE) return SsdLexer::RBRACE;
  return opener == SsdLexer::LBRACKET || opener == SsdLexer::INDEX ? SsdLexer::RBRACKET : SsdLexer::RPAREN;
}

std::string_view spelling(std::uint16_t closer) {
  if (closer == SsdLexer::RBRACE) return "}";
  return closer == SsdLexer::RBRACKET ? "]" : ")";
}

// A bracket that is open at a point of recovery counts as unbalanced, even if a later stray bracket would match it.
bool is_balanced(const TokenList& list) {
  std::vector<std::uint16_t> expected;
  for (std::size_t i = 0; i < list.tokens.size(); ++i) {
    const std::uint16_t kind = list[i].kind;
    if (is_opener(kind)) expected.push_back(closer_of(kind));
    if (is_closer(kind)) {
      if (expected.empty() || expected.back() != kind) return false;
      expected.pop_back();
    }
    if (!expected.empty() && is_recovery_point(list, i)) return false;
  }
  return expected.empty();
}

// Runs before everything else, because even the passes of this file should not process a million open brackets.
bool is_shallow(const TokenList& list, Errors& errors) {
  int depth = 0;
  for (std::size_t i = 0; i < list.tokens.size(); ++i) {
    if (is_closer(list[i].kind)) depth = std::max(0, depth - 1);
    if (is_opener(list[i].kind) && ++depth > static_cast<int>(kDeepestNesting)) {
      errors.report(Code::E0010, list.span_of(i), kDeepestNesting).help("name a part of it with `let` or `fn`");
      return false;
    }
  }
  return true;
}

// Whether this is `name: {` followed by something that only a block contains. A value may begin with a brace too, but
// then a `let` or an expression follows.
bool is_block_after_colon(const TokenList& list, std::size_t at) {
  const auto kind = [&](std::size_t i) { return list[std::min(i, list.last())].kind; };
  if (!is_name(kind(at)) || kind(at + 1) != SsdLexer::COLON || kind(at + 2) != SsdLexer::LBRACE) return false;
  if (kind(at + 3) == SsdLexer::RBRACE) return true;
  return is_name(kind(at + 3)) && (kind(at + 4) == SsdLexer::COLON || kind(at + 4) == SsdLexer::LBRACE);
}

// A habit from JSON and YAML. The colon is reported and left out, so that the content of the block is read.
void drop_colons_before_blocks(TokenList& list, Errors& errors) {
  std::vector<Token> kept;
  std::vector<std::size_t> moved(list.tokens.size());  // the place of each token in `kept`
  for (std::size_t i = 0; i < list.tokens.size(); ++i) {
    moved[i] = kept.size();
    if (i > 0 && is_block_after_colon(list, i - 1)) {
      const std::string_view name = list.text_of(i - 1);
      errors.report(Code::E0048, list.span_of(i), name).help(fmt::format("write `{} {{ … }}`", name));
    } else {
      kept.push_back(list[i]);
    }
  }
  for (DocLine& doc : list.docs) doc.before_token = moved[doc.before_token];
  list.tokens = std::move(kept);
}

// `design A [ … ]` and `design A from B [ … ]` are reported and then read as if they had braces.
void brace_declarations(TokenList& list, Errors& errors) {
  for (std::size_t i = 2; i < list.last(); ++i) {
    const bool square = list[i].kind == SsdLexer::LBRACKET || list[i].kind == SsdLexer::INDEX;
    if (!square || !is_name(list[i - 1].kind)) continue;
    const std::size_t head = list[i - 2].kind == SsdLexer::KW_FROM && i >= 4 ? i - 4 : i - 2;
    if (list[head].kind < SsdLexer::KW_NAND || list[head].kind > SsdLexer::KW_EXPERIMENT || !list[head].first_on_line)
      continue;
    errors.report(Code::E0049, list.span_of(i))
        .help(fmt::format("write `{} {} {{ … }}`", list.text_of(head), list.text_of(head + 1)));
    list.tokens[i].kind = SsdLexer::LBRACE;
    int depth = 1;
    for (std::size_t end = i + 1; end < list.last() && depth > 0; ++end) {
      depth += is_opener(list[end].kind) ? 1 : is_closer(list[end].kind) ? -1 : 0;
      if (depth == 0 && list[end].kind == SsdLexer::RBRACKET) list.tokens[end].kind = SsdLexer::RBRACE;
    }
  }
}

class Repair {
 public:
  Repair(TokenList& list, Errors& errors) : list_(list), errors_(errors) {}
  bool run();

 private:
  void step(std::size_t at);
  void close_at_recovery_point(std::size_t at);
  void open_where_forgotten(std::size_t at);
  void close(std::size_t at);
  void close_by_indent(const Token& closer);
  void close_forgotten(const Token& before);
  void stray(std::size_t at);
  void take_out_early(const Token& left_over);
  void end();
  bool encloses(std::uint16_t closer) const;
  bool head_without_brace(std::size_t at) const;
  bool section_without_brace(std::size_t at) const;
  std::size_t end_of_forgotten(std::size_t opener) const;
  Token put_in(std::uint16_t kind, std::uint32_t place) const {
    return {.kind = kind, .begin = place, .end = place, .touches_previous = true, .reported = true};
  }
  Span span(const Token& t) const { return {list_.file, t.begin, t.end}; }
  std::uint16_t kind_at(std::size_t i) const { return list_[std::min(i, list_.last())].kind; }
  std::uint32_t end_of_last() const { return out_.empty() ? 0 : out_.back().end; }

  TokenList& list_;
  Errors& errors_;
  std::vector<Token> out_;
  std::vector<std::size_t> open_;  // indices into out_
  std::size_t head_brace_at_ = 0;  // the token before which a `{` is inserted; 0 is none
  std::size_t repairs_ = 0;
  std::size_t put_in_ = 0;  // inserted closers that a later stray one may correspond to
  bool echo_ = false;       // the next token is next to something that was reported
  std::size_t early_ =
      0;  // index into out_: a `}` that ends a declaration before something that is not a declaration; 0 is none
};

bool Repair::run() {
  for (std::size_t i = 0; i < list_.last(); ++i) {
    step(i);
    if (repairs_ > kMostRepairs) return false;
  }
  end();
  for (DocLine& doc : list_.docs) {  // the same place in the repaired list
    const std::uint32_t place = list_[doc.before_token].begin;
    const auto same = std::ranges::find_if(
        out_, [&](const Token& t) { return t.begin >= place && (t.end > t.begin || t.kind == 0); });
    doc.before_token = static_cast<std::size_t>(same - out_.begin());
  }
  list_.tokens = std::move(out_);
  return true;
}

void Repair::step(std::size_t at) {
  Token token = list_[at];
  if (!open_.empty()) close_at_recovery_point(at);
  open_where_forgotten(at);
  if (is_closer(token.kind)) {
    close(at);
    return;
  }
  const bool outside = open_.empty() && !out_.empty() && out_.back().kind == SsdLexer::RBRACE;
  if (outside && early_ == 0 && !begins_declaration(list_, at)) early_ = out_.size() - 1;
  if (is_opener(token.kind)) open_.push_back(out_.size());
  token.reported = token.reported || echo_;
  echo_ = false;
  out_.push_back(token);
}

// Reserved words are points of recovery only at the left edge. Further to the right, a function was declared inside a
// block by mistake.
void Repair::close_at_recovery_point(std::size_t at) {
  const Token& token = list_[at];
  const bool reserved = token.kind >= SsdLexer::KW_IMPORT && token.kind <= SsdLexer::KW_FN;
  const bool starts_over = reserved && token.first_on_line && token.indent <= out_[open_.front()].indent;
  if (!starts_over && !is_recovery_point(list_, at)) return;
  ++repairs_;
  const std::size_t forgotten = open_.size();
  diag::Diagnostic& d = errors_.report(Code::E0023, span(token), spelling(closer_of(out_[open_.back()].kind)));
  d.help(forgotten == 1 ? "write it before this line"
                        : fmt::format("write the {} that are missing before this line", forgotten));
  for (std::size_t i = 0; i < std::min<std::size_t>(forgotten, 3); ++i) {
    const Token& opener = out_[open_[forgotten - 1 - i]];
    d.note(span(opener), i == 0 ? "this bracket is still open" : "so is this one");
  }
  put_in_ += forgotten;
  while (!open_.empty()) {
    out_.push_back(put_in(closer_of(out_[open_.back()].kind), end_of_last()));
    open_.pop_back();
  }
}

// Whether this is `design X` followed by something that must be in braces.
bool Repair::head_without_brace(std::size_t at) const {
  const std::uint16_t kind = list_[at].kind;
  if (!open_.empty() || kind < SsdLexer::KW_NAND || kind > SsdLexer::KW_EXPERIMENT || !is_name(kind_at(at + 1)))
    return false;
  std::size_t next = at + 2;
  if (kind_at(next) == SsdLexer::KW_FROM && is_name(kind_at(next + 1))) next += 2;
  const std::uint16_t after = kind_at(next + 1);
  return kind_at(next) == SsdLexer::KW_LET ||
         (is_name(kind_at(next)) && (after == SsdLexer::COLON || after == SsdLexer::LBRACE || after == SsdLexer::CALL));
}

// Whether this is a line that begins like `geometry channels: 4`.
bool Repair::section_without_brace(std::size_t at) const {
  const Token& token = list_[at];
  if (open_.empty() || out_[open_.back()].kind != SsdLexer::LBRACE) return false;
  if (!token.first_on_line || token.kind != SsdLexer::IDENTIFIER) return false;
  const std::uint16_t before = out_.back().kind;
  const bool item_begins = ends_operand(before) || before == SsdLexer::LBRACE || before == SsdLexer::COMMA;
  return item_begins && is_name(kind_at(at + 1)) && kind_at(at + 2) == SsdLexer::COLON;
}

// The head is recognised one step before the place of its brace, so the place is stored until then.
void Repair::open_where_forgotten(std::size_t at) {
  if (at == head_brace_at_ && at != 0) {
    const Span name = span(out_.back());
    const std::string_view written = list_.text.substr(name.begin, name.end - name.begin);
    errors_.report(Code::E0026, {list_.file, name.end, name.end}, written)
        .label("`{`")
        .help(fmt::format("write `{} {{`", written));
    ++repairs_;
    Token brace = put_in(SsdLexer::LBRACE, end_of_last());
    brace.indent = out_.back().indent;
    open_.push_back(out_.size());
    out_.push_back(brace);
  }
  if (head_without_brace(at)) {
    head_brace_at_ = at + (kind_at(at + 2) == SsdLexer::KW_FROM ? 4 : 2);
  } else if (section_without_brace(at)) {
    head_brace_at_ = at + 1;
  }
}

// A `)` or `]` does not reach beyond a `{`, because only a `}` closes a block.
bool Repair::encloses(std::uint16_t closer) const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const std::uint16_t opener = out_[open_[i]].kind;
    if (closer_of(opener) == closer) return true;
    if (opener == SsdLexer::LBRACE) return false;
  }
  return false;
}

// A closer of the wrong kind, round or square, counts as the right one. Any other closer without a partner is left out.
void Repair::close(std::size_t at) {
  Token token = list_[at];
  if (token.kind == SsdLexer::RBRACE) close_by_indent(token);
  if (!encloses(token.kind)) {
    const bool swapped =
        !open_.empty() && out_[open_.back()].kind != SsdLexer::LBRACE && token.kind != SsdLexer::RBRACE;
    if (!swapped) {
      stray(at);
      return;
    }
    const Token& opener = out_[open_.back()];
    ++repairs_;
    const auto quoted = [](std::uint16_t closer) { return fmt::format("`{}`", spelling(closer)); };
    errors_.report(Code::E0020, span(token), quoted(closer_of(opener.kind)), quoted(token.kind))
        .note(span(opener), "it would close this bracket")
        .help(fmt::format("write {}", quoted(closer_of(opener.kind))));
    token.kind = closer_of(opener.kind);
    token.reported = true;
  }
  while (closer_of(out_[open_.back()].kind) != token.kind) close_forgotten(token);
  open_.pop_back();
  token.reported = token.reported || echo_;
  echo_ = false;
  out_.push_back(token);
}

// A `}` at the beginning of a line that is aligned with an outer `{` and less indented than the inner one belongs to
// the outer one.
void Repair::close_by_indent(const Token& closer) {
  if (!closer.first_on_line) return;
  const auto indent = [&](std::size_t i) { return out_[open_[i]].indent; };
  const auto in_line = [&](std::size_t i) {
    return out_[open_[i]].kind == SsdLexer::LBRACE && indent(i) == closer.indent;
  };
  std::size_t level = open_.size();
  while (level > 0 && indent(level - 1) > closer.indent) --level;
  if (level == 0 || level == open_.size() || !in_line(level - 1)) return;
  while (open_.size() > level) close_forgotten(closer);
}

// The innermost bracket has no partner: reports it at the bracket and inserts the partner.
void Repair::close_forgotten(const Token& before) {
  const std::size_t opener = open_.back();
  const std::uint16_t closer = closer_of(out_[opener].kind);
  ++repairs_;
  if (closer == SsdLexer::RBRACE) ++put_in_;
  const std::size_t place = closer == SsdLexer::RBRACE ? out_.size() : end_of_forgotten(opener);
  const Token& latest = place < out_.size() ? out_[place] : before;
  errors_.report(Code::E0021, span(out_[opener]), list_.text.substr(out_[opener].begin, 1))
      .note(span(latest), fmt::format("a `{}` is missing here or before", spelling(closer)))
      .help(fmt::format("write `{}` where it should end", spelling(closer)));
  out_[opener].reported = out_[opener].reported || closer != SsdLexer::RBRACE;
  out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(place), put_in(closer, out_[place - 1].end));
  open_.pop_back();
}

// A forgotten `)` or `]` is inserted before the next line that begins like an item.
std::size_t Repair::end_of_forgotten(std::size_t opener) const {
  for (std::size_t i = opener + 1; i + 1 < out_.size(); ++i) {
    const bool key =
        is_name(out_[i].kind) && (out_[i + 1].kind == SsdLexer::COLON || out_[i + 1].kind == SsdLexer::LBRACE);
    if (out_[i].first_on_line && (key || out_[i].kind == SsdLexer::KW_LET)) return i;
  }
  return out_.size();
}

void Repair::stray(std::size_t at) {
  echo_ = true;
  if (put_in_ > 0) {  // the partner of one that was inserted too early
    --put_in_;
    return;
  }
  ++repairs_;
  if (early_ != 0 && list_[at].kind == SsdLexer::RBRACE && open_.empty()) {
    take_out_early(list_[at]);
    return;
  }
  errors_.report(Code::E0022, span(list_[at]), spelling(list_[at].kind))
      .help("leave it out, or open its bracket before it");
}

// What followed that `}` was not a declaration, and a `}` is left over at the end, so that `}` was one too many.
void Repair::take_out_early(const Token& left_over) {
  errors_.report(Code::E0046, span(out_[early_]))
      .note(span(left_over), "so this bracket is left over")
      .help("leave it out");
  out_[early_ + 1].reported = true;
  out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(early_));
  out_.push_back(left_over);
  early_ = 0;
}

void Repair::end() {
  const std::size_t forgotten = open_.size();
  if (forgotten != 0) {
    const Token& opener = out_[open_.back()];
    diag::Diagnostic& d =
        errors_.report(Code::E0021, span(opener), list_.text.substr(opener.begin, opener.end - opener.begin));
    d.label(fmt::format("its `{}` is missing", spelling(closer_of(opener.kind))));
    d.help(fmt::format("write `{}` where it should end", spelling(closer_of(opener.kind))));
    for (std::size_t i = 1; i < std::min<std::size_t>(forgotten, 4); ++i) {
      d.note(span(out_[open_[forgotten - 1 - i]]), "this bracket is not closed either");
    }
  }
  while (!open_.empty()) {
    out_.push_back(put_in(closer_of(out_[open_.back()].kind), end_of_last()));
    open_.pop_back();
  }
  Token last = list_.tokens.back();
  last.reported = last.reported || echo_;
  out_.push_back(last);
}

}  // namespace

bool is_recovery_point(const TokenList& list, std::size_t at) {
  const Token& token = list[at];
  if (!token.first_on_line || token.kind < SsdLexer::KW_NAND || token.kind > SsdLexer::KW_EXPERIMENT ||
      at + 2 > list.last())
    return false;
  const std::uint16_t third = list[at + 2].kind;
  return is_name(list[at + 1].kind) && !list[at + 1].first_on_line &&
         (third == SsdLexer::LBRACE || third == SsdLexer::KW_FROM);
}

bool balance_brackets(TokenList& list, Errors& errors) {
  if (!is_shallow(list, errors)) return false;
  brace_declarations(list, errors);
  drop_colons_before_blocks(list, errors);
  return is_balanced(list) || Repair(list, errors).run();
}

}  // namespace ssd::parse
