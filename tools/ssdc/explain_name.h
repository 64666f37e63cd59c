// What `ssdc explain NAME` prints: the pages of all that the name means, in the language, in the standard library and on the command line.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ast/ast.h"
#include "tools/ssdc/session.h"

namespace CLI {
class App;
}

namespace ssd::cli {

// Every name with its pages. One list for `explain`, for completion and for "did you mean", so that what is offered is also explained.
class NameIndex {
 public:
  NameIndex(Session& session, const CLI::App& app);

  // All that the name means, one page after another; nothing if it means nothing.
  std::optional<std::string> explain(std::string name) const;
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
  void add_commands(const CLI::App& app, const std::string& before);
  void add_library();

  Session& session_;
  std::vector<Entry> entries_;
  std::vector<ast::File> library_;
};

}  // namespace ssd::cli
