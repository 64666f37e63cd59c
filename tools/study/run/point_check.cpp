// See point_check.h.
#include "tools/study/run/point_check.h"

#include <algorithm>

#include "compiler/check/params.h"
#include "compiler/explain/design.h"
#include "runtime/run/run_memory.h"

namespace ssd::study {
namespace {

constexpr std::size_t kDesignAxis = 0, kWorkloadAxis = 1;  // as in design/experiment.h

// The entry of the declaration whose name stands at `declared`: the params that it uses.
const check::UsedParams* used_by(const std::vector<check::UsedParams>& all, Span declared) {
  const auto found = std::ranges::find(all, declared, &check::UsedParams::of);
  return found == all.end() ? nullptr : &*found;
}

void add_names(const check::UsedParams* used, std::set<std::string>& names) {
  if (used == nullptr) return;
  for (const design::Property& param : used->params) names.insert(param.key);
}

// The memory that the drive alone takes, without requests. A run needs at least that.
std::uint64_t least_memory(const Plan& plan) {
  const Request one{0, 0, 1, Direction::kWrite};
  return run::memory_needed(plan, {.requests = RequestList(std::span(&one, 1))});
}

}  // namespace

std::string first_error(const diag::Sink& sink) {
  for (const diag::Diagnostic& d : sink.all()) {
    if (diag::row(d.code).severity == diag::Severity::kError)
      return fmt::format("{}: {}", diag::row(d.code).name, d.message);
  }
  return {};
}

PointChecker::PointChecker(const Subject& subject, const SourceMap& sources)
    : experiment_(subject.experiment),
      files_(sources),
      options_(files_.reading_here(subject.options)),
      path_(subject.checked.path) {
  options_.design.clear();
  options_.only_design = true;
  look_at_params();
  numbered_designs_ = numbered(kDesignAxis, design_params_);
  numbered_workloads_ = numbered(kWorkloadAxis, workload_params_);
}

// Each value of a varied key may use params that the designs do not, so the file is looked at with each of them.
void PointChecker::look_at_params() {
  look_at_params(options_);
  const auto is_param = [](const design::Axis& axis) { return axis.kind == design::AxisKind::kParam && !axis.is_key; };
  const bool any_param = std::ranges::any_of(experiment_.axes, is_param);
  for (const design::Axis& axis : experiment_.axes) {
    if (!axis.is_key) continue;
    for (auto& [design, params] : design_params_) params.insert(axis.name);  // of every design
    for (const design::AxisValue& value : axis.values) {
      check::Options options = options_;
      options.overrides.push_back({axis.name, value.text});
      if (any_param) look_at_params(options);
    }
  }
}

void PointChecker::look_at_params(const check::Options& options) {
  SourceMap sources;
  diag::Sink sink;
  std::vector<check::UsedParams> all;
  const check::Checked checked = check::check(path_, options, sources, sink, all);
  for (const design::AxisValue& value : experiment_.axes[kDesignAxis].values) {
    Params& params = design_params_[value.text];
    add_names(used_by(all, value.declared), params);
    const auto design = std::ranges::find(checked.designs, value.declared, &design::Design::span);
    if (design != checked.designs.end() && !design->start.run.empty())
      add_names(used_by(all, design->start.run_declared), params);
  }
  for (const design::AxisValue& value : experiment_.axes[kWorkloadAxis].values)
    add_names(used_by(all, value.declared), workload_params_[value.text]);
}

std::vector<check::Override> PointChecker::values_for(const Params& params, const Places& places) const {
  std::vector<check::Override> result;
  for (std::size_t axis = 0; axis < places.size(); ++axis) {
    if (uses(params, axis)) result.push_back({experiment_.axes[axis].name, value(axis, places).text});
  }
  return result;
}

AtPoint PointChecker::check_design(const std::string& name, const check::Options& options) {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked = check::check(path_, options, sources, sink);
  const auto found = std::ranges::find(checked.designs, name, &design::Design::name);
  if (found == checked.designs.end()) return {.packed = {}, .refusal = first_error(sink)};
  const Plan plan = design::plan_of(*found);
  return {.packed = packer_.pack(plan),
          .identity = cache::key_of({identity(plan)}),
          .span = found->span,
          .least_memory = least_memory(plan)};
}

AtPoint PointChecker::check_workload(const design::AxisValue& wanted, const check::Options& options) {
  SourceMap sources;
  diag::Sink sink;
  std::optional<design::Workload> found;
  if (wanted.declared.known()) {
    check::Checked checked = check::check(path_, options, sources, sink);
    const auto workload = std::ranges::find(checked.workloads, wanted.declared, &design::Workload::span);
    if (workload != checked.workloads.end()) found = std::move(*workload);
  } else {
    found = check::default_workload(options, sources, sink);
  }
  if (!found) return {.packed = {}, .refusal = first_error(sink)};
  return {.packed = packer_.pack(*found), .identity = cache::key_of({identity(*found)})};
}

std::vector<PointChecker::Numbered> PointChecker::numbered(std::size_t axis,
                                                           const std::map<std::string, Params>& params) const {
  std::vector<Numbered> all;
  std::uint64_t next = 0;
  for (const design::AxisValue& value : experiment_.axes[axis].values) {
    Numbered& of = all.emplace_back(Numbered{.first = static_cast<std::uint32_t>(next), .axes = {}});
    std::uint64_t count = 1;
    for (std::uint32_t other = 0; other < experiment_.axes.size(); ++other) {
      if (!uses(params.at(value.text), other)) continue;
      of.axes.push_back(other);
      count *= experiment_.axes[other].values.size();
    }
    next += count;
  }
  return all;
}

bool PointChecker::uses(const Params& params, std::size_t axis) const {
  const design::Axis& of = experiment_.axes[axis];
  return of.kind == design::AxisKind::kParam && params.contains(of.name);
}

// The places on these axes are the digits of a number.
std::uint32_t PointChecker::number(const Numbered& of, const Places& places) const {
  std::uint64_t number = 0;
  for (const std::uint32_t axis : of.axes) number = number * experiment_.axes[axis].values.size() + places[axis];
  return of.first + static_cast<std::uint32_t>(number);
}

std::uint32_t PointChecker::design(const Places& places) {
  const std::uint32_t found = number(numbered_designs_[places[kDesignAxis]], places);
  if (!designs_.has(found)) designs_.put(found, check_design(value(kDesignAxis, places).text, design_options(places)));
  return found;
}

check::Options PointChecker::design_options(const Places& places) const {
  check::Options options = options_;
  options.design = value(kDesignAxis, places).text;
  const std::vector<check::Override> values = values_for(design_params_.at(options.design), places);
  options.overrides.insert(options.overrides.end(), values.begin(), values.end());
  return options;
}

std::string PointChecker::design_name(const Places& places) const {
  std::string name = value(kDesignAxis, places).text;
  for (const check::Override& value : values_for(design_params_.at(name), places))
    name += fmt::format(", {} {}", value.name, value.text);
  return name;
}

std::string PointChecker::design_explained(const Places& places) {
  SourceMap sources;
  diag::Sink sink;
  std::vector<check::UsedParams> params;
  const std::string& name = value(kDesignAxis, places).text;
  const check::Checked checked = check::check(path_, design_options(places), sources, sink, params);
  const auto found = std::ranges::find(checked.designs, name, &design::Design::name);
  if (found == checked.designs.end()) return {};
  const check::UsedParams* used = used_by(params, found->span);
  return explain::design_page(*found, used == nullptr ? std::vector<design::Property>() : used->params, sources);
}

std::optional<design::Design> PointChecker::whole_design(const Places& places) const {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked = check::check(path_, design_options(places), sources, sink);
  const auto found = std::ranges::find(checked.designs, value(kDesignAxis, places).text, &design::Design::name);
  return found == checked.designs.end() ? std::nullopt : std::optional(std::move(*found));
}

std::uint32_t PointChecker::workload(const Places& places) {
  const std::uint32_t found = number(numbered_workloads_[places[kWorkloadAxis]], places);
  if (workloads_.has(found)) return found;
  const design::AxisValue& wanted = value(kWorkloadAxis, places);
  const std::vector<check::Override> values = values_for(workload_params_.at(wanted.text), places);
  check::Options options = options_;
  options.overrides.insert(options.overrides.end(), values.begin(), values.end());
  workloads_.put(found, check_workload(wanted, options));
  return found;
}

}  // namespace ssd::study
