// See written_trace.h.
#include "tools/ssdc/written_trace.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>

#include "compiler/sema/sema.h"
#include "runtime/results/quantity.h"
#include "runtime/workload/requests.h"
#include "runtime/workload/packed_records.h"
#include "runtime/workload/packing.h"
#include "runtime/workload/write_trace.h"
#include "tools/ssdc/output_file.h"

namespace ssd::cli {
namespace {

constexpr std::uint64_t kUsualSize = std::uint64_t{16} << 30;

// Neither reads what it writes; and all that can be told of the output is told before long work.
bool can_be_output(Session& session, const std::string& input) {
  const std::string inputs[] = {input};
  return can_be_written(session.output, session.sink) && spares_inputs(session.output, inputs, ".trace", session.sink) &&
         workload::packing_for(session.output, session.sink).has_value();
}

// What is talk goes to stderr, for the trace may go to stdout.
void tell(const Session& session, const workload::TraceWriter& writer, const workload::Format& format) {
  if (session.quiet) return;
  fmt::print(stderr, "{} written as {}\n", results::counted_text(writer.records(), "request"), format.name);
  if (writer.cut_times() != 0) {
    fmt::print(stderr, "note: {} are cut to {}, the unit of `{}`\n", results::counted_text(writer.cut_times(), "time"),
               results::time_text(static_cast<double>(format.writing.tick)), format.name);
  }
}

using Fill = std::function<bool(workload::TraceWriter&)>;

// `fill` adds the records; false: told, or the file took no more.
void write_trace(Session& session, const workload::Format& format, const Fill& fill) {
  const auto packing = workload::packing_for(session.output, session.sink);
  if (!packing) return;
  const bool written = write_through(
      session.output,
      [&](std::FILE* file) {
        errno = 0;
        const auto packed = workload::packer(*packing, [file](std::string_view bytes) { return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size(); });
        workload::TraceWriter writer(format, [&packed](std::string_view text) { return packed->add(text); });
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

// Of a file with one design the addresses lie in that; else in the usual size.
std::uint64_t size_of_space(const sema::Checked& checked) { return checked.designs.size() == 1 ? checked.designs.front().logical_bytes() : kUsualSize; }

std::optional<Chosen> chosen_workload(Session& session) {
  const Target target = parse_target(session.target);
  std::error_code none;
  const bool is_file = std::filesystem::exists(target.file, none) || target.file.ends_with(".ssd");
  const sema::Options options = session.sema_options();
  if (!is_file && !options.overrides.empty()) {
    session.sink.report(diag::Code::E0502, {}, fmt::format("`-D {}={}`", options.overrides.front().name, options.overrides.front().text), "a workload of the standard library")
        .help(fmt::format("it has no params; in a file of your own, `import \"std/workloads.ssd\"` and `workload Mine from {} {{ … }}` change its keys", target.file));
    return std::nullopt;
  }
  const std::string file = is_file ? target.file : options.stdlib_directory + "/workloads.ssd";
  const sema::Checked checked = sema::check(file, options, session.sources, session.sink);
  if (session.sink.has_errors()) return std::nullopt;
  const design::Workload* workload = sema::select_workload(checked, is_file ? target.name : session.target, session.sink);
  if (workload == nullptr) return std::nullopt;
  return Chosen{*workload, is_file ? size_of_space(checked) : kUsualSize};
}

// A drive as far as addresses go: sectors of 512 bytes, pages of 4 KiB.
design::Design space_of(std::uint64_t bytes) {
  design::Design space;
  space.geometry.page_bytes = 4096;
  space.geometry.sector_bytes = 512;
  space.logical_pages = std::max<std::uint64_t>(1, bytes / space.geometry.page_bytes);
  return space;
}

}  // namespace

void generate_trace(Session& session, const GenerateOptions& options) {
  if (!can_be_output(session, parse_target(session.target).file)) return;
  const auto chosen = chosen_workload(session);
  if (!chosen) return;
  const design::Workload& workload = chosen->workload;
  if (workload.closed != 0) {
    session.sink.report(diag::Code::E0460, workload.span, workload.name).help("give it an `interval` instead of `closed`, or take what a drive makes of it: `ssdc run … --requests-out FILE`");
    return;
  }
  const design::Design space = space_of(options.size.value_or(chosen->size));
  const auto requests = workload::requests_for(space, workload, {.requests = options.requests, .seed = options.seed}, session.sources, session.sink);
  if (!requests) return;
  for (const std::string& note : requests->notes) {
    if (!session.quiet) fmt::print(stderr, "note: {}\n", note);
  }
  write_trace(session, *workload::find_format(options.to), [&](workload::TraceWriter& writer) {
    for (const Request& r : requests->list) {
      const u64 sector = space.geometry.sector_bytes;
      if (!writer.add({r.arrival, r.sector * sector, r.sectors * sector, r.direction, 0}, session.sink)) return false;
    }
    return true;
  });
}

void convert_trace(Session& session, const ConvertOptions& options) {
  if (!can_be_output(session, session.target)) return;
  const auto trace = workload::load_trace(session.target, options.from, session.sources, session.sink);
  if (!trace) return;
  write_trace(session, *workload::find_format(options.to), [&](workload::TraceWriter& writer) {
    workload::RecordStore::Pass pass(trace->records);
    while (const workload::RecordBlock* block = pass.next()) {
      for (std::size_t i = 0; i < block->size; ++i) {
        workload::TraceRecord record = (*block)[i];
        record.arrival -= trace->earliest();
        if (!writer.add(record, session.sink)) return false;
      }
    }
    if (const int error = trace->records.error(); error != 0) workload::tell_not_kept(trace->shown_as, error, {}, session.sink);
    return trace->records.error() == 0;
  });
}

}  // namespace ssd::cli
