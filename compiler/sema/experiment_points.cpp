// Every design and workload of an experiment with the values that its params will have, so that the seventh value of an axis is not refused
// after an hour of runs. Only params that a declaration uses make it another one, so most experiments need no check that was not made.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/sema/experiment.h"
#include "compiler/sema/reach.h"
#include "compiler/sema/workload.h"

namespace ssd::sema {
namespace {

using diag::Code;

// ---- what a declaration names ------------------------------------------------------------------------------------------------

// Of a block the params that it reaches, and those of the part that it names.
class BlockReach {
 public:
  BlockReach(const Names& names, Merger& merger, Effort& effort) : reach_(names, &effort), merger_(merger) {}

  const std::set<const ast::Decl*>& params(const Group& group) {
    add(group);
    return reach_.params();
  }

 private:
  void add(const Group& group) {
    for (const Entry& entry : group.entries) {
      if (entry.group != nullptr) add(*entry.group);
      if (entry.property == nullptr) continue;
      reach_.add(entry.property->value);
      if (names_part(*entry.key)) add_part(entry.property->value);
    }
  }

  void add_part(const ast::Value& value) {
    const auto* expr = std::get_if<ast::ExprValue>(&value.node);
    const auto* name = expr == nullptr ? nullptr : std::get_if<ast::NameRef>(&expr->value->node);
    if (name == nullptr) return;
    if (const auto part = merger_.part(name->text, expr->value->span)) add(*part);
  }

  Reach reach_;
  Merger& merger_;
};

// ---- the points ----------------------------------------------------------------------------------------------------------------

// A design or workload of the experiment and the varied params that it uses, as places in ExperimentReader::params.
struct Subject {
  const Symbol* symbol = nullptr;
  std::vector<std::size_t> params;
};
// For each of the subject's params the place of its value on its axis.
using Choice = std::vector<std::size_t>;

class Points {
 public:
  Points(ExperimentReader& reader, const SourceMap& sources, const ReadDesign& read_design, const HasPassed& passed)
      : reader_(reader), sources_(sources), read_design_(read_design), passed_(passed), effort_(reader.evaluator.globals().effort()),
        merger_(reader.names(), tried_) {}

  void check() {
    if (effort_.spent()) return report_unchecked(most_combinations(), 0);  // which params are used is not looked into either
    for (const design::Axis& axis : reader_.result.axes) {
      if (axis.kind != design::AxisKind::kParam) add_subjects(axis);
    }
    if (!effort_.spent()) warn_of_idle_params();
    const std::uint64_t all = combinations();
    std::size_t checked = 0;
    for (const Subject& subject : subjects_) {
      for (const Choice& choice : choices(subject, all <= kMostChecked)) {
        if (checked == kMostChecked || !check_one(subject, choice)) return report_unchecked(all, checked);
        ++checked;
      }
    }
    if (checked < all) report_unchecked(all, checked);
  }

 private:
  void report_unchecked(std::uint64_t all, std::size_t checked) {
    const std::string shown = all > kMostPoints ? fmt::format("more than {}", kMostPoints) : std::to_string(all);
    reader_.sink()
        .report(Code::W0327, reader_.result.span, shown, checked)
        .help("nothing needs to be done; `ssdc check FILE -D param=value` tries one more");
  }

  // Those with mistakes of their own were told; they count as using everything.
  void add_subjects(const design::Axis& axis) {
    const Kind kind = axis.kind == design::AxisKind::kDesign ? Kind::kDesign : Kind::kWorkload;
    for (const design::AxisValue& value : axis.values) {
      const Symbol* symbol = reader_.names().find(kind, value.text, reader_.file.file);
      if (symbol == nullptr || !value.declared.known()) continue;
      const auto group = passed_(value.declared) ? merger_.resolve(*symbol) : nullptr;
      if (group == nullptr) {
        all_passed_ = false;
        continue;
      }
      BlockReach reach(reader_.names(), merger_, effort_);
      const std::set<const ast::Decl*>& used = reach.params(*group);
      Subject subject{symbol, {}};
      for (std::size_t i = 0; i < reader_.params.size(); ++i) {
        if (used.contains(reader_.params[i].param)) subject.params.push_back(i);
      }
      subjects_.push_back(std::move(subject));
    }
  }

  void warn_of_idle_params() {
    for (std::size_t i = 0; all_passed_ && i < reader_.params.size(); ++i) {
      const auto uses = [i](const Subject& s) { return std::ranges::count(s.params, i) != 0; };
      if (std::ranges::any_of(subjects_, uses)) continue;
      const design::Axis& axis = reader_.result.axes[reader_.params[i].axis];
      reader_.sink().report(Code::W0326, axis.span, axis.name).help("vary what they use, or leave it out");
    }
  }

