// Finds the declaration that a name means, or reports what the file has instead. See check.h and select.h.
#include "compiler/check/select.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/check/library.h"
#include "compiler/check/names.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

bool declares(const std::vector<Declared>& declared, std::string_view name) {
  return std::ranges::find(declared, name, &Declared::name) != declared.end();
}

std::string import_help(const Checked& checked, Kind kind, std::string_view name) {
  Options options;
  options.stdlib_directory = checked.stdlib_directory;
  return Library(options).import_help(kind, name);
}

std::vector<std::string> names_of(const std::vector<Declared>& declared, bool only_own) {
  std::vector<std::string> names;
  for (const Declared& d : declared) {
    if (!only_own || !d.imported) names.push_back(d.name);
  }
  return names;
}

// `also` holds the experiments if the command accepts an experiment as well.
void report_unchosen(const Checked& checked, const std::vector<Declared>& declared, Kind of,
                     const std::vector<Declared>& also, diag::Sink& sink) {
  const std::vector<std::string> own = names_of(declared, true), others = names_of(also, true);
  const std::string_view kind = check::name(of);
  if (own.empty()) {
    sink.report(Code::E0310, Span{}, checked.path, kind)
        .help(others.empty() ? fmt::format("declare one: `{} Name {{ … }}`", kind)
                             : fmt::format("name one of its experiments, as in `{}:{}`: {}", checked.path,
                                           others.front(), listed(others)));
    return;
  }
  const std::string experiments = others.empty() ? "" : fmt::format("; or an experiment: {}", listed(others));
  sink.report(Code::E0308, Span{}, checked.path, own.size(), kind)
      .help(fmt::format("name one of them: {}{}", listed(own), experiments));
}

std::string help_for_unknown(const Checked& checked, const std::vector<Declared>& declared, Kind of,
                             std::string_view name, const std::vector<Declared>& also) {
  std::string import = import_help(checked, of, name);
  if (!import.empty()) return import;
  const std::vector<std::string> all = names_of(declared, false), others = names_of(also, false);
  std::vector<std::string> both = all;
  both.insert(both.end(), others.begin(), others.end());
  if (const auto near = nearest(name, both)) return fmt::format("did you mean `{}`?", *near);
  if (both.empty()) return fmt::format("it declares no {}", check::name(of));
  if (others.empty()) return fmt::format("it has {}", listed(all));
  return all.empty() ? fmt::format("it has the experiments {}", listed(others))
                     : fmt::format("it has {}; as experiments {}", listed(all), listed(others));
}

// Returns the declaration that `name` means; without a name the only one of the root file. Null after a diagnostic.
const Declared* choose(const Checked& checked, const std::vector<Declared>& declared, Kind of, std::string_view name,
                       diag::Sink& sink, const std::vector<Declared>& also = {}) {
  if (name.empty()) {
    if (std::ranges::count(declared, false, &Declared::imported) == 1)
      return &*std::ranges::find(declared, false, &Declared::imported);
    report_unchosen(checked, declared, of, also, sink);
    return nullptr;
  }
  const auto found = std::ranges::find(declared, name, &Declared::name);
  if (found != declared.end()) return &*found;
  const std::string kinds = std::string(check::name(of)) + (also.empty() ? "" : " or experiment");
  sink.report(Code::E0309, Span{}, checked.path, kinds, name).help(help_for_unknown(checked, declared, of, name, also));
  return nullptr;
}

// Compares places, not names, because two files may each have a design of the same name.
template <class T>
const T* passed(const std::vector<T>& list, const Declared* declared) {
  if (declared == nullptr) return nullptr;
  const auto found = std::ranges::find(list, declared->span, &T::span);
  return found == list.end() ? nullptr : &*found;
}

// Reports a name that belongs to an experiment or a workload. It is not a misspelt name of a design.
bool tells_other_kind(const Checked& checked, std::string_view name, diag::Sink& sink) {
  if (name.empty() || declares(checked.declared_designs, name)) return false;
  if (declares(checked.declared_experiments, name)) {
    sink.report(Code::E0339, Span{}, name, checked.path).help(fmt::format("name a design: `{}:DESIGN`", checked.path));
    return true;
  }
  if (!declares(checked.declared_workloads, name)) return false;
  sink.report(Code::E0309, Span{}, checked.path, "design", name)
      .help(fmt::format("`{0}` is a workload: choose it with `--workload {0}`", name));
  return true;
}

}  // namespace

const design::Design* select_design(const Checked& checked, std::string_view name, diag::Sink& sink) {
  if (tells_other_kind(checked, name, sink)) return nullptr;
  return passed(checked.designs, choose(checked, checked.declared_designs, Kind::kDesign, name, sink));
}

const design::Design* select_design_beside_experiments(const Checked& checked, std::string_view name,
                                                       diag::Sink& sink) {
  if (tells_other_kind(checked, name, sink)) return nullptr;
  return passed(checked.designs,
                choose(checked, checked.declared_designs, Kind::kDesign, name, sink, checked.declared_experiments));
}

const design::Workload* select_workload(const Checked& checked, std::string_view name, diag::Sink& sink) {
  return passed(checked.workloads, choose(checked, checked.declared_workloads, Kind::kWorkload, name, sink));
}

// A declaration of the file itself takes precedence over every imported one.
bool names_experiment(const Checked& checked, std::string_view name) {
  const auto own = [&](const std::vector<Declared>& declared) {
    return std::ranges::any_of(declared, [&](const Declared& d) { return d.name == name && !d.imported; });
  };
  if (own(checked.declared_designs)) return false;
  return own(checked.declared_experiments) ||
         (!declares(checked.declared_designs, name) && declares(checked.declared_experiments, name));
}

const design::Experiment* select_experiment(const Checked& checked, std::string_view name, diag::Sink& sink) {
  return passed(checked.experiments, choose(checked, checked.declared_experiments, Kind::kExperiment, name, sink));
}

}  // namespace ssd::check
