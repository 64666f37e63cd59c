// Implements declaration.h.
#include "compiler/explain/declaration.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/names.h"
#include "runtime/base/shell_word.h"

namespace ssd::explain {
namespace {

std::string kind_name(const ast::Decl& decl) {
  if (std::holds_alternative<ast::ParamDecl>(decl.node)) return "param";
  if (std::holds_alternative<ast::ConstDecl>(decl.node)) return "const";
  return std::string(check::name(check::kind_of(decl)));
}

// A sentence ends at the first full stop before a capital letter, except after initials.
std::size_t end_of_sentence(std::string_view text) {
  for (std::size_t stop = text.find(". "); stop < text.size(); stop = text.find(". ", stop + 1)) {
    const bool initial = stop < 2 || text[stop - 1] == ' ' || text[stop - 2] == ' ';
    const char next = stop + 2 < text.size() ? text[stop + 2] : ' ';
    if (!initial && next >= 'A' && next <= 'Z') return stop;
  }
  return text.size();
}

// The first sentence on one line, shortened if it is long.
std::string first_sentence(std::string text) {
  constexpr std::size_t kMostShown = 110;
  std::ranges::replace(text, '\n', ' ');
  text.resize(end_of_sentence(text));
  if (text.size() <= kMostShown) return text;
  return text.substr(0, text.rfind(' ', kMostShown)) + " …";
}

}  // namespace

std::string declaration_page(const ast::Decl& decl, const SourceMap& sources) {
  const SourceFile& file = sources.file(decl.span.file);
  std::string page = fmt::format("{} {}, {}:{}\n", kind_name(decl), check::declared_name(decl)->text, file.path(),
                                 file.position(decl.span.begin).line);
  if (!decl.doc.empty()) page += decl.doc + "\n";
  return page + "\n" + std::string(sources.text(decl.span)) + "\n";
}

std::string contents_page(const ast::File& file, const SourceMap& sources) {
  const std::string& path = sources.file(file.file).path();
  std::string page = path + "\n" + (file.doc.empty() ? "" : file.doc + "\n") + "\n";
  std::size_t kind = 0, name = 0;
  std::string first;
  for (const ast::Decl& decl : file.decls) {
    const ast::Name* declared = check::declared_name(decl);
    if (declared == nullptr) continue;
    if (first.empty()) first = declared->text;
    kind = std::max(kind, kind_name(decl).size());
    name = std::max(name, declared->text.size());
  }
  for (const ast::Decl& decl : file.decls) {
    const ast::Name* declared = check::declared_name(decl);
    if (declared == nullptr) continue;
    const std::string line =
        fmt::format("  {:<{}}  {:<{}}  {}", kind_name(decl), kind, declared->text, name, first_sentence(decl.doc));
    page += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return page + (first.empty()
                     ? "  nothing\n"
                     : fmt::format("\n`ssdc explain {}` explains one of them\n", shell_word(path + ':' + first)));
}

}  // namespace ssd::explain