  // Stops counting where it no longer matters.
  std::uint64_t combinations() const {
    std::uint64_t sum = 0;
    for (const Subject& subject : subjects_) {
      std::uint64_t product = 1;
      for (const std::size_t i : subject.params) product = std::min<std::uint64_t>(product * reader_.params[i].values.size(), kMostPoints + 1);
      sum += product;
    }
    return std::min<std::uint64_t>(sum, kMostPoints + 1);
  }

  // Of a design that uses every param.
  std::uint64_t most_combinations() const {
    std::uint64_t product = 1;
    for (const VariedParam& param : reader_.params) product = std::min<std::uint64_t>(product * param.values.size(), kMostPoints + 1);
    return product;
  }

  // All combinations, or each value with the others at their first.
  std::vector<Choice> choices(const Subject& subject, bool all) const {
    std::vector<Choice> result{Choice(subject.params.size(), 0)};
    for (std::size_t p = 0; p < subject.params.size(); ++p) {
      const std::size_t before = all ? result.size() : 1;
      for (std::size_t value = 1; value < reader_.params[subject.params[p]].values.size(); ++value) {
        for (std::size_t i = 0; i < before; ++i) {
          result.push_back(result[i]);
          result.back()[p] = value;
        }
      }
    }
    return result;
  }

  // What the check of the file itself has already said yes to.
  bool is_as_declared(const Subject& subject, const Choice& choice) const {
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const VariedParam& param = reader_.params[subject.params[i]];
      const Value declared = reader_.evaluator.globals().value({param.param, reader_.file.file}, {});
      if (!apply(ast::BinaryOp::kEqual, declared, param.values[choice[i]]).value.truth) return false;
    }
    return true;
  }

  // False if the compilation's effort does not reach: then what was found is no mistake of the point's.
  bool check_one(const Subject& subject, const Choice& choice) {
    if (is_as_declared(subject, choice)) return true;
    std::map<const ast::Decl*, Value> values;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const VariedParam& param = reader_.params[subject.params[i]];
      values[param.param] = param.values[choice[i]];
    }
    diag::Sink found;
    Globals globals = reader_.evaluator.globals().varied(std::move(values), found);
    Evaluator evaluator(globals, sources_, found);
    std::vector<design::Property> properties;
    Context context{evaluator, merger_, declared_name(*subject.symbol->decl)->text, properties};
    const auto group = merger_.resolve(*subject.symbol);
    if (kind_of(*subject.symbol->decl) == Kind::kDesign) {
      design::Design design;
      design.span = declared_name(*subject.symbol->decl)->span;
      read_design_(context, *group, design);
    } else {
      read_workload(context, *group);
    }
    if (effort_.spent()) return false;
    for (const diag::Diagnostic& d : found.all()) tell(d, subject, choice);
    return true;
  }

  // The mistake at its place, and where the value comes from. Told once for each place, whatever other values do there. What is merely a
  // warning about a design is left to those who look at that design.
  void tell(const diag::Diagnostic& diagnostic, const Subject& subject, const Choice& choice) {
    if (diag::row(diagnostic.code).severity != diag::Severity::kError) return;
    reader_.sound = false;
    if (!told_.insert({diagnostic.code, diagnostic.span.file, diagnostic.span.begin}).second) return;
    std::vector<std::string> values;
    Span place;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const design::Axis& axis = reader_.result.axes[reader_.params[subject.params[i]].axis];
      values.push_back(fmt::format("`{}` is {}", axis.name, axis.values[choice[i]].text));
      place = axis.values[choice[i]].span;
    }
    reader_.sink()
        .repeat(diagnostic)
        .note(place, fmt::format("in a point of `{}`, where {} is `{}` and {}", reader_.result.name, name(kind_of(*subject.symbol->decl)),
                                 declared_name(*subject.symbol->decl)->text, fmt::join(values, " and ")));
  }

  ExperimentReader& reader_;
  const SourceMap& sources_;
  const ReadDesign& read_design_;
  const HasPassed& passed_;
  Effort& effort_;
  diag::Sink tried_;  // of merging, which was told at the declarations
  Merger merger_;
  std::vector<Subject> subjects_;
  bool all_passed_ = true;
  std::set<std::tuple<diag::Code, FileId, std::uint32_t>> told_;
};

}  // namespace

void check_points(ExperimentReader& reader, const SourceMap& sources, const ReadDesign& read_design, const HasPassed& passed) {
  if (!reader.params.empty()) Points(reader, sources, read_design, passed).check();
}

}  // namespace ssd::sema
