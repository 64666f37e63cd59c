// fit_trace(): a workload that resembles a trace, as the values of ssd.hpp.
#include "runtime/cache/cache.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/api/library/teller.h"
#include "tools/fit/run/fit_trace.h"

namespace ssd::api {
namespace {

Fitted value_of(fit::Fit found) {
  Fitted fitted{.name = std::move(found.name),
                .text = std::move(found.text),
                .figures = {},
                .not_expressible = std::move(found.beyond),
                .notes = std::move(found.notes),
                .json = std::move(found.json)};
  for (const fit::Row& row : found.rows) {
    fitted.figures.push_back({.name = std::string(row.key),
                              .unit = std::string(fit::unit_name(row.unit)),
                              .trace = row.trace,
                              .workload = row.made,
                              .fitted = row.fitted,
                              .within = row.within()});
  }
  return fitted;
}

}  // namespace

Result<Fitted> fit_trace(const std::string& path, const FitOptions& options) {
  return attempt<Fitted>("trace fit", [&](Environment& environment) -> std::optional<Fitted> {
    const check::Options how = checking({.files = {}, .standard_library = options.standard_library}, environment.sink);
    const auto folder = options.cache ? cache::safe_folder_of_user(environment.sink) : std::nullopt;
    fit::FitOptions wanted{.name = options.name, .requests = options.requests, .limits = {.space = options.space}};
    wanted.from.format = options.format;
    wanted.from.skip_bad_lines = options.skip_bad_lines;
    wanted.from.cache = folder ? &*folder : nullptr;
    Teller teller(options.progress);
    environment.watcher = &teller;
    auto found = fit::fit_trace(environment, path, how, wanted);
    return found ? std::optional(value_of(std::move(*found))) : std::nullopt;
  });
}

}  // namespace ssd::api
