// Implements file.h.
#include "compiler/explain/file.h"

#include <fmt/format.h>

#include "compiler/check/library.h"
#include "compiler/check/load.h"
#include "compiler/check/names.h"
#include "compiler/check/params.h"
#include "compiler/explain/declaration.h"
#include "compiler/explain/design.h"
#include "compiler/explain/experiment.h"
#include "compiler/explain/properties.h"
#include "compiler/explain/workload.h"
#include "runtime/base/suggest.h"

namespace ssd::explain {
namespace {

class FileExplanation {
 public:
  FileExplanation(const std::string& file, const std::string& name, const check::Options& options, SourceMap& sources,
                  diag::Sink& sink)
      : file_(file), name_(name), options_(options), sources_(sources), sink_(sink) {
    options_.design = name_;
    files_ = check::load(file_, options_, sources_, silent_);
  }

  std::optional<std::string> text() {
    if (name_.empty()) return whole_page();
    const std::vector<const ast::Decl*> declared = declarations();
    if (declared.empty()) report_missing();
    std::optional<std::string> text;
    for (const ast::Decl* decl : declared) {
      const auto page = page_of(*decl);
      if (!page) return std::nullopt;
      text = text ? *text + "\n" + *page : *page;
    }
    return text;
  }

 private:
  // The page of the file's design. A file without a design exists for others to import, so its contents are listed.
  std::optional<std::string> whole_page() {
    if (!check()) return std::nullopt;
    const bool has_design =
        std::ranges::any_of(checked_->declared_designs, [](const check::Declared& d) { return !d.imported; });
    if (!has_design) return contents_page(files_.front().tree, sources_);
    return page_of(check::select_design(*checked_, {}, sink_));
  }

  // A null pointer means that a diagnostic was reported.
  std::optional<std::string> page_of(const design::Design* design) const {
    if (design == nullptr) return std::nullopt;
    return design_page(*design, params_of(design->span), sources_);
  }
  std::optional<std::string> page_of(const design::Workload* workload) const {
    if (workload == nullptr) return std::nullopt;
    return workload_page(*workload, params_of(workload->span), sources_);
  }
  static std::optional<std::string> page_of(const design::Experiment* experiment) {
    if (experiment == nullptr) return std::nullopt;
    return experiment_page(*experiment);
  }

  // The declarations of that name in the first file that has it: the file's own declarations take precedence over
  // imported ones. There are several if their kinds differ.
  std::vector<const ast::Decl*> declarations() const {
    std::vector<const ast::Decl*> found;
    for (const check::LoadedFile& file : files_) {
      for (const ast::Decl& decl : file.tree.decls) {
        const ast::Name* name = check::declared_name(decl);
        if (name != nullptr && name->text == name_) found.push_back(&decl);
      }
      if (!found.empty()) break;
    }
    return found;
  }

  // A declaration that is checked as a whole needs a file without mistakes; one that is shown as written does not.
  std::optional<std::string> page_of(const ast::Decl& decl) {
    switch (check::kind_of(decl)) {
      case check::Kind::kDesign: return check() ? page_of(check::select_design(*checked_, name_, sink_)) : std::nullopt;
      case check::Kind::kWorkload:
        return check() ? page_of(check::select_workload(*checked_, name_, sink_)) : std::nullopt;
      case check::Kind::kExperiment:
        return check() ? page_of(check::select_experiment(*checked_, name_, sink_)) : std::nullopt;
      case check::Kind::kValue: return value_page(decl);
      default: return declaration_page(decl, sources_);
    }
  }

  // A param or const and its value. If the file has a mistake elsewhere, the declaration is still shown, unless `-D`
  // requires the check.
  std::optional<std::string> value_page(const ast::Decl& decl) {
    if ((!options_.overrides.empty() || sink_.has_errors()) && !check()) return std::nullopt;
    if (!checked_) checked_ = check::check(file_, options_, sources_, silent_, params_);
    const auto& lines = params_of(check::declared_name(decl)->span);
    const std::string came_to = lines.empty() ? "" : "\n" + property_lines(lines, false, sources_);
    return declaration_page(decl, sources_) + came_to;
  }

  // The check reads the files again, so the same place may be two spans. They are compared by path and position.
  const std::vector<design::Property>& params_of(Span declared) const {
    static const std::vector<design::Property> kNone;
    const auto path = [&](Span span) { return sources_.file(span.file).path(); };
    const auto found = std::ranges::find_if(params_, [&](const check::UsedParams& p) {
      return p.of.begin == declared.begin && path(p.of) == path(declared);
    });
    return found == params_.end() ? kNone : found->params;
  }

  // If the file has mistakes, they may be the reason for the missing name, so they are reported instead.
  void report_missing() {
    if (silent_.has_errors()) {
      check();
      return;
    }
    std::vector<std::string> all, own;
    for (const check::LoadedFile& file : files_) {
      for (const ast::Decl& decl : file.tree.decls) {
        const ast::Name* name = check::declared_name(decl);
        if (name == nullptr) continue;
        all.push_back(name->text);
        if (&file == &files_.front()) own.push_back(name->text);
      }
    }
    const auto near = nearest(name_, all);
    const std::string import = import_help();
    sink_.report(diag::Code::E0440, {}, file_, name_)
        .help(!import.empty() ? import
              : near          ? fmt::format("did you mean `{}`?", *near)
              : own.empty()   ? "it declares nothing"
                              : fmt::format("it has {}", listed(own)));
  }

  // The import for a name of the standard library that the file does not import, whatever kind it has; otherwise empty.
  std::string import_help() const {
    check::Library library(options_);
    std::string help;
    for (std::size_t kind = 0; kind < check::kKinds && help.empty(); ++kind)
      help = library.import_help(static_cast<check::Kind>(kind), name_);
    return help;
  }

  // Runs the check once. Returns false if there are mistakes, which are reported.
  bool check() {
    if (!checked_) checked_ = check::check(file_, options_, sources_, sink_, params_);
    return !sink_.has_errors();
  }

  const std::string &file_, &name_;
  check::Options options_;
  SourceMap& sources_;
  diag::Sink& sink_;
  diag::Sink silent_;
  std::vector<check::LoadedFile> files_;
  std::optional<check::Checked> checked_;
  std::vector<check::UsedParams> params_;
};

}  // namespace

std::optional<std::string> file_page(const std::string& file, const std::string& name, const check::Options& options,
                                     SourceMap& sources, diag::Sink& sink) {
  return FileExplanation(file, name, options, sources, sink).text();
}

}  // namespace ssd::explain
