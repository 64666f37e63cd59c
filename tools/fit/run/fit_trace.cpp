// See fit_trace.h. Invariant: the figures that are compared with the trace's come from the text that is written, parsed
// again as any file.
#include "tools/fit/run/fit_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "compiler/syntax/format/format.h"
#include "compiler/syntax/parse/new_name.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/trace_info.h"
#include "tools/fit/workload_text.h"

namespace ssd::fit {
namespace {

using trace::counted_text;

const std::string kFitted = "fitted.ssd";  // the name of the text while it is not in a file

// `hm_0` for `hm_0.csv.zst`.
std::string stem_of(const std::string& path) {
  std::filesystem::path file = std::filesystem::path(path).filename();
  while (file.has_extension() && !file.stem().empty()) file = file.stem();
  return file.string();
}

std::string name_for(const FitOptions& options, const std::string& path) {
  return options.name.empty() ? parse::mended_name(stem_of(path), "Trace", "Fitted") : options.name;
}

bool has_good_name(Environment& environment, const FitOptions& options) {
  if (options.name.empty() || parse::may_be_a_name(options.name)) return true;
  parse::report_bad_name(environment.sink, "workload", options.name,
                         "ssdc trace fit … --name " + parse::mended_name(options.name, "Trace", "Fitted"));
  return false;
}

// A text that is checked as if it were a file.
struct Read {
  SourceMap sources;
  diag::Sink sink;
  check::Checked checked;
  std::shared_ptr<const ast::File> tree;
};

// The text is ours, so it is accepted. False after a diagnostic: the standard library cannot be read.
bool read_text(Environment& environment, check::Options options, const std::string& text, Read& read) {
  using enum check::ReadResult::Status;
  options.overrides.clear();
  bool all_read = true;
  const auto from_disk = options.read;
  options.read = [&](const std::string& path) {
    if (path == kFitted) return check::ReadResult{kRead, text, {}};
    check::ReadResult result = from_disk(path);
    all_read = all_read && result.status == kRead;
    return result;
  };
  options.parse = [&](FileId file, const SourceMap& sources, diag::Sink& sink) {
    auto tree = check::parse_anew(file, sources, sink);
    if (sources.file(file).path() == kFitted) read.tree = tree;
    return tree;
  };
  read.checked = check::check(kFitted, options, read.sources, read.sink);
  if (!read.sink.has_errors() && !read.checked.workloads.empty() && read.tree != nullptr) return true;
  if (all_read) {
    throw std::logic_error("the workload fitted to a trace is not accepted: " +
                           diag::render_text(read.sink, read.sources, false));
  }
  for (diag::Diagnostic told : read.sink.all()) {
    told.span = {};  // a place in another collection of sources
    environment.sink.repeat(told);
  }
  return false;
}

// The trace, its properties, and the workload that was found, with the comparison.
struct Found {
  const trace::Trace& trace;
  Measured measured;
  workload::Workload workload;
  std::vector<Row> rows;
  std::vector<std::string> beyond, notes;
};

std::string lines_of(const std::vector<std::string>& lines, std::string_view before) {
  std::string text;
  for (const std::string& line : lines)
    text += fmt::format("{}{}{}\n", before, line.empty() || before.empty() ? "" : " ", line);
  return text;
}

std::vector<std::string> talk(const Found& found) {
  std::vector<std::string> lines = table(found.rows);
  const auto missed = std::ranges::count_if(found.rows, [](const Row& row) { return row.fitted && !row.within(); });
  lines.emplace_back("");
  lines.push_back(missed == 0
                      ? "Every fitted figure is within 3 % of the trace's, or within half a percent of the requests."
                      : fmt::format("MISSED: {} by more than 3 %, and by more than half a percent of the requests.",
                                    counted_text(static_cast<u64>(missed), "figure")));
  for (const std::string& note : found.notes) lines.push_back("Note: " + note + ".");
  if (!found.beyond.empty()) lines.emplace_back("Properties of the trace that a generator cannot reproduce:");
  for (const std::string& line : found.beyond) lines.push_back("- " + line);
  return lines;
}

std::string file_text(const Found& found, const std::string& block) {
  const std::string file = trace::printable(std::filesystem::path(found.trace.shown_as).filename().string(), 100);
  const std::string head =
      fmt::format("/// Fitted to the trace `{}`: {} in {}, of {} format.\n", file,
                  counted_text(found.measured.profile.requests, "request"),
                  trace::time_text(static_cast<double>(found.measured.duration)), found.trace.format->name);
  return fmt::format("// Proposed by `ssdc trace fit`; the figures compare {} of the workload with the trace.\n//\n",
                     counted_text(found.workload.requests.value_or(1), "request")) +
         lines_of(talk(found), "//") + "\n" + head + block;
}

std::optional<std::string> formatted(Environment& environment, const check::Options& checking,
                                     const std::string& text) {
  Read read;
  if (!read_text(environment, checking, text, read)) return std::nullopt;
  return format::format(*read.tree, read.sources);
}

std::string json_text(const Found& found, const std::string& text) {
  nlohmann::json figures = nlohmann::json::array();
  for (const Row& row : found.rows) {
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

std::optional<Measured> measured(Environment& environment, const trace::Trace& trace) {
  trace::tell_backwards(trace, environment.sources, environment.sink);
  auto found = fit::measured(trace);
  if (found.error == 0 && found.profile.requests == 0) {
    environment.sink.report(diag::Code::E0414, {}, trace::printable(trace.shown_as, 200))
        .help(fmt::format("it has {} alone, and a workload is fitted to reads, writes and trims",
                          counted_text(found.profile.flushes, "flush request")));
    return std::nullopt;
  }
  if (found.error == 0) return found;
  trace::tell_not_kept(trace::printable(trace.shown_as, 200), found.error, {}, environment.sink);
  return std::nullopt;
}

// The properties of the requests that the parsed text generates.
std::optional<Profile> generated_by(Environment& environment, const check::Options& checking,
                                    const std::string& block) {
  Read read;
  if (!read_text(environment, checking, block, read)) return std::nullopt;
  auto made = generated(read.checked.workloads.front(), read.sources, read.sink);
  if (!made)
    throw std::logic_error("the workload fitted to a trace does not run: " +
                           diag::render_text(read.sink, read.sources, false));
  return made;
}

std::vector<std::string> notes_of(const Found& found) {
  std::vector<std::string> all = notes(found.measured, found.workload);
  all.insert(all.end(), found.trace.doubts.begin(), found.trace.doubts.end());
  if (found.trace.cut)
    all.push_back(fmt::format("only the first {} of the trace were used: `--requests N` uses more",
                              trace::count_text(found.measured.profile.requests)));
  return all;
}

}  // namespace

std::string_view unit_name(Unit unit) {
  constexpr std::array<std::string_view, 5> kNames{"share", "bytes", "ns", "pages", "requests"};
  return kNames[static_cast<std::size_t>(unit)];
}

std::optional<Fit> fit_trace(Environment& environment, const std::string& path, const check::Options& checking,
                             const FitOptions& options) {
  if (!has_good_name(environment, options)) return std::nullopt;
  trace::LoadOptions load = options.from;
  load.most_records = options.requests.value_or(kUsualRequests);
  const auto trace = trace::load_trace(path, load, environment.sources, environment.sink);
  if (!trace) return std::nullopt;
  auto like = measured(environment, *trace);
  if (!like) return std::nullopt;
  begin(environment, Activity::kFit);
  workload::Workload proposed = fitted(like->profile, options.limits, [&](u64 generated, double share) {
    goes_on(environment, Activity::kFit, generated, share);
  });
  proposed.name = name_for(options, path);
  const std::string block = workload_text(proposed);
  const auto made = generated_by(environment, checking, block);
  if (!made) return std::nullopt;
  Found found{.trace = *trace,
              .measured = std::move(*like),
              .workload = std::move(proposed),
              .rows = {},
              .beyond = {},
              .notes = {}};
  found.rows = rows(found.measured.profile, *made);
  found.beyond = beyond_language(found.measured, *made);
  found.notes = notes_of(found);
  std::optional<std::string> text = formatted(environment, checking, file_text(found, block));
  if (!text) return std::nullopt;
  std::string json = json_text(found, *text);
  std::vector<std::string> shown = talk(found);
  return Fit{.name = found.workload.name,
             .format = std::string(trace->format->name),
             .requests = found.measured.profile.requests,
             .text = std::move(*text),
             .rows = std::move(found.rows),
             .beyond = std::move(found.beyond),
             .notes = std::move(found.notes),
             .shown = std::move(shown),
             .json = std::move(json)};
}

}  // namespace ssd::fit
