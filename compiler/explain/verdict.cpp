// Implements verdict.h.
#include "compiler/explain/verdict.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "compiler/check/select.h"
#include "runtime/base/counts.h"

namespace ssd::explain {
namespace {

using VerdictJson = nlohmann::json;

// Experiments are mentioned only if there are any.
std::string contents(const check::Checked& checked) {
  const std::string designs = counted_text(checked.designs.size(), "design"),
                    workloads = counted_text(checked.workloads.size(), "workload");
  if (checked.experiments.empty()) return fmt::format("{} and {}", designs, workloads);
  return fmt::format("{}, {} and {}", designs, workloads, counted_text(checked.experiments.size(), "experiment"));
}

}  // namespace

Verdict verdict(const std::string& file, const std::string& name, check::Options options, SourceMap& sources) {
  Verdict verdict{.file = file, .checked = {}, .sink = {}};
  options.design = name;
  verdict.checked = check::check(file, options, sources, verdict.sink);
  if (!name.empty() && verdict.passed() && !check::names_experiment(verdict.checked, name)) {
    check::select_design_beside_experiments(verdict.checked, name, verdict.sink);
  }
  return verdict;
}

std::string verdict_text(const Verdict& verdict) {
  return fmt::format("{}: no mistakes in {}\n", verdict.file, contents(verdict.checked));
}

std::string verdicts_json(const diag::Sink& of_call, std::span<const Verdict> verdicts, const SourceMap& sources) {
  VerdictJson all = VerdictJson::parse(diag::render_json(of_call, sources));
  VerdictJson files = VerdictJson::array();
  for (const Verdict& verdict : verdicts) {
    const VerdictJson one = VerdictJson::parse(diag::render_json(verdict.sink, sources));
    for (const VerdictJson& diagnostic : one["diagnostics"]) all["diagnostics"].push_back(diagnostic);
    files.push_back({{"file", verdict.file}, {"passed", verdict.passed()}});
  }
  if (!files.empty()) all["files"] = std::move(files);
  return all.dump(2, ' ', false, VerdictJson::error_handler_t::replace) + "\n";
}

}  // namespace ssd::explain
