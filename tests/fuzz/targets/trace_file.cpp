// Fuzz target: a trace as a file: how it is read (the first byte), how it is packed (the second), the byte of the file
// that is altered (the next two, 0: none), and its text. What is not read gives an error. What is read has records, and
// a pass returns all of them; its facts can be shown, and their JSON can be read. A packed trace is read like its text.
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <nlohmann/json.hpp>

#include "runtime/trace/formats/format.h"
#include "runtime/trace/trace_info.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

enum class Packing : u8 { kNone, kGzip, kZstd, kTwoFrames };
constexpr u64 kPackings = 4;

std::string gzipped(std::string_view text) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16, kMemory = 8;
  std::string packed(text.size() + 512, '\0');
  if (deflateInit2(&stream, 1, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string zstd_packed(std::string_view text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
  return packed;
}

std::string packed(Packing packing, std::string_view text) {
  switch (packing) {
    case Packing::kNone: return std::string(text);
    case Packing::kGzip: return gzipped(text);
    case Packing::kZstd: return zstd_packed(text);
    case Packing::kTwoFrames: return gzipped(text.substr(0, text.size() / 2)) + gzipped(text.substr(text.size() / 2));
  }
  return {};
}

struct Loaded {
  std::optional<trace::Trace> trace;
  SourceMap sources;
  diag::Sink sink;
};
Loaded load(const MemoryFile& file, const trace::LoadOptions& options) {
  Loaded loaded;
  loaded.trace = trace::load_trace(file.path(), options, loaded.sources, loaded.sink);
  return loaded;
}

std::vector<u64> numbers_of(const trace::Trace& trace) {
  std::vector<u64> numbers{trace.lines, trace.bad_lines, trace.zero_sized, trace.other_lines};
  trace::RecordStore::Pass pass(trace.records);
  while (const trace::RecordBlock* block = pass.next()) {
    for (std::size_t i = 0; i < block->size; ++i) {
      const trace::TraceRecord r = (*block)[i];
      numbers.insert(numbers.end(), {r.arrival, r.offset, r.bytes, static_cast<u64>(r.direction), r.device});
    }
  }
  return numbers;
}

std::string broken_facts(const trace::Trace& trace, SourceMap& sources) {
  const trace::TraceInfo info = trace::trace_info(trace);
  trace::render_text(info);
  const auto json = nlohmann::json::parse(trace::render_json(info), nullptr, false);
  if (json.is_discarded()) return "the facts are no JSON";
  if (info.writes.requests + info.reads.requests + info.trims.requests != trace.records.size())
    return "a record is neither a write nor a read nor a trim";
  if (numbers_of(trace).size() != 4 + 5 * trace.records.size()) return "a pass does not return every record";
  return trace::place_of_record(trace, trace.records.size() - 1, sources).known() ? "" : "a record has no line";
}

}  // namespace

std::string broken_by_trace_file(std::string_view bytes) {
  static MemoryFile file, plain;
  Input input(bytes);
  const u64 how = input.below(2 * (trace::formats().size() + 1)), chosen = how / 2;
  trace::LoadOptions options;
  options.skip_bad_lines = how % 2 != 0;
  options.shown_as = "t.csv";
  if (chosen != 0) options.format = trace::formats()[chosen - 1].name;
  const auto packing = static_cast<Packing>(input.below(kPackings));
  const u64 altered = input.number(2);
  std::string content = packed(packing, input.rest());
  if (altered != 0 && !content.empty()) content[altered % content.size()] ^= static_cast<char>(1U << (altered % 8));
  file.put(content);
  Loaded loaded = load(file, options);
  diag::render_text(loaded.sink, loaded.sources, false);
  if (!loaded.trace) return loaded.sink.has_errors() ? "" : "a trace was refused without a word";
  if (loaded.sink.has_errors() || loaded.trace->records.size() == 0) return "a trace was read in spite of an error";
  if (std::string broken = broken_facts(*loaded.trace, loaded.sources); !broken.empty()) return broken;
  if (packing == Packing::kNone || altered != 0) return "";
  plain.put(input.rest());
  const Loaded text = load(plain, options);
  return text.trace && numbers_of(*text.trace) == numbers_of(*loaded.trace) ? "" : "a packed trace is read otherwise";
}

}  // namespace ssd::fuzz
