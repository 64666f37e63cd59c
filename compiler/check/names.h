// The names that each file can use: its own declarations, and those of the files that it imports directly. Params and
// consts share one namespace; functions, parts, designs, workloads and experiments have one each.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/expr/value.h"
#include "compiler/check/load.h"

namespace ssd::check {

enum class Kind : std::uint8_t { kValue, kFunction, kNand, kDesign, kWorkload, kExperiment };
inline constexpr std::size_t kKinds = 6;
std::string_view name(Kind kind);

struct Symbol {
  const ast::Decl* decl = nullptr;
  FileId file = kNoFile;  // the file that declares it; the declaration is evaluated in the scope of this file
};
// The name that a declaration introduces; null for an import.
const ast::Name* declared_name(const ast::Decl& decl);
Kind kind_of(const ast::Decl& decl);

// Names of the geometry of the final design, and of levels. No declaration may use one.
bool is_geometry_name(std::string_view name);
bool is_level_name(std::string_view name);
std::optional<design::Level> find_level(std::string_view name);
// What a name means in every expression, such as "a level"; empty if a declaration or a parameter may use the name.
std::string_view protected_as(std::string_view name);
void report_protected(diag::Sink& sink, const ast::Name& own);
// Reports a name that hides the declaration at `other`.
void report_hidden(diag::Sink& sink, const ast::Name& own, Span other);

class Library;

class Names {
 public:
  Names(const std::vector<LoadedFile>& files, Library& library, diag::Sink& sink);

  const Symbol* find(Kind kind, std::string_view name, FileId from) const;
  std::vector<std::string> visible(Kind kind, FileId from) const;
  // The visible names among which a help text looks for the nearest one. Returns none after so many errors that further
  // ones are not shown: comparing each unknown name with all names would take hours in a file full of unknown names.
  std::vector<std::string> candidates(Kind kind, FileId from) const;
  // Whether an unknown name of this file may come from an import that could not be read. The import was reported, so
  // the name is not reported again.
  bool incomplete(FileId from) const { return incomplete_.contains(adopted_.contains(from) ? root_ : from); }
  // Whether a parameter of a function or a policy hides nothing; reports it if it does. The name of a record may be
  // used for its parameter.
  bool may_be_parameter(const ast::Name& own) const;
  // Whether the file gives another meaning to a name that is known in every file.
  bool redefined(Kind kind, std::string_view name, FileId from) const;
  // The import to write to get the name, if the standard library declares it; otherwise empty.
  std::string import_help(Kind kind, std::string_view name) const;
  FileId root() const { return root_; }
  // Makes names in a text from the command line resolve in the scope of the root file.
  void adopt(FileId command_line) { adopted_.insert(command_line); }

 private:
  using Table = std::map<std::string, Symbol, std::less<>>;
  using Scope = std::array<Table, kKinds>;
  void declare_own(const LoadedFile& file);
  void declare_imported(const LoadedFile& file, const std::vector<LoadedFile>& files);
  void declare_everywhere(const LoadedFile& policies, const std::vector<LoadedFile>& files);
  void declare(Scope& scope, const ast::Decl& decl, FileId home, FileId importing);
  void check_reachable(FileId file);
  void check_protected(const ast::Name& name, Kind kind);

  Library& library_;
  diag::Sink& sink_;
  FileId root_ = kNoFile, everywhere_ = kNoFile;
  std::map<FileId, Scope> scopes_;
  std::set<FileId> adopted_, incomplete_;
};

}  // namespace ssd::check
