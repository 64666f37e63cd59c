// See prepare.h.
#include "tools/study/run/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "runtime/base/quantity.h"
#include "tools/study/run/selection.h"

namespace ssd::study {
namespace {

using diag::Code;

bool refuses_definitions(Environment& environment, const Subject& subject) {
  const design::Experiment& experiment = subject.experiment;
  for (const check::Override& given : subject.options.overrides) {
    const auto axis = std::ranges::find(experiment.axes, given.name, &design::Axis::name);
    if (axis == experiment.axes.end() || axis->kind != design::AxisKind::kParam) continue;
    const bool has_it = std::ranges::any_of(axis->values, [&](const design::AxisValue& value) {
      return value.text == given.text || value.shown() == given.text;
    });
    environment.sink.report(Code::E0602, axis->span, given.name + '=' + given.text, experiment.name)
        .help(has_it ? fmt::format("run the points with this value: `--points '{}={}'`", given.name, given.text)
                     : fmt::format("leave it out, and add {} to the values of `vary {}`", given.text, given.name));
    return true;
  }
  return false;
}

bool fits_memory(Environment& environment, const StudyPlan& plan, const run::Allowance& allowed) {
  const auto size = [](std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); };
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const PlannedRun run = plan.run(i);
    if (!run.chosen || !run.sound()) continue;
    const std::uint64_t least = plan.designs.least_memory(run.design);
    if (least <= allowed.bytes) continue;
    const std::uint64_t point = i / plan.experiment->seeds;
    const std::string name = text(*plan.experiment, places_of(*plan.experiment, point));
    environment.sink
        .report(Code::E0609, plan.designs.at(run.design).span, fmt::format("point {} ({})", point, name), size(least),
                size(allowed.bytes))
        .note({}, allowed.stated ? "`--memory` sets this limit" : "this is what the machine has available")
        .help("use fewer or larger pages there, or choose other points (`--points`)");
    return false;
  }
  return true;
}

}  // namespace

std::optional<Prepared> prepare(Environment& environment, const Subject& subject, const ExperimentOptions& options,
                                trace::TraceShelf& traces) {
  if (refuses_definitions(environment, subject)) return std::nullopt;
  auto chosen = choose_points(subject.experiment, options.points, environment.sink);
  if (!chosen) return std::nullopt;
  begin(environment, Activity::kPoints);
  auto plan = make_plan(environment, subject, points_of_shard(std::move(*chosen), options.shard), options.reading,
                        traces, options.shard.is_part() ? Unchosen::kLeaveOut : Unchosen::kCheck);
  const run::Allowance allowed = run::allowance(options.memory);
  if (!plan || (options.parts.empty() && !fits_memory(environment, *plan, allowed))) return std::nullopt;
  const std::size_t jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  return Prepared{.plan = std::move(*plan), .allowed = allowed, .jobs = jobs};
}

JournalPlace place_of_journal(const ExperimentOptions& options) {
  return options.journal.empty() ? JournalPlace::in_folder(options.folder) : JournalPlace::alone(options.journal);
}

std::string subject_of_journal(const Subject& subject) {
  return journal_subject(subject.experiment, subject.checked.path);
}

std::shared_ptr<Journal> journal_for(Environment& environment, const Subject& subject,
                                     const ExperimentOptions& options) {
  if (options.folder.empty() && options.journal.empty()) return std::make_shared<Journal>(Journal::nowhere());
  auto journal = Journal::open(place_of_journal(options), subject_of_journal(subject), environment.sink);
  return journal ? std::make_shared<Journal>(std::move(*journal)) : nullptr;
}

}  // namespace ssd::study
