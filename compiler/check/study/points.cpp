// Checks every design and workload of an experiment with the values that its params will have, so that the seventh
// value of an axis is not rejected after an hour of runs. Only the params that a declaration uses can change it, so
// most experiments need few additional checks.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/check/block_reach.h"
#include "compiler/check/given_keys.h"
#include "compiler/check/study/experiment.h"
#include "compiler/check/workload/workload.h"
#include "compiler/syntax/ast/copy.h"

namespace ssd::check {
namespace {

using diag::Code;

// A design or workload of the experiment with the varied params that it uses, as indices of ExperimentReader::params.
struct Subject {
  const Symbol* symbol = nullptr;
  std::vector<std::size_t> params;
};
// For each of the subject's params, the index of its value on its axis.
using Choice = std::vector<std::size_t>;

bool covers(Span outer, Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

class Points {
 public:
  Points(ExperimentReader& reader, const SourceMap& sources, const ReadDesign& read_design, const HasPassed& passed)
      : reader_(reader),
        sources_(sources),
        read_design_(read_design),
        passed_(passed),
        effort_(reader.evaluator.globals().effort()),
        merger_(reader.names(), tried_, given()) {}

  void check() {
    if (effort_.spent())
      return report_unchecked(most_combinations(), 0);  // which params are used is then not examined either
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
        .help("nothing needs to be done; `ssdc check FILE -D param=value` checks one more");
  }

  // Collects the subjects. Those with mistakes of their own were reported; no param counts as unused while there is
  // one.
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
      BlockReach reach(reader_.names(), merger_, &effort_);
      reach.add(*group);
      if (kind == Kind::kDesign) add_varied_keys(*symbol, reach);
      const std::set<const ast::Decl*>& used = reach.params();
      Subject subject{symbol, {}};
      for (std::size_t i = 0; i < reader_.params.size(); ++i) {
        const VariedParam& param = reader_.params[i];
        if (param.is_key() ? kind == Kind::kDesign : used.contains(param.param)) subject.params.push_back(i);
      }
      subjects_.push_back(std::move(subject));
    }
  }

  // Each value of a varied key may use params that the design does not.
  void add_varied_keys(const Symbol& design, BlockReach& reach) {
    for (const VariedParam& param : reader_.params) {
      for (std::size_t value = 0; param.is_key() && value < param.count(); ++value) {
        std::vector<ast::KeyValue> keys;
        keys.push_back(key_value(param, value));
        Merger merger(reader_.names(), tried_, with_keys(design, std::move(keys)));
        const auto group = merger.resolve(design);
        if (group == nullptr) continue;
        reach.add(*group);
        reach.params();  // now, because the group's expressions live no longer than it
      }
    }
  }

  void warn_of_idle_params() {
    for (std::size_t i = 0; all_passed_ && i < reader_.params.size(); ++i) {
      const auto uses = [i](const Subject& s) { return std::ranges::count(s.params, i) != 0; };
      if (std::ranges::any_of(subjects_, uses)) continue;
      const design::Axis& axis = reader_.result.axes[reader_.params[i].axis];
      reader_.sink().report(Code::W0326, axis.span, axis.name).help("vary a param that they use, or leave it out");
    }
  }

  // The number of combinations; counting stops above the limit.
  std::uint64_t combinations() const {
    std::uint64_t sum = 0;
    for (const Subject& subject : subjects_) {
      std::uint64_t product = 1;
      for (const std::size_t i : subject.params)
        product = std::min<std::uint64_t>(product * reader_.params[i].count(), kMostPoints + 1);
      sum += product;
    }
    return std::min<std::uint64_t>(sum, kMostPoints + 1);
  }

  // The number of combinations of a design that uses every param.
  std::uint64_t most_combinations() const {
    std::uint64_t product = 1;
    for (const VariedParam& param : reader_.params)
      product = std::min<std::uint64_t>(product * param.count(), kMostPoints + 1);
    return product;
  }

