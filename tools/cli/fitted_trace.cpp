// See fitted_trace.h. Invariant: what is compared with the trace is what the written text generates, read again as any
// file is.
#include "tools/cli/fitted_trace.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "compiler/syntax/format/format.h"
#include "compiler/syntax/parse/new_name.h"
#include "runtime/base/output_file.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/trace_info.h"
#include "tools/cli/open.h"
#include "tools/cli/progress.h"
#include "tools/fit/comparison.h"
#include "tools/fit/workload_text.h"

namespace ssd::cli {
namespace {

using trace::counted_text;

const std::string kFitted = "fitted.ssd";  // what the text is called while it is no file

// `hm_0.csv.zst` is of `hm_0`.
std::string stem_of(const std::string& path) {
  std::filesystem::path file = std::filesystem::path(path).filename();
  while (file.has_extension() && !file.stem().empty()) file = file.stem();
  return file.string();
}

std::string name_for(const FitOptions& options, const std::string& path) {
  return options.name.empty() ? parse::mended_name(stem_of(path), "Trace", "Fitted") : options.name;
}

bool may_begin(Session& session, const FitOptions& options) {
  if (!options.name.empty() && !parse::may_be_a_name(options.name)) {
    parse::report_bad_name(session.sink, "workload", options.name,
                           "ssdc trace fit … --name " + parse::mended_name(options.name, "Trace", "Fitted"));
    return false;
  }
  std::error_code ignored;
  if (session.output.empty() || session.output == kStandardOutput) return true;
  if (std::filesystem::is_regular_file(session.output, ignored)) {
    session.sink.report(diag::Code::E0532, {}, session.output).help("name another file by `-o`, or leave it out");
    return false;
  }
  return can_be_written(session.output, session.sink);
}

// A text as if it were a file's.
struct Read {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked;
  std::shared_ptr<const ast::File> tree;
};

void read_text(Session& session, const std::string& text, Read& read) {
  check::Options options = check_options(session);
  options.overrides.clear();
  const auto from_disk = options.read;
  options.read = [&](const std::string& path) {
    return path == kFitted ? check::ReadResult{check::ReadResult::Status::kRead, text, {}} : from_disk(path);
  };
  options.parse = [&](FileId file, const SourceMap& sources, diag::Sink& sink) {
    auto tree = check::parse_anew(file, sources, sink);
    if (sources.file(file).path() == kFitted) read.tree = tree;
    return tree;
  };
  read.checked = check::check(kFitted, options, read.sources, read.sink);
  if (read.sink.has_errors() || read.checked.workloads.empty() || read.tree == nullptr) {
    throw std::logic_error("the workload fitted to a trace is not accepted: " +
                           diag::render_text(read.sink, read.sources, false));
  }
}

// The trace, what it is like, and what is like it.
struct Fit {
  const trace::Trace& trace;
  fit::Measured measured;
  workload::Workload workload;
  std::vector<fit::Row> rows;
  std::vector<std::string> beyond, notes;
};

std::string lines_of(const std::vector<std::string>& lines, std::string_view before) {
  std::string text;
  for (const std::string& line : lines)
    text += fmt::format("{}{}{}\n", before, line.empty() || before.empty() ? "" : " ", line);
  return text;
}

std::vector<std::string> talk(const Fit& found) {
  std::vector<std::string> lines = fit::table(found.rows);
  const auto missed =
      std::ranges::count_if(found.rows, [](const fit::Row& row) { return row.fitted && !row.within(); });
  lines.emplace_back("");
  lines.push_back(
      missed == 0
          ? "Every figure that is fitted is within 3 % of the trace's, or within half a percent of the requests."
          : fmt::format("MISSED: {} by more than 3 %, and by more than half a percent of the requests.",
                        counted_text(static_cast<u64>(missed), "figure")));
  for (const std::string& note : found.notes) lines.push_back("Note: " + note + ".");
  if (!found.beyond.empty()) lines.emplace_back("What the trace has and a generator does not:");
  for (const std::string& line : found.beyond) lines.push_back("- " + line);
  return lines;
}

std::string file_text(const Fit& found, const std::string& block) {
  const std::string file = trace::printable(std::filesystem::path(found.trace.shown_as).filename().string(), 100);
  const std::string head =
      fmt::format("/// Fitted to the trace `{}`: {} in {}, of {} format.\n", file,
                  counted_text(found.measured.profile.requests, "request"),
                  trace::time_text(static_cast<double>(found.measured.duration)), found.trace.format->name);
  return fmt::format("// Proposed by `ssdc trace fit`; {} of the workload beside the trace's.\n//\n",
                     counted_text(found.workload.requests.value_or(1), "request")) +
         lines_of(talk(found), "//") + "\n" + head + block;
}

std::string formatted(Session& session, const std::string& text) {
  Read read;
  read_text(session, text, read);
  return format::format(*read.tree, read.sources);
}

constexpr std::string_view unit_name(fit::Unit unit) {
  constexpr std::array<std::string_view, 5> kNames{"share", "bytes", "ns", "pages", "requests"};
  return kNames[static_cast<std::size_t>(unit)];
}

std::string json_text(const Fit& found, const std::string& text) {
  nlohmann::json figures = nlohmann::json::array();
  for (const fit::Row& row : found.rows) {
    figures.push_back({{"name", row.key},
                       {"unit", unit_name(row.unit)},
                       {"trace", row.trace},
                       {"workload", row.made},
                       {"difference", row.difference()},
                       {"fitted", row.fitted},
                       {"within", row.fitted ? nlohmann::json(row.within()) : nlohmann::json()}});
  }
  const nlohmann::json object = {{"schema", "ssdc.trace_fit"},
                                 {"version", 1},
                                 {"path", found.trace.shown_as},
                                 {"format", found.trace.format->name},
                                 {"requests", found.measured.profile.requests},
                                 {"name", found.workload.name},
                                 {"text", text},
                                 {"figures", figures},
                                 {"not_expressible", found.beyond},
                                 {"notes", found.notes}};
  return object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// The text is the result; on a terminal it shows the figures itself.
void put(Session& session, const Fit& found, const std::string& text) {
  const bool to_file = !session.output.empty() && session.output != kStandardOutput;
  if (to_file && !write_file(session.output, text, session.sink)) return;
  const bool json = session.format == Rendering::kJson;
  if (json)
    fmt::print("{}", json_text(found, text));
  else if (!to_file)
    fmt::print("{}", text);
  session.printed = true;
  if (!session.quiet && !json && (to_file || ::isatty(STDOUT_FILENO) == 0))
    fmt::print(stderr, "{}", lines_of(talk(found), ""));
}

std::optional<fit::Measured> measured(Session& session, const trace::Trace& trace) {
  trace::tell_backwards(trace, session.sources, session.sink);
  auto found = fit::measured(trace);
  if (found.error == 0) return found;
  trace::tell_not_kept(trace::printable(trace.shown_as, 200), found.error, {}, session.sink);
  return std::nullopt;
}

workload::Workload proposal(const Session& session, const fit::Profile& trace, const fit::Limits& limits) {
  Progress progress(" of the trials at most", !session.quiet);
  return fit::fitted(trace, limits, [&](u64 generated, double share) { progress.show(generated, share); });
}

}  // namespace

void fit_trace(Session& session, const FitOptions& options) {
  if (!may_begin(session, options)) return;
  trace::LoadOptions load = options.from;
  load.most_records = options.requests.value_or(fit::kUsualRequests);
  const auto trace = trace::load_trace(session.target, load, session.sources, session.sink);
  if (!trace) return;
  auto like = measured(session, *trace);
  if (!like) return;
  workload::Workload proposed = proposal(session, like->profile, options.limits);
  proposed.name = name_for(options, session.target);
  const std::string block = fit::workload_text(proposed);
  Read read;
  read_text(session, block, read);
  const auto made = fit::generated(read.checked.workloads.front(), read.sources, read.sink);
  if (!made)
    throw std::logic_error("the workload fitted to a trace does not run: " +
                           diag::render_text(read.sink, read.sources, false));
  Fit found{.trace = *trace,
            .measured = std::move(*like),
            .workload = std::move(proposed),
            .rows = {},
            .beyond = {},
            .notes = {}};
  found.rows = fit::rows(found.measured.profile, *made);
  found.beyond = fit::beyond_language(found.measured, *made);
  found.notes = fit::notes(found.measured, found.workload);
  found.notes.insert(found.notes.end(), trace->doubts.begin(), trace->doubts.end());
  if (trace->cut)
    found.notes.push_back(fmt::format("these are the first {} of the trace: `--requests N` takes more",
                                      trace::count_text(found.measured.profile.requests)));
  put(session, found, formatted(session, file_text(found, block)));
}

}  // namespace ssd::cli
