// Reads the statements of an experiment in the order in which they depend on each other, in whatever order they are
// written: see experiment.h.
#include "compiler/check/study/experiment.h"

#include <algorithm>

namespace ssd::check {
namespace {

using diag::Code;

// Multiplies only up to a limit, because the product of a few long lists does not fit into 64 bits.
void check_size(ExperimentReader& reader) {
  std::uint64_t runs = reader.result.seeds;
  for (const design::Axis& axis : reader.result.axes) {
    if (runs <= kMostPoints) runs *= axis.values.size();
  }
  if (runs <= kMostPoints) return;
  reader.fail(Code::E0330, reader.result.span, kMostPoints)
      .help("remove values or seeds, or split it into several experiments");
}

void name_flows(ExperimentReader& reader, std::span<const design::Workload> workloads) {
  for (design::Axis& axis : reader.result.axes) {
    for (design::AxisValue& value : axis.values) {
      const auto found = std::ranges::find(workloads, value.declared, &design::Workload::span);
      if (axis.kind != design::AxisKind::kWorkload || found == workloads.end()) continue;
      for (const workload::Workload& flow : found->flows) value.flows.push_back(flow.name);
    }
  }
}

}  // namespace

ExperimentReader read_experiment(Evaluator& evaluator, const ast::File& file, const ast::Decl& decl,
                                 std::span<const design::Workload> workloads) {
  const auto& experiment = std::get<ast::ExperimentDecl>(decl.node);
  ExperimentReader reader{.evaluator = evaluator, .file = file, .decl = experiment};
  reader.result.name = experiment.name.text;
  reader.result.span = experiment.name.span;
  reader.result.doc = decl.doc;
  read_settings(reader, experiment);
  read_axes(reader, experiment);
  name_flows(reader, workloads);
  reader.axes_sound = reader.sound;
  check_size(reader);
  read_measures(reader, experiment);
  read_normalizations(reader, experiment);
  read_expectations(reader, experiment);
  read_plots(reader, experiment);
  return reader;
}

std::optional<design::Experiment> finish_experiment(ExperimentReader reader, const ReadDesign& read_design,
                                                    const HasPassed& passed) {
  if (reader.axes_sound) check_points(reader, reader.evaluator.sources(), read_design, passed);
  if (!reader.sound) return std::nullopt;
  return std::move(reader.result);
}

}  // namespace ssd::check