  // All combinations, or each value with the other params at their first value.
  std::vector<Choice> choices(const Subject& subject, bool all) const {
    std::vector<Choice> result{Choice(subject.params.size(), 0)};
    for (std::size_t p = 0; p < subject.params.size(); ++p) {
      const std::size_t before = all ? result.size() : 1;
      for (std::size_t value = 1; value < reader_.params[subject.params[p]].count(); ++value) {
        for (std::size_t i = 0; i < before; ++i) {
          result.push_back(result[i]);
          result.back()[p] = value;
        }
      }
    }
    return result;
  }

  // Whether the values are those of the file itself, whose check has already passed.
  bool is_as_declared(const Subject& subject, const Choice& choice) const {
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const VariedParam& param = reader_.params[subject.params[i]];
      if (param.is_key()) return false;
      const Value declared = reader_.evaluator.globals().value({param.param, reader_.file.file}, {});
      if (!apply(ast::BinaryOp::kEqual, declared, param.values[choice[i]]).value.truth) return false;
    }
    return true;
  }

  // The keys that `-D` gives.
  std::vector<Overlay> given() const {
    const auto& block = reader_.evaluator.globals().given_keys();
    if (block == nullptr) return {};
    return {{.block = block, .only = nullptr, .file = reader_.names().root()}};
  }

  // A varied key with one of its values.
  static ast::KeyValue key_value(const VariedParam& param, std::size_t value) {
    const ast::Expr& stated = *param.stated[value];
    return {
        .path = param.path, .value = {stated.span, ast::ExprValue{ast::copy(stated), nullptr}}, .span = stated.span};
  }

