// The functions of ssd.hpp that return texts: pages about files and names, differences, first designs, canonical forms.
#include "compiler/explain/canonical.h"
#include "compiler/explain/diagnostic.h"
#include "compiler/explain/difference.h"
#include "compiler/explain/file.h"
#include "compiler/explain/names.h"
#include "compiler/syntax/parse/new_name.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/api/templates.h"

namespace ssd::api {

Result<std::string> explain_file(const std::string& path, const std::string& name, const CheckOptions& options) {
  return attempt<std::string>("explain", [&](Environment& environment) -> std::optional<std::string> {
    const check::Options how = checking(options, environment.sink);
    const auto page = explain::file_page(path, name, how, environment.sources, environment.sink);
    return page ? std::optional(in_fields(*page)) : std::nullopt;
  });
}

Result<std::string> explain_name(const std::string& name, const CheckOptions& options) {
  return attempt<std::string>("explain", [&](Environment& environment) -> std::optional<std::string> {
    if (explain::looks_like_a_code(name)) return explain::diagnostic_page(name, environment.sink);
    const check::Options how = checking(options, environment.sink);
    const explain::NameIndex index(how, environment.sources, environment.sink);
    auto page = index.explain(name);
    if (!page) index.report_unknown(name, environment.sink);
    return page;
  });
}

namespace {

Difference difference_of(const explain::Compared& compared) {
  Difference difference{.none = compared.difference.none(),
                        .changes = {},
                        .text = explain::difference_text(compared),
                        .json = explain::difference_json(compared)};
  for (const design::Change& change : compared.difference.changes)
    difference.changes.push_back({change.section, change.key, change.before, change.after});
  return difference;
}

}  // namespace

Result<Difference> diff(const DesignOfFile& before, const DesignOfFile& after, const CheckOptions& options) {
  return attempt<Difference>("diff", [&](Environment& environment) -> std::optional<Difference> {
    const check::Options how = checking(options, environment.sink);
    const auto compared = explain::compared({before.path, before.name}, {after.path, after.name}, how,
                                            environment.sources, environment.sink);
    return compared ? std::optional(difference_of(*compared)) : std::nullopt;
  });
}

Result<Difference> File::diff(const std::string& design, const File& other, const std::string& other_design) const {
  return attempt<Difference>("diff", data_->sources, [&](Environment& environment) -> std::optional<Difference> {
    const design::Design* before = check::select_design(data_->checked, design, environment.sink);
    const design::Design* after = check::select_design(other.data_->checked, other_design, environment.sink);
    if (before == nullptr || after == nullptr) return std::nullopt;
    return difference_of({.before_name = data_->checked.path + ':' + before->name,
                          .after_name = other.data_->checked.path + ':' + after->name,
                          .before = *before,
                          .after = *after,
                          .difference = design::compare(*before, *after)});
  });
}

Result<std::string> first_design(const std::string& name, const std::string& kind, const std::string& path) {
  const starters::Template* chosen = starters::find_template(kind);
  auto result = attempt<std::string>("new", [&](Environment& environment) -> std::optional<std::string> {
    if (!parse::may_be_a_name(name)) {
      parse::report_bad_name(environment.sink, "design", name, parse::mended_name(name, "Drive", "FirstDrive"));
      return std::nullopt;
    }
    if (chosen == nullptr) return std::nullopt;
    return starters::filled_in(chosen->text, name, path.empty() ? name + ".ssd" : path);
  });
  if (chosen == nullptr) tell_fault("no first design is called `" + kind + "`", result.diagnostics, result.text);
  return result;
}

std::vector<std::string> first_design_kinds() {
  std::vector<std::string> names;
  for (const starters::Template& one : starters::templates()) names.emplace_back(one.name);
  return names;
}

Result<Formatted> format(const std::string& path, const CheckOptions& options) {
  return attempt<Formatted>("fmt", [&](Environment& environment) -> std::optional<Formatted> {
    auto canonical =
        explain::canonical(path, checking(options, environment.sink), environment.sources, environment.sink);
    if (!canonical) return std::nullopt;
    return Formatted{.text = std::move(canonical->text), .changed = canonical->changed};
  });
}

}  // namespace ssd::api
