// See written_trace.h.
#include "tools/cli/written_trace.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "compiler/check/check.h"
#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/base/standard_error.h"
#include "runtime/trace/address_space.h"
#include "runtime/trace/packed_records.h"
#include "runtime/trace/packing.h"
#include "runtime/trace/requests.h"
#include "runtime/trace/write_trace.h"
#include "tools/cli/open.h"

namespace ssd::cli {
namespace {

// Whether the output can be written and is not the input. All that can be checked about the output is checked here,
// before long work.
bool can_be_output(Session& session, const std::string& input) {
  const std::string inputs[] = {input};
  return can_be_written(session.output, session.sink) &&
         spares_inputs(session.output, inputs, ".trace", session.sink) &&
         trace::packing_for(session.output, session.sink).has_value();
}

// Prints to standard error, because the trace may go to stdout.
void tell(const Session& session, const trace::TraceWriter& writer, const trace::Format& format) {
  if (session.quiet) return;
  standard_error::print("{} written as {}\n", counted_text(writer.records(), "request"), format.name);
  if (writer.cut_times() != 0) {
    standard_error::print("note: {} are truncated to {}, the unit of `{}`\n", counted_text(writer.cut_times(), "time"),
                          time_text(static_cast<double>(format.writing.tick)), format.name);
  }
}

using Fill = std::function<bool(trace::TraceWriter&)>;

// `fill` adds the records. It returns false after a diagnostic, or if the file could not be written.
void write_trace(Session& session, const trace::Format& format, const Fill& fill) {
  const auto packing = trace::packing_for(session.output, session.sink);
  if (!packing) return;
  const bool written = write_through(
      session.output,
      [&](std::FILE* file) {
        errno = 0;
        const auto packed = trace::packer(*packing, [file](std::string_view bytes) {
          return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
        });
        trace::TraceWriter writer(format, [&packed](std::string_view text) { return packed->add(text); });
        const bool whole = fill(writer) && writer.finish() && packed->finish() && std::fflush(file) == 0;
        if (whole) tell(session, writer, format);
        return whole ? 0 : session.sink.has_errors() ? kGivenUp : errno != 0 ? errno : ENOMEM;
      },
      session.sink, kOutput);
  session.printed = written;
}

struct Chosen {
  design::Workload workload;
  std::uint64_t size;  // bytes of the drive
};

// The space that addresses lie in: the logical size of the file's only design, otherwise the usual size.
std::uint64_t size_of_space(const check::Checked& checked) {
  return checked.designs.size() == 1 ? checked.designs.front().logical_bytes() : trace::kUsualSpace;
}

std::optional<Chosen> chosen_workload(Session& session) {
  const Target target = parse_target(session.target);
  std::error_code none;
  const bool is_file = std::filesystem::exists(target.file, none) || target.file.ends_with(".ssd");
  const check::Options options = check_options(session);
  if (!is_file && !options.overrides.empty()) {
    session.sink
        .report(diag::Code::E0502, {},
                fmt::format("`-D {}={}`", options.overrides.front().name, options.overrides.front().text),
                "a workload of the standard library")
        .help(fmt::format("it has no params; in your own file, `import \"std/workloads.ssd\"` and `workload Mine "
                          "from {} {{ … }}` change its keys",
                          target.file));
    return std::nullopt;
  }
  const std::string file = is_file ? target.file : options.stdlib_directory + "/workloads.ssd";
  const check::Checked checked = check::check(file, options, session.sources, session.sink);
  if (session.sink.has_errors()) return std::nullopt;
  const design::Workload* workload =
      check::select_workload(checked, is_file ? target.name : session.target, session.sink);
  if (workload == nullptr) return std::nullopt;
  return Chosen{*workload, is_file ? size_of_space(checked) : trace::kUsualSpace};
}

}  // namespace

void generate_trace(Session& session, const GenerateOptions& options) {
  if (!can_be_output(session, parse_target(session.target).file)) return;
  const auto chosen = chosen_workload(session);
  if (!chosen) return;
  const design::Workload& workload = chosen->workload;
  if (workload::is_closed(workload) || workload::arrives_by_flow(workload)) {
    session.sink.report(diag::Code::E0460, workload.span, workload.name)
        .help(
            "give it an `interval` instead of `closed`, or write the requests of a run: `ssdc run … --requests-out "
            "FILE`");
    return;
  }
  const Plan space = trace::address_space(options.size.value_or(chosen->size));
  const auto requests = trace::requests_for(space, workload, {.requests = options.requests, .seed = options.seed},
                                            session.sources, session.sink);
  if (!requests) return;
  for (const std::string& note : requests->notes) {
    if (!session.quiet) standard_error::print("note: {}\n", note);
  }
  write_trace(session, *trace::find_format(options.to), [&](trace::TraceWriter& writer) {
    for (const Request& r : requests->list) {
      const u64 sector = space.geometry.sector_bytes;
      if (!writer.add({r.arrival, r.sector * sector, r.sectors * sector, r.direction, 0, r.forced != 0}, session.sink))
        return false;
    }
    return true;
  });
}

void convert_trace(Session& session, const ConvertOptions& options) {
  if (!can_be_output(session, session.target)) return;
  const auto trace = trace::load_trace(session.target, options.from, session.sources, session.sink);
  if (!trace) return;
  write_trace(session, *trace::find_format(options.to), [&](trace::TraceWriter& writer) {
    trace::RecordStore::Pass pass(trace->records);
    while (const trace::RecordBlock* block = pass.next()) {
      for (std::size_t i = 0; i < block->size; ++i) {
        trace::TraceRecord record = (*block)[i];
        record.arrival -= trace->earliest();
        if (!writer.add(record, session.sink)) return false;
      }
    }
    if (const int error = trace->records.error(); error != 0)
      trace::tell_not_kept(trace->shown_as, error, {}, session.sink);
    return trace->records.error() == 0;
  });
}

}  // namespace ssd::cli
