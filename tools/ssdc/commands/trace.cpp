// ssdc trace info: what a trace is like.
#include <fmt/format.h>

#include "runtime/cache/cache.h"
#include "runtime/workload/trace_info.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {

void add_trace(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("trace", "Look at traces");
  command->require_subcommand(1);
  CLI::App* info = command->add_subcommand("info", "The characteristics that papers tabulate, and what is odd");
  auto options = std::make_shared<workload::LoadOptions>();
  info->add_option("FILE", session.target, "A trace, plain or .zst or .gz")->required()->type_name("");
  info->add_option("--trace-format", options->format, "The trace's format (default: recognised by content)")->type_name("NAME");
  info->add_flag("--skip-bad-lines", options->skip_bad_lines, "Count lines that do not parse instead of stopping");
  auto no_cache = std::make_shared<bool>(false);
  add_no_cache(*info, *no_cache);
  session.add_format(*info);
  info->callback([&session, options, no_cache] {
    const auto cache = *no_cache ? std::nullopt : cache::folder_of_user();
    options->cache = cache ? &*cache : nullptr;
    const auto found = workload::trace_info(session.target, *options, session.sources, session.sink);
    if (found) fmt::print("{}", session.format == Rendering::kJson ? workload::render_json(*found) : workload::render_text(*found));
  });
}

}  // namespace ssd::cli
