// The index of names: the pages of everything that a name means in the language, in the standard library, and among the
// names of the caller.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"
#include "compiler/syntax/ast/ast.h"

namespace ssd::explain {

// A name that the caller adds, such as the name of a command.
struct NamedPage {
  std::string name, page;
};

// Every name with its pages. `explain`, completion and "did you mean" use this one list, so every proposed name can be
// explained. `sources` must exist as long as the index; a mistake in a file of the standard library goes to the sink.
class NameIndex {
 public:
  NameIndex(const check::Options& options, SourceMap& sources, diag::Sink& sink,
            const std::vector<NamedPage>& of_caller = {});
  NameIndex(NameIndex&&) = default;

  // Everything that the name means, one page after another; nothing if the name is unknown.
  std::optional<std::string> explain(std::string name) const;
  // Reports an unknown name with the nearest known ones.
  void report_unknown(const std::string& name, diag::Sink& sink) const;
  // Sorted, without duplicates.
  std::vector<std::string> names() const;

 private:
  using Page = std::function<std::string()>;
  struct Entry {
    std::vector<std::string> names;
    Page page;
  };
  void add(std::vector<std::string> names, Page page) { entries_.push_back({std::move(names), std::move(page)}); }
  void add_lists();
  void add_keys();
  void add_words();
  void add_vocabulary();
  void add_metrics();
  void add_library(const SourceMap& sources);

  std::vector<Entry> entries_;
  std::vector<ast::File> library_;
};

// Whether a text can only be the name of a file. `MB/s` is a name of a unit.
bool must_be_a_file(const std::string& text);

}  // namespace ssd::explain
