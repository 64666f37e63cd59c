// ssdc probe: what a design looks like from outside, inferred from response times.
#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "runtime/base/output_file.h"
#include "runtime/base/shell_word.h"
#include "runtime/base/standard_error.h"
#include "runtime/cache/cache.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/run_watcher.h"
#include "tools/pictures/svg.h"
#include "tools/probe/run/run_probe.h"

namespace ssd::cli {
namespace {

namespace fs = std::filesystem;

struct ProbeCall {
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> memory;
  bool no_cache = false;
};

// Makes the folder for the figures. Other files in it are left alone. False after a diagnostic.
bool make_folder(Session& session) {
  if (session.output.empty()) return true;
  std::error_code error;
  if (!is_file_for("the folder of the figures", session.output, kOutput, session.sink)) return false;
  fs::create_directories(session.output, error);
  if (error) {
    report_unwritable(session.output, error.value(), kOutput, session.sink);
    return false;
  }
  return can_be_written((fs::path(session.output) / "1-chunk.svg").string(), session.sink);
}

bool write_figures(Session& session, const design::Design& design, probe::Probed& probed) {
  if (session.output.empty()) return true;
  for (const study::Figure& figure : probe_figures(design, probed.findings)) {
    const std::string path = (fs::path(session.output) / (figure.stem + ".svg")).string();
    if (!write_file(path, pictures::svg(figure), session.sink)) return false;
    probed.files.push_back(path);
  }
  return true;
}

void run_probe(Session& session, const ProbeCall& call) {
  end_on_interrupt("the design was checked");
  const auto opened = open_design(session);
  if (!opened || !make_folder(session)) return;
  const design::Design& design = *opened->design;
  const auto cache = call.no_cache ? std::nullopt : cache::safe_folder_of_user(session.sink);
  const probe::ProbeOptions options{
      .seed = call.seed,
      .memory = call.memory,
      .cache = cache ? &*cache : nullptr,
      .again = fmt::format("ssdc probe {} --seed {}", shell_word(session.target), call.seed)};
  probe::ProbeEnd end = watched<RunWatcher>(session, [&] { return probe::run_probe(session, design, options); });
  if (!end.stopped_while.empty()) {
    standard_error::print("ssdc: interrupted while {}: there are no results\n", end.stopped_while);
    session.exit_code = interrupted_code();
  }
  if (!end.found || !write_figures(session, design, *end.found)) return;
  print_result(session.format,
               session.format == Rendering::kJson ? probe_json(design, *end.found) : probe_text(design, *end.found));
  session.printed = true;
}

}  // namespace

void add_probe(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand(
      "probe",
      "Find a design's chunk, channels, units and mapping from response times alone, as Chen et al. do with drives");
  auto call = std::make_shared<ProbeCall>();
  session.add_target(*command);
  session.add_definitions(*command);
  session.add_format(*command);
  session.add_output(*command, "Write the three figures, as SVG, into this folder");
  add_memory(*command, call->memory);
  add_no_cache(*command, call->no_cache);
  command->add_option("--seed", call->seed, "Seed of the run and of the addresses that are probed")
      ->check(whole_number(0, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("N");
  command->add_flag("--quiet", session.quiet, "Print no progress bar and no warnings");
  command->callback([&session, call] { run_probe(session, *call); });
}

}  // namespace ssd::cli
