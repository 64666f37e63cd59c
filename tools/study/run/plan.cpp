// See plan.h.
#include "tools/study/run/plan.h"

#include <algorithm>
#include <map>

#include "compiler/codegen/has_compiler.h"
#include "runtime/abi/functional_obstacle.h"
#include "runtime/base/given_up.h"
#include "runtime/base/shell_word.h"
#include "runtime/trace/requests.h"
#include "tools/api/object_key.h"
#include "tools/study/run/trace_facts.h"

namespace ssd::study {
namespace {

double as_double(std::uint64_t n) { return static_cast<double>(n); }

double mean(const workload::Quantity& quantity) {
  if (const auto* constant = std::get_if<workload::Constant>(&quantity.kind)) return as_double(constant->value);
  if (const auto* exponential = std::get_if<workload::Exponential>(&quantity.kind)) return as_double(exponential->mean);
  double sum = 0;
  for (const workload::WeightedQuantity& option : std::get<workload::Choice>(quantity.kind).options)
    sum += mean(option.value) * option.parts_per_million / workload::kWhole;
  return sum;
}

struct Moved {
  double requests = 0, bytes = 0;
};

// Requests of a phase that ends by what it writes, or by its time (generator.phases).
double requests_of(const workload::Phase& end, const workload::Generator& generator, double logical_bytes) {
  if (end.drive_writes == 0) {
    const double on = generator.bursts
                          ? as_double(generator.bursts->on) / as_double(generator.bursts->on + generator.bursts->off)
                          : 1;
    return as_double(end.length) * on / std::max(1.0, mean(generator.interval));
  }
  const double writes = 1 - as_double(generator.read_parts + generator.trim_parts) / workload::kWhole;
  const double written = writes * mean(generator.write_size.value_or(generator.size));
  return as_double(end.drive_writes) / workload::kWhole * logical_bytes / written;
}

Moved moved_by(const workload::Workload& workload, const workload::Generator& generator, double logical_bytes) {
  const double reads = static_cast<double>(generator.read_parts) / workload::kWhole;
  const double requests = workload.phase && !workload.requests ? requests_of(*workload.phase, generator, logical_bytes)
                                                               : as_double(workload.requests.value_or(1));
  const double size = reads * mean(generator.read_size.value_or(generator.size)) +
                      (1 - reads) * mean(generator.write_size.value_or(generator.size));
  return {requests, requests * size};
}

Moved moved_by(const workload::Workload& workload, const TraceFacts::Facts& trace) {
  const double all = as_double(trace.requests) * as_double(workload.repeat);
  const double requests = workload.requests ? std::min(all, as_double(*workload.requests)) : all;
  return {requests, requests / as_double(trace.requests) * as_double(trace.bytes)};
}

class Planner {
 public:
  Planner(Environment& environment, const Subject& subject, const TraceReading& reading, trace::TraceShelf& shelf,
          const std::string& version)
      : environment_(environment),
        experiment_(subject.experiment),
        reading_(reading),
        version_(version),
        checker_(subject, environment.sources),
        traces_(environment, subject.options, reading, shelf) {}

  StudyPlan plan(const std::vector<bool>& chosen, Unchosen unchosen) {
    plan_.experiment = &experiment_;
    for (std::uint64_t point = 0; point < experiment_.points(); ++point) {
      leave_if_given_up();
      if (chosen[point] || unchosen == Unchosen::kCheck) add_runs(point, chosen[point]);
    }
    plan_.designs = checker_.take_designs();
    plan_.workloads = checker_.take_workloads();
    return std::move(plan_);
  }

 private:
  void add_runs(std::uint64_t point, bool chosen) {
    PlannedRun run = checked(places_of(experiment_, point), chosen);
    for (std::uint64_t i = point * experiment_.seeds; i < (point + 1) * experiment_.seeds; ++i) {
      if (chosen && run.sound()) run.key = key_of(run, plan_.seed(i));
      plan_.rows.put(i, run);
    }
  }

  PlannedRun checked(const Places& places, bool chosen) {
    PlannedRun run;
    run.chosen = chosen;
    run.design = checker_.design(places);
    run.workload = checker_.workload(places);
    run.obstructed = !checker_.designs().is_valid(run.design)       ? Obstructed::kByDesign
                     : !checker_.workloads().is_valid(run.workload) ? Obstructed::kByWorkload
                                                                    : Obstructed::kNo;
    if (!run.sound()) return run;
    const Plan& plan = unpacked_.plan(checker_.designs(), run.design);
    const workload::Workload& workload = unpacked_.workload(checker_.workloads(), run.workload);
    if (const std::string found = misfit(plan, workload); !found.empty()) {
      run.obstructed = Obstructed::kByMisfit;
      run.misfit = plan_.misfits.add(found);
    }
    if (chosen && run.sound()) look_at_files(run, plan, workload);
    return run;
  }

  std::string misfit(const Plan& plan, const workload::Workload& workload) const {
    diag::Sink sink;
    const bool suit = (plan.start.workload == nullptr || trace::suits(plan, *plan.start.workload, sink)) &&
                      trace::suits(plan, workload, sink);
    if (suit && experiment_.only_ftl) report_clock_needed(plan, workload, sink);
    return first_error(sink);
  }

  static void report_clock_needed(const Plan& plan, const workload::Workload& workload, diag::Sink& sink) {
    const workload::Workload* first = plan.start.workload.get();
    Obstacle found = first == nullptr ? Obstacle{} : functional_obstacle(plan.config, loop_of(*first), true);
    if (found.what.empty()) found = functional_obstacle(plan.config, loop_of(workload), false);
    if (!found.what.empty()) report_obstacle(found, plan.name, plan.span, OnlyBy::kExperiment, sink);
  }

