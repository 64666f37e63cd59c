// See explain_file.h.
#include "tools/ssdc/explain_file.h"

#include <fmt/format.h>

#include "compiler/sema/library.h"
#include "compiler/sema/load.h"
#include "compiler/sema/names.h"
#include "compiler/sema/params.h"
#include "compiler/source/suggest.h"
#include "tools/ssdc/explain_declaration.h"
#include "tools/ssdc/explain_design.h"
#include "tools/ssdc/explain_experiment.h"
#include "tools/ssdc/explain_properties.h"
#include "tools/ssdc/explain_workload.h"
#include "tools/ssdc/output_file.h"

namespace ssd::cli {
namespace {

class FileExplanation {
 public:
  explicit FileExplanation(Session& session) : session_(session), wanted_(parse_target(session.target)), options_(session.sema_options()) {
    options_.design = wanted_.name;
    files_ = sema::load(wanted_.file, options_, session.sources, silent_);
  }

  void print() {
    if (wanted_.name.empty()) return print_whole();
    const std::vector<const ast::Decl*> declared = declarations();
    if (declared.empty()) return report_missing();
    std::string text;
    for (const ast::Decl* decl : declared) {
      const auto page = page_of(*decl);
      if (!page) return;
      text += (text.empty() ? "" : "\n") + *page;
    }
    print_text(text);
  }

 private:
  // Its design; of a file without one, which is there for others to import, what it holds.
  void print_whole() {
    if (!check()) return;
    const bool has_design = std::ranges::any_of(checked_->declared_designs, [](const sema::Declared& d) { return !d.imported; });
    if (!has_design) {
      print_text(contents_page(files_.front().tree, session_.sources));
    } else if (const design::Design* design = sema::select_design(*checked_, {}, session_.sink)) {
      print_text(explain_design(*design, params_of(design->span), session_.sources));
    }
  }

  // Those of the first file that has the name: a declaration of the file itself comes before an imported one. Several if their kinds differ.
  std::vector<const ast::Decl*> declarations() const {
    std::vector<const ast::Decl*> found;
    for (const sema::LoadedFile& file : files_) {
      for (const ast::Decl& decl : file.tree.decls) {
        const ast::Name* name = sema::declared_name(decl);
        if (name != nullptr && name->text == wanted_.name) found.push_back(&decl);
      }
      if (!found.empty()) break;
    }
    return found;
  }

  // What is checked as a whole needs a sound file, and a declaration that is shown as it stands does not.
  std::optional<std::string> page_of(const ast::Decl& decl) {
    const std::string& name = wanted_.name;
    switch (sema::kind_of(decl)) {
      case sema::Kind::kDesign: {
        const design::Design* design = check() ? sema::select_design(*checked_, name, session_.sink) : nullptr;
        return design == nullptr ? std::nullopt : std::optional(explain_design(*design, params_of(design->span), session_.sources));
      }
      case sema::Kind::kWorkload: {
        const design::Workload* workload = check() ? sema::select_workload(*checked_, name, session_.sink) : nullptr;
        return workload == nullptr ? std::nullopt : std::optional(explain_workload(*workload, params_of(workload->span), session_.sources));
      }
      case sema::Kind::kExperiment: {
        const design::Experiment* experiment = check() ? sema::select_experiment(*checked_, name, session_.sink) : nullptr;
        return experiment == nullptr ? std::nullopt : std::optional(explain_experiment(*experiment));
      }
      case sema::Kind::kValue: return value_page(decl);
      default: return declaration_page(decl, session_.sources);
    }
  }

  // A param or const and what it came to. A file that is broken elsewhere still shows how it is declared, unless `-D` asks for more.
  std::optional<std::string> value_page(const ast::Decl& decl) {
    if (!session_.definitions.empty() && !check()) return std::nullopt;
    if (!checked_) checked_ = sema::check(wanted_.file, options_, session_.sources, silent_, params_);
    const auto& lines = params_of(sema::declared_name(decl)->span);
    const std::string came_to = lines.empty() ? "" : "\n" + property_lines(lines, false, session_.sources);
    return declaration_page(decl, session_.sources) + came_to;
  }

  // The check reads the files anew, so what is one place to the user may be two spans.
  const std::vector<design::Property>& params_of(Span declared) const {
    static const std::vector<design::Property> kNone;
    const auto path = [&](Span span) { return session_.sources.file(span.file).path(); };
    const auto found = std::ranges::find_if(params_, [&](const sema::UsedParams& p) { return p.of.begin == declared.begin && path(p.of) == path(declared); });
    return found == params_.end() ? kNone : found->params;
  }

  // What a broken file lacks is told by what is wrong with it.
  void report_missing() {
    if (silent_.has_errors()) {
      check();
      return;
    }
    std::vector<std::string> all, own;
    for (const sema::LoadedFile& file : files_) {
      for (const ast::Decl& decl : file.tree.decls) {
        const ast::Name* name = sema::declared_name(decl);
        if (name == nullptr) continue;
        all.push_back(name->text);
        if (&file == &files_.front()) own.push_back(name->text);
      }
    }
    const auto near = nearest(wanted_.name, all);
    const std::string import = import_help();
    session_.sink.report(diag::Code::E0440, {}, wanted_.file, wanted_.name)
        .help(!import.empty() ? import
              : near          ? fmt::format("did you mean `{}`?", *near)
              : own.empty()   ? "it declares nothing"
                              : fmt::format("it has {}", listed(own)));
  }

  // Of a name of the standard library that the file does not import, whatever it declares; otherwise empty.
  std::string import_help() const {
    sema::Library library(options_);
    std::string help;
    for (std::size_t kind = 0; kind < sema::kKinds && help.empty(); ++kind) help = library.import_help(static_cast<sema::Kind>(kind), wanted_.name);
    return help;
  }

  // Once; false if there are mistakes, which are told.
  bool check() {
    if (!checked_) checked_ = sema::check(wanted_.file, options_, session_.sources, session_.sink, params_);
    return !session_.sink.has_errors();
  }

  Session& session_;
  Target wanted_;
  sema::Options options_;
  diag::Sink silent_;
  std::vector<sema::LoadedFile> files_;
  std::optional<sema::Checked> checked_;
  std::vector<sema::UsedParams> params_;
};

}  // namespace

void explain_file(Session& session) { FileExplanation(session).print(); }

}  // namespace ssd::cli
