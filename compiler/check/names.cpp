// Builds the tables of declarations, file by file: see names.h.
#include "compiler/check/names.h"

#include <algorithm>

#include "compiler/check/expr/records.h"
#include "compiler/check/library.h"
#include "compiler/check/sections/page_kinds.h"
#include "compiler/check/vocabulary/geometry_names.h"
#include "compiler/check/vocabulary/run_names.h"
#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {
namespace {

using diag::Code;

// Searches by id, because ids do not count up by one if a file of a broken import was left out.
const LoadedFile* file_of(const std::vector<LoadedFile>& files, FileId id) {
  const auto found = std::ranges::find_if(files, [&](const LoadedFile& f) { return f.tree.file == id; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

std::string_view name(Kind kind) {
  static constexpr std::array<std::string_view, kKinds> kNames{"param or const", "function", "nand",
                                                               "design",         "workload", "experiment"};
  return kNames.at(static_cast<std::size_t>(kind));
}

const ast::Name* declared_name(const ast::Decl& decl) {
  return std::visit(
      []<class Node>(const Node& node) -> const ast::Name* {
        if constexpr (std::is_same_v<Node, ast::Import>)
          return nullptr;
        else
          return &node.name;
      },
      decl.node);
}

Kind kind_of(const ast::Decl& decl) {
  if (std::holds_alternative<ast::FnDecl>(decl.node)) return Kind::kFunction;
  if (std::holds_alternative<ast::ExperimentDecl>(decl.node)) return Kind::kExperiment;
  if (const auto* block = std::get_if<ast::BlockDecl>(&decl.node)) {
    if (block->kind == ast::BlockKind::kNand) return Kind::kNand;
    return block->kind == ast::BlockKind::kDesign ? Kind::kDesign : Kind::kWorkload;
  }
  return Kind::kValue;
}

bool is_geometry_name(std::string_view text) { return find_geometry_name(text) != nullptr; }
bool is_level_name(std::string_view text) { return find_word(ast::kLevelWords, text) != nullptr; }

std::optional<design::Level> find_level(std::string_view text) {
  const Word<std::size_t>* level = find_word(ast::kLevelWords, text);
  return level == nullptr ? std::nullopt : std::optional(design::kLevels.at(level->value));
}

std::string_view protected_as(std::string_view text) {
  if (is_level_name(text)) return "a level";
  if (is_geometry_name(text)) return "a number of the geometry";
  if (std::ranges::find(kKindNames, text) != kKindNames.end()) return "a kind of page";
  if (find_word(design::kCells, text) != nullptr) return "a kind of cell";
  const auto run_name = std::ranges::find(kRunNames, text, &RunName::name);
  return run_name == kRunNames.end() ? "" : run_name->meaning;
}

void report_protected(diag::Sink& sink, const ast::Name& own) {
  sink.report(Code::E0104, own.span, own.text, protected_as(own.text))
      .help("choose another name, such as `my_" + own.text + "`");
}

void report_hidden(diag::Sink& sink, const ast::Name& own, Span other) {
  auto& diagnostic = sink.report(Code::E0111, own.span, own.text);
  if (other.known()) diagnostic.note(other, "`" + own.text + "` is already declared here");
  diagnostic.help(fmt::format("choose another name here, such as `this_{}`", own.text));
}

Names::Names(const std::vector<LoadedFile>& files, Library& library, diag::Sink& sink)
    : library_(library), sink_(sink) {
  if (!files.empty()) root_ = files.front().tree.file;
  for (const LoadedFile& file : files) {
    declare_own(file);
    if (file.incomplete) incomplete_.insert(file.tree.file);
  }
  for (const LoadedFile& file : files) declare_imported(file, files);
  for (const LoadedFile& file : files) check_reachable(file.tree.file);
  for (const LoadedFile& file : files) {
    if (file.everywhere) declare_everywhere(file, files);
  }
}

// A file's own declarations come first, so that an imported declaration of the same name is the one reported.
void Names::declare_own(const LoadedFile& file) {
  Scope& scope = scopes_[file.tree.file];
  for (const ast::Decl& decl : file.tree.decls) {
    if (const ast::Name* name = declared_name(decl)) {
      check_protected(*name, kind_of(decl));
      declare(scope, decl, file.tree.file, file.tree.file);
    }
  }
}

// Imports are not transitive: a file sees what the imported file declares, not what that file imports.
void Names::declare_imported(const LoadedFile& file, const std::vector<LoadedFile>& files) {
  std::set<FileId> seen;
  for (const FileId id : file.imports) {
    const LoadedFile* imported = file_of(files, id);
    if (imported == nullptr || !seen.insert(id).second) continue;
    for (const ast::Decl& decl : imported->tree.decls) {
      if (declared_name(decl) != nullptr) declare(scopes_[file.tree.file], decl, id, file.tree.file);
    }
  }
}

// Reports a design and an experiment of one name: both would be `FILE:NAME` on the command line. If one imported file
// declares both, they are reported when that file is checked.
void Names::check_reachable(FileId file) {
  const Scope& scope = scopes_[file];
  const Table& designs = scope[static_cast<std::size_t>(Kind::kDesign)];
  for (const auto& [text, experiment] : scope[static_cast<std::size_t>(Kind::kExperiment)]) {
    const auto design = designs.find(text);
    if (design == designs.end() || (design->second.file == experiment.file && experiment.file != file)) continue;
    const Span first = declared_name(*design->second.decl)->span, second = declared_name(*experiment.decl)->span;
    const bool own = experiment.file == file;
    sink_.report(Code::E0430, own ? second : first, text)
        .note(own ? first : second, fmt::format("the {} `{}` is here", own ? "design" : "experiment", text))
        .help("give one of them another name");
  }
}

// Runs last, so that a name that a file declares or imports hides the standard one. This is allowed; a name that the
// file itself declares gets a warning.
void Names::declare_everywhere(const LoadedFile& policies, const std::vector<LoadedFile>& files) {
  everywhere_ = policies.tree.file;
  for (const LoadedFile& file : files) {
    for (const ast::Decl& decl : policies.tree.decls) {
      const ast::Name* own = declared_name(decl);
      if (own == nullptr || file.tree.file == everywhere_) continue;
      Table& table = scopes_[file.tree.file][static_cast<std::size_t>(kind_of(decl))];
      const auto [place, added] = table.try_emplace(own->text, Symbol{&decl, everywhere_});
      if (!added && place->second.file == file.tree.file)
        sink_.report(Code::W0119, declared_name(*place->second.decl)->span, own->text);
    }
  }
}

bool Names::redefined(Kind kind, std::string_view text, FileId from) const {
  const Symbol* here = find(kind, text, from);
  const auto scope = scopes_.find(everywhere_);
  if (here == nullptr || scope == scopes_.end()) return false;
  return here->file != everywhere_ && scope->second[static_cast<std::size_t>(kind)].contains(text);
}

// The first declaration of a name counts. A later one is reported and otherwise ignored, so that nothing is checked
// against two meanings.
void Names::declare(Scope& scope, const ast::Decl& decl, FileId home, FileId importing) {
  const ast::Name& own = *declared_name(decl);
  const Kind kind = kind_of(decl);
  const auto [place, added] = scope[static_cast<std::size_t>(kind)].try_emplace(own.text, Symbol{&decl, home});
  if (added) return;
  // A name that an imported file declares twice is reported only in that file.
  const Symbol& first = place->second;
  if (home != importing && first.file == home) return;
  const ast::Name& other = *declared_name(*first.decl);
  // The user can change the root file's own declaration, so the message points at that one and mentions the imported
  // one in a note.
  const bool first_is_own = first.file == importing;
  const Span shown = first_is_own && home != importing ? other.span : own.span;
  const Span noted = first_is_own && home != importing ? own.span : other.span;
  sink_.report(Code::E0103, shown, name(kind), own.text)
      .label("declared again")
      .note(noted, "the other `" + own.text + "` is here")
      .help("give one of them another name");
}

// Only values and functions have protected names. Designs, parts and workloads never appear in expressions, so their
// names are free.
void Names::check_protected(const ast::Name& own, Kind kind) {
  if (kind != Kind::kValue && kind != Kind::kFunction) return;
  if (!protected_as(own.text).empty()) {
    report_protected(sink_, own);
  } else if (const auto row = std::ranges::find(kConditionNames, own.text, &ConditionName::name);
             kind == Kind::kValue && row != kConditionNames.end()) {
    sink_.report(Code::E0104, own.span, own.text, row->meaning)
        .help("choose another name, such as `few_" + own.text + "`");
  } else if (kind == Kind::kFunction && find_function(own.text) != nullptr) {
    sink_.report(Code::W0119, own.span, own.text);
  }
}

bool Names::may_be_parameter(const ast::Name& own) const {
  if (!protected_as(own.text).empty() && !is_record_name(own.text)) {
    report_protected(sink_, own);
    return false;
  }
  const Symbol* hidden = find(Kind::kValue, own.text, own.span.file);
  if (hidden != nullptr) report_hidden(sink_, own, declared_name(*hidden->decl)->span);
  return hidden == nullptr;
}

const Symbol* Names::find(Kind kind, std::string_view text, FileId from) const {
  const auto scope = scopes_.find(adopted_.contains(from) ? root_ : from);
  if (scope == scopes_.end()) return nullptr;
  const Table& table = scope->second[static_cast<std::size_t>(kind)];
  const auto found = table.find(text);
  return found == table.end() ? nullptr : &found->second;
}

std::string Names::import_help(Kind kind, std::string_view text) const { return library_.import_help(kind, text); }

std::vector<std::string> Names::candidates(Kind kind, FileId from) const {
  return sink_.error_count() > limits::kMostShown ? std::vector<std::string>{} : visible(kind, from);
}

std::vector<std::string> Names::visible(Kind kind, FileId from) const {
  std::vector<std::string> result;
  const auto scope = scopes_.find(adopted_.contains(from) ? root_ : from);
  if (scope == scopes_.end()) return result;
  for (const auto& [text, symbol] : scope->second[static_cast<std::size_t>(kind)]) result.push_back(text);
  return result;
}

}  // namespace ssd::check