  // Reads the files that a run depends on. A problem is reported at the first point that needs the file; the sink
  // reports a message at a place only once.
  void look_at_files(PlannedRun& run, const Plan& plan, const workload::Workload& workload) {
    const Start& start = plan.start;
    const double first = start.workload == nullptr ? 0 : pages(plan, *start.workload);
    run.pages = static_cast<float>(pages(plan, workload) + first);
    const std::string& snapshot = start.snapshot_file;
    if (snapshot.empty() || snapshots_.contains(snapshot)) return;
    snapshots_[snapshot] = digest_of_file(snapshot).value_or("");
    plan_.inputs[snapshot] = snapshots_[snapshot];
    if (!snapshots_[snapshot].empty()) return;
    environment_.sink
        .report(diag::Code::E0540, start.snapshot_span, start.snapshot, "it does not exist or cannot be read")
        .help(fmt::format("write it first: `ssdc run FILE:DESIGN --save-snapshot {}`", shell_word(snapshot)));
  }

  double pages(const Plan& plan, const workload::Workload& workload) {
    double sum = 0;
    for (const workload::Workload& flow : workload.flows) sum += pages(plan, flow);
    if (!workload.flows.empty()) return sum;
    Moved moved;
    if (const auto* generator = std::get_if<workload::Generator>(&workload.source)) {
      moved = moved_by(workload, *generator, as_double(plan.logical_bytes()));
    } else if (const TraceFacts::Facts* trace = traces_.of(workload)) {
      moved = moved_by(workload, *trace);
    }
    return moved.bytes / as_double(plan.geometry.page_bytes) + moved.requests;
  }

  std::string digest(const workload::Workload* workload) {
    const bool is_trace = workload != nullptr && std::holds_alternative<workload::TraceSource>(workload->source);
    if (!is_trace) return {};
    const TraceFacts::Facts* facts = traces_.of(*workload);
    if (facts != nullptr) {
      const auto& source = std::get<workload::TraceSource>(workload->source);
      plan_.digests[source.path] = plan_.inputs[path_of(source)] = facts->digest;
    }
    return facts == nullptr ? std::string()
                            : fmt::format("{} {} {}", facts->digest, reading_.sort, reading_.skip_bad_lines);
  }

  cache::Key key_of(const PlannedRun& run, std::uint64_t seed) {
    const Start& start = unpacked_.plan(checker_.designs(), run.design).start;
    const auto snapshot = snapshots_.find(start.snapshot_file);
    return cache::key_of({checker_.designs().identity(run.design).text(),
                          checker_.workloads().identity(run.workload).text(),
                          digest(&unpacked_.workload(checker_.workloads(), run.workload)), digest(start.workload.get()),
                          snapshot == snapshots_.end() ? std::string() : snapshot->second, std::to_string(seed),
                          experiment_.only_ftl ? "ftl" : "", version_});
  }

  Environment& environment_;
  const design::Experiment& experiment_;
  const TraceReading& reading_;
  const std::string& version_;
  StudyPlan plan_;
  PointChecker checker_;
  TraceFacts traces_;
  std::map<std::string, std::string> snapshots_;  // digests, by path
  Unpacked unpacked_;
};

}  // namespace

std::string StudyPlan::refusal(const PlannedRun& run) const {
  switch (run.obstructed) {
    case Obstructed::kByDesign: return designs.at(run.design).refusal;
    case Obstructed::kByWorkload: return workloads.at(run.workload).refusal;
    case Obstructed::kByMisfit: return misfits.at(run.misfit);
    case Obstructed::kNo: return {};
  }
  return {};
}

std::string version_text() { return SSDC_VERSION; }

namespace {

// Differs between engines that may find different numbers.
std::string_view engine_identity() {
  if constexpr (codegen::kHasCompiler)
    return engine_digest();
  else
    return SSDC_ENGINE_DIGEST;
}

}  // namespace

const std::string& version_of_numbers() {
  static const std::string kVersion = version_text() + ' ' + cache::key_of({engine_identity()}).text();
  return kVersion;
}

const std::string& path_of(const workload::TraceSource& source) {
  return source.resolved_path.empty() ? source.path : source.resolved_path;
}

// The same options as trace_requests() of runtime/trace uses, so that both find the same trace on the shelf.
trace::LoadOptions loading(const workload::Workload& workload, const TraceReading& reading) {
  const auto& source = std::get<workload::TraceSource>(workload.source);
  trace::LoadOptions load;
  load.format = source.format;
  if (!reading.sort && !source.sort) load.most_records = workload.requests.value_or(load.most_records);
  load.skip_bad_lines = reading.skip_bad_lines;
  load.shown_as = source.path;
  load.cache = reading.cache;
  load.asked_at = source.path_span;
  return load;
}

std::optional<StudyPlan> make_plan(Environment& environment, const Subject& subject, const std::vector<bool>& chosen,
                                   const TraceReading& reading, trace::TraceShelf& shelf, Unchosen unchosen,
                                   const std::string& version) {
  const std::size_t before = environment.sink.error_count();
  StudyPlan plan = Planner(environment, subject, reading, shelf, version).plan(chosen, unchosen);
  return environment.sink.error_count() == before ? std::optional(std::move(plan)) : std::nullopt;
}

}  // namespace ssd::study
