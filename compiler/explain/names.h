// The index of names: the pages of all that a name means, in the language, in the standard library, and wherever the
// caller has names.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/check/check.h"
#include "compiler/syntax/ast/ast.h"

namespace ssd::explain {

// A name of the caller's, such as that of a command.
struct NamedPage {
  std::string name, page;
};

// Every name with its pages. One list for `explain`, for completion and for "did you mean", so that what is offered is
// also explained. `sources` must outlive the index; a mistake in a file of the standard library goes to the sink.
class NameIndex {
 public:
  NameIndex(const check::Options& options, SourceMap& sources, diag::Sink& sink,
            const std::vector<NamedPage>& of_caller = {});
  NameIndex(NameIndex&&) = default;

  // All that the name means, one page after another; nothing if it means nothing.
  std::optional<std::string> explain(std::string name) const;
  // That the name means nothing, with the nearest ones.
  void report_unknown(const std::string& name, diag::Sink& sink) const;
  // Sorted, each once.
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

// Whether a text can only mean a file: `MB/s` is a name.
bool must_be_a_file(const std::string& text);

}  // namespace ssd::explain
