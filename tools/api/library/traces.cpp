// Trace files: reads them (Trace) and writes them (write_trace).
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "runtime/base/output_file.h"
#include "runtime/base/suggest.h"
#include "runtime/trace/packing.h"
#include "runtime/trace/trace_info.h"
#include "runtime/trace/write_trace.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"

namespace ssd::api {
namespace {

constexpr std::array kDirections{
    std::pair(Direction::kWrite, ssd::Direction::kWrite), std::pair(Direction::kRead, ssd::Direction::kRead),
    std::pair(Direction::kTrim, ssd::Direction::kTrim), std::pair(Direction::kFlush, ssd::Direction::kFlush)};

Record given_record(const trace::TraceRecord& record, ssd::Time earliest) {
  Record result{.time = record.arrival - earliest,
                .offset = record.offset,
                .bytes = record.bytes,
                .direction = {},
                .device = record.device,
                .forced = record.forced};
  for (const auto& [ours, theirs] : kDirections) {
    if (theirs == record.direction) result.direction = ours;
  }
  return result;
}

// False after a diagnostic, or if the file could not be written.
bool add_all(trace::TraceWriter& writer, const std::vector<Record>& records, diag::Sink& sink) {
  for (const Record& record : records) {
    if (!writer.add(record_of(record), sink)) return false;
  }
  return true;
}

std::optional<Written> write_as(const std::string& path, const std::vector<Record>& records,
                                const trace::Format& format, diag::Sink& sink) {
  const auto packing = trace::packing_for(path, sink);
  if (!packing || !can_be_written(path, sink)) return std::nullopt;
  Written result;
  const auto produce = [&](std::FILE* file) {
    errno = 0;
    const auto packed = trace::packer(*packing, [file](std::string_view bytes) {
      return std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    });
    trace::TraceWriter writer(format, [&packed](std::string_view text) { return packed->add(text); });
    const bool whole = add_all(writer, records, sink) && writer.finish() && packed->finish() && std::fflush(file) == 0;
    result = {.records = writer.records(), .cut_times = writer.cut_times()};
    return whole ? 0 : sink.has_errors() ? kGivenUp : errno != 0 ? errno : ENOMEM;
  };
  return write_through(path, produce, sink, kOutput) ? std::optional(result) : std::nullopt;
}

TraceFigures::Sizes sizes_of(const trace::SizeFigures& sizes) {
  return {sizes.requests, sizes.bytes, sizes.smallest, sizes.largest};
}

}  // namespace

trace::TraceRecord record_of(const Record& record) {
  trace::TraceRecord result{record.time,   record.offset, record.bytes, ssd::Direction::kWrite,
                            record.device, record.forced};
  for (const auto& [ours, theirs] : kDirections) {
    if (ours == record.direction) result.direction = theirs;
  }
  return result;
}

struct Trace::Data {
  trace::Trace trace;
};

Result<Trace> open_trace(const std::string& path, const TraceOptions& options) {
  return attempt<Trace>("trace info", [&](Environment& environment) -> std::optional<Trace> {
    trace::LoadOptions how;
    how.format = options.format;
    how.skip_bad_lines = options.skip_bad_lines;
    if (options.records) how.most_records = *options.records;
    auto loaded = trace::load_trace(path, how, environment.sources, environment.sink);
    if (!loaded) return std::nullopt;
    return Trace(std::make_shared<const Trace::Data>(Trace::Data{.trace = std::move(*loaded)}));
  });
}

std::string Trace::format() const { return std::string(data_->trace.format->name); }
std::uint64_t Trace::size() const { return data_->trace.records.size(); }

Result<std::uint64_t> Trace::each(const std::function<bool(const Record&)>& take) const {
  return attempt<std::uint64_t>("trace info", [&](Environment& environment) -> std::optional<std::uint64_t> {
    const trace::Trace& trace = data_->trace;
    std::uint64_t taken = 0;
    trace::RecordStore::Pass pass(trace.records);
    while (const trace::RecordBlock* block = pass.next()) {
      for (std::size_t i = 0; i < block->size; ++i, ++taken) {
        if (!take(given_record((*block)[i], trace.earliest()))) return taken;
      }
    }
    if (trace.records.error() == 0) return taken;
    trace::tell_not_kept(trace.shown_as, trace.records.error(), {}, environment.sink);
    return std::nullopt;
  });
}

Result<std::vector<Record>> Trace::records() const {
  std::vector<Record> all;
  Result<std::uint64_t> done = each([&all](const Record& record) {
    all.push_back(record);
    return true;
  });
  Result<std::vector<Record>> result{
      .value = {}, .diagnostics = std::move(done.diagnostics), .text = std::move(done.text)};
  if (done) result.value = std::move(all);
  return result;
}

TraceFigures Trace::figures() const {
  const trace::TraceInfo info = trace::trace_info(data_->trace);
  return {.requests = info.requests,
          .duration = info.duration,
          .writes = sizes_of(info.writes),
          .reads = sizes_of(info.reads),
          .trims = sizes_of(info.trims),
          .pages_touched = info.pages_touched,
          .pages_written = info.pages_written,
          .lowest = info.lowest,
          .highest = info.highest,
          .text = trace::render_text(info),
          .json = trace::render_json(info)};
}

std::vector<std::string> trace_formats() {
  std::vector<std::string> names;
  for (const trace::Format& format : trace::formats()) names.emplace_back(format.name);
  return names;
}

Result<Written> write_trace(const std::string& path, const std::vector<Record>& records, const std::string& format) {
  return attempt<Written>("trace convert", [&](Environment& environment) -> std::optional<Written> {
    if (const trace::Format* chosen = trace::find_format(format))
      return write_as(path, records, *chosen, environment.sink);
    const std::vector<std::string> names = trace_formats();
    const auto near = nearest(format, names);
    environment.sink.report(diag::Code::E0409, {}, format)
        .help(near ? fmt::format("did you mean `{}`?", *near) : "there are " + listed(names));
    return std::nullopt;
  });
}

}  // namespace ssd::api
