// File::probe: probes a design, and converts the findings into the values of ssd.hpp.
#include <fmt/format.h>

#include "runtime/cache/cache.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/api/library/teller.h"
#include "tools/pictures/svg.h"
#include "tools/probe/run/run_probe.h"

namespace ssd::api {
namespace {

constexpr std::array kAgreements{std::pair(probe::Verdict::kAgrees, Agreement::kAgrees),
                                 std::pair(probe::Verdict::kDiffers, Agreement::kDiffers),
                                 std::pair(probe::Verdict::kCannotTell, Agreement::kCannotTell),
                                 std::pair(probe::Verdict::kNotSaid, Agreement::kNotSaid)};

ProbeAnswer answer_of(const probe::Compared& row) {
  ProbeAnswer answer{.quantity = row.quantity,
                     .value = row.answer->value,
                     .inferred = row.inferred,
                     .said = row.said,
                     .expected = row.expected,
                     .reason = row.answer->reason,
                     .tested = row.answer->tested,
                     .agreeing = row.answer->agreeing};
  for (const auto& [theirs, ours] : kAgreements) {
    if (theirs == row.verdict) answer.agreement = ours;
  }
  return answer;
}

ProbeFindings value_of(const design::Design& design, const probe::Probed& probed) {
  ProbeFindings findings{.answers = {},
                         .reads = probed.findings.effort.reads,
                         .writes = probed.findings.effort.writes,
                         .drive_time = probed.drive_time,
                         .figures = {},
                         .text = probe_text(design, probed),
                         .json = probe_json(design, probed)};
  for (const probe::Compared& row : probe::compare(design, probed.findings)) findings.answers.push_back(answer_of(row));
  for (const study::Figure& figure : probe::probe_figures(design, probed.findings))
    findings.figures.push_back({.name = figure.stem, .svg = pictures::svg(figure)});
  return findings;
}

}  // namespace

Result<ProbeFindings> File::probe(const std::string& design, const ProbeOptions& options) const {
  std::string_view stopped_while;
  auto result =
      attempt<ProbeFindings>("probe", data_->sources, [&](Environment& environment) -> std::optional<ProbeFindings> {
        const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
        if (chosen == nullptr) return std::nullopt;
        const auto folder = options.cache ? cache::safe_folder_of_user(environment.sink) : std::nullopt;
        Teller teller(options.progress);
        environment.watcher = &teller;
        const probe::ProbeEnd end =
            probe::run_probe(environment, *chosen,
                             {.seed = options.seed,
                              .memory = options.memory,
                              .cache = folder ? &*folder : nullptr,
                              .again = fmt::format("File::probe() of {}, seed {}", chosen->name, options.seed)});
        stopped_while = end.stopped_while;
        return end.found ? std::optional(value_of(*chosen, *end.found)) : std::nullopt;
      });
  if (!stopped_while.empty())
    tell_fault(fmt::format("`progress` ended the probe while {}", stopped_while), result.diagnostics, result.text);
  return result;
}

}  // namespace ssd::api
