// What is wrong between the first word of a declaration and its value or block: a part of slip.h.
#include "SsdLexer.h"
#include "compiler/parse/foreign_words.h"
#include "compiler/parse/slip.h"

namespace ssd::parse {

using diag::Code;
using grammar::SsdLexer;

// `fn f(x): int = …` or `fn f(x) -> int = …`, as other languages have it.
bool Slip::states_result_type() const {
  if (kind(start_) != SsdLexer::KW_FN || at_ + 1 >= tokens_.last() || before() != SsdLexer::RPAREN) return false;
  return kind(at_) == SsdLexer::COLON || (kind(at_) == SsdLexer::MINUS && kind(at_ + 1) == SsdLexer::GREATER);
}

void Slip::block_head() const {
  if (before() == SsdLexer::KW_FROM && at_ == start_ + 3) {
    expected(fmt::format("the name of the {} to copy", text(start_))).help(fmt::format("write `{} OTHER {{ … }}`", text_so_far()));
    return;
  }
  const bool may_copy = kind(start_) != SsdLexer::KW_EXPERIMENT && at_ == start_ + 2;
  // `design B : A { … }` and `design B extends A { … }`, as other languages copy.
  const bool copies = may_copy && at_ + 2 < tokens_.last() && is_name(kind(at_ + 1)) && kind(at_ + 2) == SsdLexer::LBRACE;
  const bool called = may_copy && at_ + 2 < tokens_.last() && is_opener(kind(at_)) && is_name(kind(at_ + 1)) && kind(at_ + 2) == SsdLexer::RPAREN;
  const std::string from = copies || called ? fmt::format(" from {}", text(at_ + 1)) : "";
  expected(may_copy ? "`{` or `from`" : "`{`").help(fmt::format("write `{}{} {{ … }}`", text_so_far(), from));
}

// What a declaration needs before its value or block, in the order of its parts.
bool Slip::head() const {
  if (where_ != Where::kDeclaration || bracket_) return false;
  const std::uint16_t first = kind(start_);
  const bool block = first >= SsdLexer::KW_NAND && first <= SsdLexer::KW_EXPERIMENT;
  const bool ends = at_ >= tokens_.last();
  if (at_ == start_ + 1 && !ends && (kind(at_) == SsdLexer::QUANTITY || kind(at_) == SsdLexer::NUMBER)) {
    errors_.report(Code::E0154, tokens_.span_of(at_), text(at_)).help(fmt::format("write `{} _{}`, or another name", text(start_), text(at_)));
  } else if (at_ == start_ + 1) {
    expected(fmt::format("a name after `{}`", text(start_))).help(fmt::format("write a name behind it, such as `{} First`", text(start_)));
  } else if (states_result_type()) {
    errors_.report(Code::E0153, tokens_.span_of(at_), described(at_)).help(fmt::format("write `{} = …`", text_so_far()));
  } else if (block && tokens_[start_ + 1].first_on_line) {  // `design` alone, and the next declaration's first word taken for its name
    const Span end = tokens_.span_of(start_);
    errors_.report(Code::E0020, {end.file, end.end, end.end}, fmt::format("a name after `{}`", text(start_)), described(start_ + 1))
        .help(fmt::format("write a name behind it, such as `{} First`", text(start_)));
  } else if (block) {
    block_head();
  } else if (first == SsdLexer::KW_PARAM && at_ == start_ + 2) {
    const std::string_view type = ends ? "" : type_instead(tokens_.text_of(at_));
    expected("`:` and a type").help(fmt::format("write `param {}: {} = …`", text(start_ + 1), type.empty() ? "int" : type));
  } else if (first == SsdLexer::KW_PARAM && at_ == start_ + 3) {
    const bool number = !ends && kind(at_) == SsdLexer::NUMBER;
    expected("a type").help(number ? fmt::format("write `param {}: int = {}`, or `real` for a number that is not whole", text(start_ + 1), text(at_))
                                   : "such as `int`, `real`, `bool`, `time`, `size` or `ratio`");
  } else if (first == SsdLexer::KW_FN && at_ == start_ + 2) {
    expected("`(`").help(fmt::format("write `fn {}(x) = …`", text(start_ + 1)));
  } else {
    if (has_before(SsdLexer::ASSIGN)) return false;
    const bool body = first == SsdLexer::KW_FN && kind(at_) == SsdLexer::LBRACE && !ends;
    expected(first == SsdLexer::KW_PARAM ? "`=` and a default value" : "`=` and a value")
        .help(fmt::format("write `{} = {}`", text_so_far(), body ? "{ … }" : "…"));
  }
  return true;
}

// An unquoted path is several tokens; those that touch are taken for it, so that the help can repeat it whole.
bool Slip::import_path() const {
  if (where_ != Where::kDeclaration || kind(start_) != SsdLexer::KW_IMPORT) return false;
  if (at_ >= tokens_.last() || tokens_[at_].first_on_line) {
    expected("a path in quotes").help("write `import \"std/nand.ssd\"`");
  } else {
    std::size_t last = at_;
    while (last + 1 < tokens_.last() && tokens_[last + 1].touches_previous) ++last;
    const Span path = join(tokens_.span_of(at_), tokens_.span_of(last));
    const std::string_view written = tokens_.text.substr(path.begin, path.end - path.begin);
    errors_.report(Code::E0033, path).help(fmt::format("write `import \"{}{}\"`", written, written.ends_with(".ssd") ? "" : ".ssd"));
  }
  return true;
}

}  // namespace ssd::parse
