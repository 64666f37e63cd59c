// ssdc trace: shows the figures of a trace, generates one from a workload, converts one to another format, or fits a
// workload to one.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <limits>

#include "runtime/base/limits.h"
#include "runtime/base/output_file.h"
#include "runtime/base/standard_error.h"
#include "runtime/cache/cache.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/trace_info.h"
#include "tools/cli/open.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/run_watcher.h"
#include "tools/cli/session.h"
#include "tools/cli/written_trace.h"
#include "tools/fit/run/fit_trace.h"

namespace ssd::cli {

namespace {

void add_reading(CLI::App& command, trace::LoadOptions& options) {
  command.add_option("--trace-format", options.format, "The trace's format (default: recognised by content)")
      ->type_name("NAME");
  command.add_flag("--skip-bad-lines", options.skip_bad_lines, "Skip and count malformed lines instead of stopping");
}

CLI::Option* add_to(CLI::App& command, std::string& to, const std::string& description) {
  std::vector<std::string> names;
  for (const trace::Format& format : trace::formats()) names.emplace_back(format.name);
  return add_choice(command, "--to", names, [&to, names](std::size_t chosen) { to = names[chosen]; }, description);
}

void add_writing(CLI::App& command, Session& session) {
  session.add_output(command, "The file to write; - is the standard output");
  command.get_option("-o")->required();
  command.add_flag("--quiet", session.quiet, "Print only errors");
}

void add_info(CLI::App& trace, Session& session) {
  CLI::App* info = trace.add_subcommand("info", "Print the characteristics that papers tabulate, and oddities");
  auto options = std::make_shared<trace::LoadOptions>();
  info->add_option("FILE", session.target, "A trace, plain or .zst or .gz")->required()->type_name("");
  add_reading(*info, *options);
  auto no_cache = std::make_shared<bool>(false);
  add_no_cache(*info, *no_cache);
  session.add_format(*info);
  info->callback([&session, options, no_cache] {
    const auto cache = *no_cache ? std::nullopt : cache::safe_folder_of_user(session.sink);
    options->cache = cache ? &*cache : nullptr;
    const auto found = trace::trace_info(session.target, *options, session.sources, session.sink);
    if (found)
      print_result(session.format,
                   session.format == Rendering::kJson ? trace::render_json(*found) : trace::render_text(*found));
  });
}

void add_generate(CLI::App& trace, Session& session) {
  CLI::App* generate = trace.add_subcommand("generate", "Write the requests of a workload as a trace");
  auto options = std::make_shared<GenerateOptions>();
  generate->add_option("WORKLOAD", session.target, "FILE:NAME, or the name of a workload of the standard library")
      ->required()
      ->type_name("");
  session.add_definitions(*generate);
  add_writing(*generate, session);
  add_to(*generate, options->to, "The trace's format (default: msr)");
  add_size(*generate, "--size", options->size,
           "The size of the address space (default: the logical size of the file's only design, or else 16GiB)");
  generate
      ->add_option("--requests", options->requests,
                   "Number of requests, instead of the workload's own; for a trace, the maximum")
      ->check(whole_number(1, limits::kMostRecords))
      ->type_name("N");
  generate->add_option("--seed", options->seed, "Seed of the run")
      ->check(whole_number(0, std::numeric_limits<u64>::max()))
      ->type_name("N");
  generate->callback([&session, options] { generate_trace(session, *options); });
}

bool may_write_fit(Session& session) {
  std::error_code ignored;
  if (session.output.empty() || session.output == kStandardOutput) return true;
  if (std::filesystem::is_regular_file(session.output, ignored)) {
    session.sink.report(diag::Code::E0532, {}, session.output).help("name another file with `-o`, or leave it out");
    return false;
  }
  return can_be_written(session.output, session.sink);
}

// The workload's text is the result and goes to the file or the standard output. On a terminal the text already shows
// the figures, so they are printed separately only where the text goes elsewhere.
void fit_trace(Session& session, const fit::FitOptions& options) {
  if (!may_write_fit(session)) return;
  const check::Options checking = check_options(session);
  const auto found =
      watched<RunWatcher>(session, [&] { return fit::fit_trace(session, session.target, checking, options); });
  const bool to_file = !session.output.empty() && session.output != kStandardOutput;
  if (!found || (to_file && !write_file(session.output, found->text, session.sink))) return;
  const bool json = session.format == Rendering::kJson;
  if (json || !to_file) print_bytes(json ? found->json : found->text);
  session.printed = true;
  if (!session.quiet && !json && (to_file || ::isatty(STDOUT_FILENO) == 0))
    standard_error::print("{}\n", fmt::join(found->shown, "\n"));
}

void add_fit(CLI::App& trace, Session& session) {
  CLI::App* fit = trace.add_subcommand("fit", "Propose a workload that resembles a trace");
  auto options = std::make_shared<fit::FitOptions>();
  fit->add_option("FILE", session.target, "A trace, plain or .zst or .gz")->required()->type_name("");
  add_reading(*fit, options->from);
  fit->add_option("--name", options->name, "The name of the workload (default: that of the file)")->type_name("NAME");
  fit->add_option("--requests", options->requests, "Use only the first N requests (default: 4000000)")
      ->check(whole_number(1, fit::kMostFitted))
      ->type_name("N");
  add_size(*fit, "--size", options->limits.space,
           "The size of the drive, which no address exceeds (default: up to the highest address of the trace)");
  session.add_output(*fit, "The .ssd file to write (default: the standard output)");
  fit->add_flag("--quiet", session.quiet, "Do not print the figures");
  auto no_cache = std::make_shared<bool>(false);
  add_no_cache(*fit, *no_cache);
  session.add_format(*fit);
  fit->callback([&session, options, no_cache] {
    const auto cache = *no_cache ? std::nullopt : cache::safe_folder_of_user(session.sink);
    options->from.cache = cache ? &*cache : nullptr;
    fit_trace(session, *options);
  });
}

void add_convert(CLI::App& trace, Session& session) {
  CLI::App* convert = trace.add_subcommand("convert", "Write a trace in another format, with times from 0 on");
  auto options = std::make_shared<ConvertOptions>();
  convert->add_option("FILE", session.target, "A trace, plain or .zst or .gz")->required()->type_name("");
  add_writing(*convert, session);
  add_to(*convert, options->to, "The format to write")->required();
  add_reading(*convert, options->from);
  convert->callback([&session, options] { convert_trace(session, *options); });
}

}  // namespace

void add_trace(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("trace", "Inspect, convert and generate traces");
  command->require_subcommand(1);
  add_info(*command, session);
  add_generate(*command, session);
  add_convert(*command, session);
  add_fit(*command, session);
}

}  // namespace ssd::cli
