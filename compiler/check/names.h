// What each file can name: its own declarations and those of the files it imports directly. One namespace for values
// (param, const), one each for functions, parts, designs, workloads and experiments.
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
  FileId file = kNoFile;  // where it is declared, and in whose scope it is read
};
// The name that a declaration introduces; null for an import.
const ast::Name* declared_name(const ast::Decl& decl);
Kind kind_of(const ast::Decl& decl);

// Names that stand for the geometry of the final design, or for a level; no declaration may take one.
bool is_geometry_name(std::string_view name);
bool is_level_name(std::string_view name);
std::optional<design::Level> find_level(std::string_view name);
// What a name stands for in every expression, as in "a level"; empty if a declaration or a parameter may take it.
std::string_view protected_as(std::string_view name);
void report_protected(diag::Sink& sink, const ast::Name& own);
// A name that hides what is declared at `other`.
void report_hidden(diag::Sink& sink, const ast::Name& own, Span other);

class Library;

class Names {
 public:
  Names(const std::vector<LoadedFile>& files, Library& library, diag::Sink& sink);

  const Symbol* find(Kind kind, std::string_view name, FileId from) const;
  std::vector<std::string> visible(Kind kind, FileId from) const;
  // The same, for saying which was meant: none where so many mistakes were told that nobody reads the next ones, since
  // looking through all names for each of them would take hours in a file of nothing but unknown names.
  std::vector<std::string> candidates(Kind kind, FileId from) const;
  // Whether what is unknown in the file may be in an import that could not be read: that was told, and is not told
  // again.
  bool incomplete(FileId from) const { return incomplete_.contains(adopted_.contains(from) ? root_ : from); }
  // Whether the parameter of a function or a policy hides nothing; reports it. A record's name may be that of its
  // parameter.
  bool may_be_parameter(const ast::Name& own) const;
  // Whether a name that is known in every file means something of the file's own there.
  bool redefined(Kind kind, std::string_view name, FileId from) const;
  // What to import to have the name, if the standard library declares it; otherwise empty.
  std::string import_help(Kind kind, std::string_view name) const;
  FileId root() const { return root_; }
  // A text of the command line is read in the scope of the root file.
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
