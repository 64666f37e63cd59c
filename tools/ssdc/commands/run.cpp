// ssdc run: a design, a workload, and the numbers that come out.
#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <chrono>
#include <filesystem>

#include "compiler/compile.h"
#include "runtime/results/quantity.h"
#include "runtime/results/report.h"
#include "runtime/simulation/fault.h"
#include "runtime/simulation/memory.h"
#include "runtime/simulation/simulation.h"
#include "runtime/workload/requests.h"
#include "tools/ssdc/expression_fault.h"
#include "tools/ssdc/end_of_life.h"
#include "tools/ssdc/interrupt.h"
#include "tools/ssdc/options.h"
#include "tools/ssdc/output_file.h"
#include "tools/ssdc/progress.h"
#include "tools/ssdc/session.h"

namespace ssd::cli {
namespace {

// When a run is over.
enum class Until : std::uint8_t { kLastRequest, kEndOfLife };
constexpr std::array kUntil{Word{"last_request", Until::kLastRequest}, Word{"end_of_life", Until::kEndOfLife}};

constexpr std::array kEngines{Word{"auto", EngineChoice::kAuto}, Word{"generic", EngineChoice::kGeneric}, Word{"jit", EngineChoice::kJit}};

struct RunOptions {
  std::string workload, trace, trace_format{design::kAnyFormat};
  design::Fold fold = design::Fold::kError;
  EngineChoice engine = EngineChoice::kAuto;
  Until until = Until::kLastRequest;
  std::uint64_t closed = 0, requests = 0, seed = 1;
  std::optional<std::uint64_t> memory;
  bool sort_trace = false, skip_bad_lines = false, check = false;
};

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

design::Workload workload_of_trace(const RunOptions& options) {
  design::Workload workload;
  workload.name = options.trace;
  design::TraceSource source;
  source.path = source.resolved_path = options.trace;
  source.format = options.trace_format;
  workload.source = source;
  workload.fold = options.fold;
  workload.closed = options.closed;
  return workload;
}

// The workload that the command line or the file names, or else the standard library's.
std::optional<design::Workload> choose_workload(Session& session, const sema::Checked& checked, const RunOptions& options,
                                                std::vector<std::string>& notes) {
  if (!options.trace.empty() && !options.workload.empty()) {
    session.sink.report(diag::Code::E0502, {}, "`--trace`", "`--workload`").help("give one of the two");
    return std::nullopt;
  }
  if (!options.trace.empty()) return workload_of_trace(options);
  const bool has_own = std::ranges::any_of(checked.declared_workloads, [](const sema::Declared& d) { return !d.imported; });
  const bool has_default = std::ranges::any_of(checked.declared_workloads, [](const sema::Declared& d) { return d.name == sema::kDefaultWorkload; });
  const bool unnamed = options.workload.empty() && !has_own;
  if (unnamed || (options.workload == sema::kDefaultWorkload && !has_default)) {
    if (unnamed) notes.push_back("no workload was named and the file has none: this is `Default` of std/workloads.ssd");
    return sema::default_workload(session.sema_options(), session.sources, session.sink);
  }
  const design::Workload* chosen = sema::select_workload(checked, options.workload, session.sink);
  return chosen == nullptr ? std::nullopt : std::optional(*chosen);
}

// An option that would do nothing is told.
void warn_of_idle_options(Session& session, const design::Workload& workload, const RunOptions& options) {
  if (std::holds_alternative<design::TraceSource>(workload.source)) return;
  for (const auto& [given, name] : {std::pair(options.sort_trace, "--sort-trace"), std::pair(options.skip_bad_lines, "--skip-bad-lines")}) {
    if (given) session.sink.report(diag::Code::W0510, workload.span, name, workload.name).help("leave it out");
  }
}

// What the requests, the drive and the operations that wait may take in all, and who says so.
struct Allowance {
  std::uint64_t bytes;
  bool stated;
};

// Of what there is a part is left to all that is not counted: the compiler, the results.
Allowance allowance(const RunOptions& options) {
  const std::uint64_t whole = simulation::available_memory(), available = whole - whole / 16;
  const std::uint64_t bytes = std::min(options.memory.value_or(available), available);
  return {bytes, bytes != available};
}

std::string shown(std::uint64_t bytes) { return results::size_text(static_cast<double>(bytes)); }
std::string who_says(const Allowance& allowed) { return allowed.stated ? "that is what `--memory` says" : "that is what the machine has available"; }
std::string with_more_memory(const Allowance& allowed) { return allowed.stated ? ", or let it take more (`--memory`)" : ""; }

bool fits_memory(Session& session, const design::Design& design, const simulation::Load& load, const Allowance& allowed) {
  const std::uint64_t needed = simulation::memory_needed(design, load);
  const std::uint64_t requests = load.requests.size_bytes();
  if (needed <= allowed.bytes - requests) return true;
  session.sink.report(diag::Code::E0501, design.span, shown(needed + requests), shown(allowed.bytes))
      .note({}, fmt::format("{}; the drive takes {}, the requests {}", who_says(allowed), shown(needed), shown(requests)))
      .help(fmt::format("use fewer or larger pages, fewer blocks, or fewer requests (`--requests`){}", with_more_memory(allowed)));
  return false;
}

// Some estimate, for the choice of the engine. A life is as long as all pages can be programmed.
std::uint64_t pages_to_run(const workload::Requests& requests, const design::Design& design, const simulation::Load& load) {
  if (load.endless) return design.geometry.physical_pages() * design.nand.endurance;
  return (requests.bytes_read + requests.bytes_written) / design.geometry.page_bytes + requests.list.size();
}

// A drive that serves less than the host asks for makes the response times grow with the length of the trace: they then say nothing
// about the drive. Told when the last answers come much later than the last request.
void note_overload(const simulation::Load& load, results::Report& report) {
  constexpr std::size_t kEnough = 1000;  // a short burst is no overload
  if (load.closed_depth != 0 || load.endless || report.results.partial || report.results.lifetime.ended || load.requests.size() < kEnough) return;
  const Time span = load.requests.back().arrival - load.requests.front().arrival;
  const Time late = report.results.host.last_completion - load.requests.back().arrival;
  if (late <= span / 10) return;
  report.notes.push_back(fmt::format("overload: requests arrive faster than the drive serves them, so response times grow with the trace's length; the "
                                     "last answer came {} after the last request", results::time_text(static_cast<double>(late))));
}

bool within_memory(Session& session, const simulation::Outcome& outcome, const Span& at, std::uint32_t closed_depth, const Allowance& allowed) {
  if (!outcome.out_of_memory) return true;
  const std::string less = closed_depth == 0
                               ? "let them arrive more slowly (`interval`, `speed`), run a closed loop (`closed: 32`), or run fewer (`--requests`)"
                               : fmt::format("{} requests are outstanding at once: let the closed loop be less deep, such as `closed: {}`, or the requests smaller",
                                             closed_depth, std::max(1U, std::min(32U, closed_depth / 2)));
  session.sink.report(diag::Code::E0511, at, outcome.stopped_at, shown(allowed.bytes)).note({}, who_says(allowed)).help(less + with_more_memory(allowed));
  return false;
}

bool has_room(Session& session, const simulation::Outcome& o, const design::Design& design) {
  if (!simulation::is_full_by_design(o, design)) return true;
  const std::string when = o.preloading ? "before time 0" : fmt::format("at request {}, {}", o.stopped_at, results::time_text(static_cast<double>(o.stopped_time)));
  // A cost that looks at what planes have left has done what a cost can do.
  const bool looks = !design.allocation.cost.nodes.empty() && design::reads(design, Hook::kCost, "free_pages");
  session.sink.report(diag::Code::E0513, design.span, o.full_plane)
      .note(design.span, fmt::format("{}: of its {} pages {} are valid, {} invalid and {} free (one block stays free for collection)", when,
                                     design.geometry.pages_per_plane(), o.full_valid, o.full_invalid, o.full_free))
      .help(looks ? "give the drive more spare space (`overprovision`), let the workload write less of it (`over 80%`), or let `u.free_pages` "
                    "outweigh what else the cost counts"
                  : "give the drive more spare space (`overprovision`), or choose planes by what they have left: "
                    "`allocation: dynamic { order: channel > die > plane > chip  cost(u): 0 - u.free_pages }`");
  return false;
}

std::string quoted(const std::string& word) {
  constexpr std::string_view kHarmless = "_./:=-";
  const auto is_plain = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || kHarmless.find(c) != std::string_view::npos; };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// What makes this very run again.
std::string command_line(const Session& session, const RunOptions& options, const std::string& engine) {
  std::string line = fmt::format("ssdc run {} --seed {} --engine {}", quoted(session.target), options.seed, engine);
  const auto add = [&line](const char* name, const std::string& value) { line += fmt::format(" {} {}", name, quoted(value)); };
  for (const std::string& definition : session.definitions) add("-D", definition);
  if (!options.workload.empty()) add("--workload", options.workload);
  if (!options.trace.empty()) {
    add("--trace", options.trace);
    add("--trace-format", options.trace_format);
    add("--fold", std::string(word_for(design::kFolds, options.fold)));
  }
  if (options.closed != 0) add("--closed", std::to_string(options.closed));
  if (options.requests != 0) add("--requests", std::to_string(options.requests));
  if (options.until == Until::kEndOfLife) add("--until", "end_of_life");
  if (options.sort_trace) line += " --sort-trace";
  if (options.skip_bad_lines) line += " --skip-bad-lines";
  return line + (options.check ? " --check" : "");
}

void require_sound(const simulation::Outcome& outcome, const results::Report& report, const std::string& again) {
  const std::string found = simulation::fault(outcome, *report.design, report.seed);
  if (!found.empty()) throw std::logic_error(fmt::format("{}\n  to see it again: {}", found, again));
}

std::uint64_t page_operations(const FlashCounts& f) {
  return f.host_reads + f.host_programs + f.collection_reads + f.collection_programs + f.replica_programs + f.erases;
}

// To the screen first: if the file cannot be written, the results of a long run are not lost.
void print_report(Session& session, const results::Report& report) {
  fmt::print("{}", session.format == Rendering::kJson ? results::json(report) : results::text(report));
  session.printed = true;
  if (!session.output.empty()) write_file(session.output, results::json(report), session.sink);
}

simulation::Outcome simulate(const Session& session, const design::Design& design, const Simulator& simulator, const simulation::Load& load,
                             bool check, const Allowance& allowed) {
  Progress progress(load.endless ? " of all erases" : "", !session.quiet);
  catch_interrupts();
  simulation::Options options;
  options.check = check;
  options.memory_limit = allowed.bytes - load.requests.size_bytes();
  options.progress = [&](u64 requests, double share) {
    progress.show(requests, share);
    return !interrupted();
  };
  return simulation::run(design, simulator.entry, load, options);
}

bool refuses_experiment(Session& session, const Session::Opened& opened) {
  if (opened.experiment == nullptr) return false;
  const std::string& path = opened.checked.path;
  session.sink.report(diag::Code::E0314, {}, opened.experiment->name, path)
      .help(fmt::format("run its designs one by one: `ssdc run {}:{}`", path, opened.experiment->axes.front().values.front().text));
  return true;
}

std::string passes_text(const simulation::Load& load, const simulation::Outcome& outcome) {
  const double passes = static_cast<double>(outcome.stopped_at) / static_cast<double>(load.requests.size());
  return fmt::format(" ({:.4g} times {})", passes, results::count_text(load.requests.size()));
}

// What came out, and of what.
void fill(results::Report& report, const design::Workload& workload, const simulation::Load& load, const simulation::Outcome& outcome) {
  report.results = outcome.results;
  note_overload(load, report);
  report.workload = workload.name;
  report.requests = load.endless ? outcome.stopped_at : load.requests.size();
  report.workload_detail = fmt::format("{}{}{}", results::counted_text(report.requests, "request"), load.endless ? passes_text(load, outcome) : "",
                                       load.closed_depth == 0 ? "" : fmt::format(", closed loop of depth {}", load.closed_depth));
  report.closed_depth = load.closed_depth;
  report.host.page_operations = page_operations(report.results.flash);
}

std::optional<workload::Requests> requests_of(Session& session, const design::Design& design, const design::Workload& workload, const RunOptions& options,
                                               const Allowance& allowed) {
  warn_of_idle_options(session, workload, options);
  workload::RequestOptions how{.requests = {}, .seed = options.seed, .sort_trace = options.sort_trace, .skip_bad_lines = options.skip_bad_lines, .memory = allowed.bytes};
  if (options.requests != 0) how.requests = options.requests;
  return workload::requests_for(design, workload, how, session.sources, session.sink);
}

// The results may take the place neither of the design and what it imports, nor of a trace that one of its workloads names.
bool spares_all_it_reads(Session& session, const sema::Checked& checked, const RunOptions& options) {
  if (session.output.empty()) return true;
  std::vector<std::string> inputs = paths_of(session.sources);
  inputs.push_back(options.trace);
  for (const design::Workload& workload : checked.workloads) {
    if (const auto* trace = std::get_if<design::TraceSource>(&workload.source)) inputs.push_back(trace->resolved_path.empty() ? trace->path : trace->resolved_path);
  }
  return spares_inputs(session.output, inputs, ".json", session.sink);
}

// Or a diagnostic of what the user can mend.
bool has_results(Session& session, const simulation::Outcome& outcome, const results::Report& report, const design::Workload& workload,
                 const simulation::Load& load, const Allowance& allowed) {
  const Span at = workload.span.known() ? workload.span : report.design->span;
  if (!within_memory(session, outcome, at, load.closed_depth, allowed) || !has_room(session, outcome, *report.design)) return false;
  return !report_fault(session, outcome, *report.design) && !report_no_end(session.sink, outcome, workload);
}

void run_run(Session& session, const RunOptions& options) {
  if (!session.output.empty() && !can_be_written(session.output, session.sink)) return;
  end_on_interrupt("the design was checked");
  const Stopwatch compiling;
  const auto opened = session.open();
  if (!opened || refuses_experiment(session, *opened) || !spares_all_it_reads(session, opened->checked, options)) return;
  results::Report report;
  report.design = opened->design;
  report.host.compile_seconds = compiling.seconds();
  const Stopwatch reading;
  const auto workload = choose_workload(session, opened->checked, options, report.notes);
  if (!workload) return;
  end_on_interrupt("the workload was read or made");
  const Allowance allowed = allowance(options);
  const auto requests = requests_of(session, *report.design, *workload, options, allowed);
  if (!requests) return;
  report.host.workload_seconds = reading.seconds();
  report.notes.insert(report.notes.end(), requests->notes.begin(), requests->notes.end());
  const simulation::Load load{.requests = requests->list, .closed_depth = static_cast<u32>(requests->closed), .seed = options.seed,
                              .endless = options.until == Until::kEndOfLife};
  if (load.endless && !can_wear_out(session.sink, *report.design, *workload, load)) return;
  if (!fits_memory(session, *report.design, load, allowed)) return;
  end_on_interrupt("the simulator was compiled for the design");
  const Stopwatch specialising;
  const Simulator simulator = make_simulator(*report.design, options.engine, pages_to_run(*requests, *report.design, load));
  report.host.compile_seconds += specialising.seconds();
  report.host.engine = simulator.engine;
  const Stopwatch running;
  const simulation::Outcome outcome = simulate(session, *report.design, simulator, load, options.check, allowed);
  report.host.start_seconds = outcome.start_seconds;
  report.host.run_seconds = running.seconds() - outcome.start_seconds;
  if (!has_results(session, outcome, report, *workload, load, allowed)) return;
  report.seed = options.seed;
  require_sound(outcome, report, command_line(session, options, report.host.engine));
  report.host.checked = options.check;
  fill(report, *workload, load, outcome);
  print_report(session, report);
  if (report.results.partial) session.exit_code = kInterrupted;
}

// The option's own conversion would take a number beyond 64 bits for the largest one.
std::string unfit_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc() && end == text.data() + text.size() ? "" : "a seed is a whole number from 0 to 18446744073709551615, found " + text;
}

void add_workload_options(CLI::App& command, RunOptions& options) {
  command.add_option("--workload", options.workload, "A workload of the file or its imports")->type_name("WORKLOAD");
  CLI::Option* trace = command.add_option("--trace", options.trace, "A block trace, plain or .zst or .gz")->type_name("FILE");
  command.add_option("--trace-format", options.trace_format, "The trace's format (default: recognised by content)")->type_name("NAME")->needs(trace);
  add_choice(command, "--fold", options.fold, design::kFolds, "Addresses of the trace beyond the drive's logical size")->needs(trace);
  command.add_option("--closed", options.closed, "Run the trace as a closed loop of this depth")
      ->check(CLI::Range(1, 65536))
      ->type_name("N")
      ->needs(trace);
  command.add_flag("--sort-trace", options.sort_trace, "Sort a trace whose times go backwards");
  command.add_flag("--skip-bad-lines", options.skip_bad_lines, "Count lines that do not parse instead of stopping");
  command.add_option("--requests", options.requests, "At most so many requests")->check(CLI::Range(u64{1}, workload::kMostRequests))->type_name("N");
  add_memory(command, options.memory);
  command.add_option("--seed", options.seed, "Seed of the run")->check(CLI::Validator(unfit_seed, ""))->type_name("N");
}

}  // namespace

void add_run(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("run", "Simulate a design");
  auto options = std::make_shared<RunOptions>();
  session.add_target(*command);
  session.add_definitions(*command);
  add_workload_options(*command, *options);
  add_choice(*command, "--until", options->until, kUntil, "Stop after the last request, or run the workload again and again until worn-out blocks end the drive's life");
  add_choice(*command, "--engine", options->engine, kEngines, "Specialised for the design (jit) or not (generic)");
  session.add_format(*command);
  session.add_output(*command, "Write the results as JSON to this file, too");
  command->add_flag("--check", options->check, "Verify the conservation laws after the run");
  command->add_flag("--quiet", session.quiet, "No progress bar, no warnings");
  command->callback([&session, options] { run_run(session, *options); });
}

}  // namespace ssd::cli
