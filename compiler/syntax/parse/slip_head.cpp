// A part of slip.h: mistakes between the first word of a declaration and its value or block.
#include "SsdLexer.h"
#include "compiler/syntax/parse/slip.h"

namespace ssd::parse {

using diag::Code;
using grammar::SsdLexer;

void Slip::block_head() const {
  if (before() == SsdLexer::KW_FROM && at_ == start_ + 3) {
    expected(fmt::format("the name of the {} to copy", text(start_)))
        .help(fmt::format("write `{} OTHER {{ … }}`", text_so_far()));
    return;
  }
  const bool may_copy = kind(start_) != SsdLexer::KW_EXPERIMENT && at_ == start_ + 2;
  // `design B : A { … }` and `design B extends A { … }`, as copies are written in other languages.
  const bool copies =
      may_copy && at_ + 2 < tokens_.last() && is_name(kind(at_ + 1)) && kind(at_ + 2) == SsdLexer::LBRACE;
  const bool called = may_copy && at_ + 2 < tokens_.last() && is_opener(kind(at_)) && is_name(kind(at_ + 1)) &&
                      kind(at_ + 2) == SsdLexer::RPAREN;
  const std::string from = copies || called ? fmt::format(" from {}", text(at_ + 1)) : "";
  expected(may_copy ? "`{` or `from`" : "`{`").help(fmt::format("write `{}{} {{ … }}`", text_so_far(), from));
}

// Reports what no row of the table covers: the block of a declaration, or its value.
bool Slip::head() const {
  if (where_ != Where::kDeclaration || bracket_) return false;
  const std::uint16_t first = kind(start_);
  const bool block = first >= SsdLexer::KW_NAND && first <= SsdLexer::KW_EXPERIMENT;
  if (block && tokens_[start_ + 1]
                   .first_on_line) {  // `design` alone; the first word of the next declaration was taken for its name
    const Span end = tokens_.span_of(start_);
    errors_
        .report(Code::E0020, {end.file, end.end, end.end}, fmt::format("a name after `{}`", text(start_)),
                described(start_ + 1))
        .help(fmt::format("write a name after it, such as `{} First`", text(start_)));
  } else if (block) {
    block_head();
  } else {
    if (has_before(SsdLexer::ASSIGN)) return false;
    const bool body = first == SsdLexer::KW_FN && kind(at_) == SsdLexer::LBRACE && at_ < tokens_.last();
    expected(first == SsdLexer::KW_PARAM ? "`=` and a default value" : "`=` and a value")
        .help(fmt::format("write `{} = {}`", text_so_far(), body ? "{ … }" : "…"));
  }
  return true;
}

// An unquoted path is several tokens. Those that touch each other are taken as the path, so that the help can repeat it
// whole.
bool Slip::import_path() const {
  if (where_ != Where::kDeclaration || kind(start_) != SsdLexer::KW_IMPORT) return false;
  if (at_ >= tokens_.last() || tokens_[at_].first_on_line) {
    expected("a path in quotes").help("write `import \"std/nand.ssd\"`");
  } else {
    const std::string written = touching_text(at_);
    const Span first = tokens_.span_of(at_);
    errors_.report(Code::E0033, Span{first.file, first.begin, first.begin + static_cast<std::uint32_t>(written.size())})
        .help(fmt::format("write `import \"{}{}\"`", written, written.ends_with(".ssd") ? "" : ".ssd"));
  }
  return true;
}

}  // namespace ssd::parse