  // The varied keys with their values of this choice.
  std::vector<ast::KeyValue> varied_keys(const Subject& subject, const Choice& choice) const {
    std::vector<ast::KeyValue> keys;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const VariedParam& param = reader_.params[subject.params[i]];
      if (param.is_key()) keys.push_back(key_value(param, choice[i]));
    }
    return keys;
  }

  // The keys that `-D` gives, and over them these.
  std::vector<Overlay> with_keys(const Symbol& symbol, std::vector<ast::KeyValue> keys) const {
    std::vector<Overlay> overlays = given();
    if (!keys.empty())
      overlays.push_back({.block = keys_as_block(std::move(keys)), .only = symbol.decl, .file = kNoFile});
    return overlays;
  }

  // Returns false if the compilation's effort is used up. The diagnostics found so far are then not mistakes of the
  // point.
  bool check_one(const Subject& subject, const Choice& choice) {
    if (is_as_declared(subject, choice)) return true;
    std::map<const ast::Decl*, Value> values;
    for (std::size_t i = 0; i < choice.size(); ++i) {
      const VariedParam& param = reader_.params[subject.params[i]];
      if (!param.is_key()) values[param.param] = param.values[choice[i]];
    }
    diag::Sink found;
    Globals globals = reader_.evaluator.globals().varied(std::move(values), found);
    Evaluator evaluator(globals, sources_, found);
    std::vector<design::Property> properties;
    Merger merger(reader_.names(), tried_, with_keys(*subject.symbol, varied_keys(subject, choice)));
    Context context{evaluator, merger, declared_name(*subject.symbol->decl)->text, properties};
    const auto group = merger.resolve(*subject.symbol);
    if (group == nullptr) return true;  // reported where the design is checked
    if (kind_of(*subject.symbol->decl) == Kind::kDesign) {
      design::Design design;
      design.span = declared_name(*subject.symbol->decl)->span;
      read_design_(context, *group, design);
    } else {
      read_workload(context, *group);
    }
    if (effort_.spent()) return false;
    for (const diag::Diagnostic& d : found.all()) tell(d, subject, choice, *group);
    return true;
  }

  // The varied params that a mistake is about: those that the wrong key uses, or all params of the subject if the
  // mistake is not about a single key. They are indices of the subject's params.
  struct Blame {
    std::vector<std::size_t> params;
    const ast::Property* property = nullptr;
  };
  Blame blame(const diag::Diagnostic& diagnostic, const Subject& subject, const Choice& choice, const Group& group) {
    Blame result;
    BlockReach reach(reader_.names(), merger_, &effort_);
    result.property = reach.add_property_at(group, diagnostic.span);
    if (result.property == nullptr) reach.add_declaration_at(reader_.file, diagnostic.span);
    const std::set<const ast::Decl*>& used = reach.params();
    for (std::size_t i = 0; i < subject.params.size(); ++i) {
      const VariedParam& param = reader_.params[subject.params[i]];
      const bool blamed = param.is_key()
                              ? covers(reader_.result.axes[param.axis].values[choice[i]].span, diagnostic.span)
                              : used.contains(param.param);
      if (blamed) result.params.push_back(i);
    }
    if (!result.params.empty()) return result;
    for (std::size_t i = 0; i < subject.params.size(); ++i) result.params.push_back(i);
    return result;
  }

  // Reports the mistake at its place and where the values come from. It is reported once for each place, whichever
  // other values cause it there too. Warnings about a design are left out; they appear when that design itself is
  // checked.
  void tell(const diag::Diagnostic& diagnostic, const Subject& subject, const Choice& choice, const Group& group) {
    if (diag::row(diagnostic.code).severity != diag::Severity::kError) return;
    reader_.sound = false;
    if (!told_.insert({diagnostic.code, diagnostic.span.file, diagnostic.span.begin}).second) return;
    const Blame blamed = blame(diagnostic, subject, choice, group);
    std::vector<std::string> values;
    std::vector<Span> places;
    for (const std::size_t i : blamed.params) {
      const design::Axis& axis = reader_.result.axes[reader_.params[subject.params[i]].axis];
      values.push_back(fmt::format("`{}` is {}", axis.name, axis.values[choice[i]].text));
      places.push_back(axis.values[choice[i]].span);
    }
    auto& told = reader_.sink().repeat(diagnostic);
    told.note(places.front(), fmt::format("in a point of `{}`, where {} is `{}` and {}", reader_.result.name,
                                          name(kind_of(*subject.symbol->decl)),
                                          declared_name(*subject.symbol->decl)->text, fmt::join(values, " and ")));
    for (std::size_t i = 1; i < places.size(); ++i) told.note(places[i], values[i]);
    if (blamed.property != nullptr) told.help(help_in_point(diagnostic.fix, *blamed.property, values));
  }

  // A help that gives the key a value would replace the param. Here the axis must be changed instead.
  static std::string help_in_point(const std::string& help, const ast::Property& property,
                                   const std::vector<std::string>& values) {
    const std::string instead = fmt::format("write `{}: ", property.key.text),
                      policy = fmt::format("write `{}(", property.key.text), or_word = "`, or ";
    if (const std::size_t words = help.find(or_word); help.starts_with(policy) && words != std::string::npos) {
      return "vary it over " + help.substr(words + or_word.size());
    }
    if (!help.starts_with(instead)) return help;
    const auto* expr = std::get_if<ast::ExprValue>(&property.value.node);
    const bool param_alone =
        expr != nullptr && std::holds_alternative<ast::NameRef>(expr->value->node) && help.ends_with('`');
    if (param_alone) return fmt::format("vary it over other values, such as `{}", help.substr(instead.size()));
    return fmt::format("vary over other values than where {}", fmt::join(values, " and "));
  }

  ExperimentReader& reader_;
  const SourceMap& sources_;
  const ReadDesign& read_design_;
  const HasPassed& passed_;
  Effort& effort_;
  diag::Sink tried_;  // receives the diagnostics of merging, which were already reported at the declarations
  Merger merger_;
  std::vector<Subject> subjects_;
  bool all_passed_ = true;
  std::set<std::tuple<diag::Code, FileId, std::uint32_t>> told_;
};

}  // namespace

void check_points(ExperimentReader& reader, const SourceMap& sources, const ReadDesign& read_design,
                  const HasPassed& passed) {
  if (!reader.params.empty()) Points(reader, sources, read_design, passed).check();
}

}  // namespace ssd::check
