// Fuzz target: a trace as a file: how it is read (the first byte), how it is packed (the second), how the file is
// damaged (the next two, 0: not at all): cut, or a bit of it altered; and its text. What is not read gives an error.
// What is read has records, and a pass returns all of them; its facts can be shown, and their JSON can be read. A
// packed trace is read like its text, and one that was cut is refused.
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <nlohmann/json.hpp>

#include "runtime/trace/byte_stream.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/trace_info.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/targets.h"

namespace ssd::fuzz {
namespace {

enum class Packing : u8 { kNone, kGzip, kZstd, kTwoGzips, kTwoZstds };
constexpr u64 kPackings = 5;

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

struct Packed {
  std::string bytes;
  std::size_t whole = 0;  // a file that was cut, but has more bytes than this, is not whole
};

Packed packed(Packing packing, std::string_view text) {
  constexpr std::size_t kMember =
      2;  // bytes with which a second gzip member begins: fewer are other bytes behind the first
  const std::string_view first = text.substr(0, text.size() / 2), second = text.substr(text.size() / 2);
  switch (packing) {
    case Packing::kNone: return {std::string(text), text.size()};
    case Packing::kGzip: return {gzipped(text)};
    case Packing::kZstd: return {zstd_packed(text)};
    case Packing::kTwoGzips: return {gzipped(first) + gzipped(second), gzipped(first).size() + kMember};
    case Packing::kTwoZstds: return {zstd_packed(first) + zstd_packed(second), zstd_packed(first).size()};
  }
  return {};
}

// Whether the file is no packed one, by its first bytes.
bool is_plain(const MemoryFile& file) {
  const trace::ByteStream stream(file.path());
  return stream.fault() == trace::StreamFault::kNone && stream.compression().empty();
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
  if (info.writes.requests + info.reads.requests + info.trims.requests + info.flushes != trace.records.size())
    return "a record is neither a write nor a read nor a trim";
  if (numbers_of(trace).size() != 4 + 5 * trace.records.size()) return "a pass does not return every record";
  return trace::place_of_record(trace, trace.records.size() - 1, sources).known() ? "" : "a record has no line";
}

// Returns whether bytes are missing afterwards.
bool damage(std::string& content, u64 how) {
  constexpr u64 kCuts = u64{1} << 15;
  if (how == 0 || content.empty()) return false;
  const u64 at = how % content.size();
  if (how >= kCuts)
    content.resize(at);
  else
    content[at] = static_cast<char>(content[at] ^ 1 << how % 8);
  return how >= kCuts;
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
  const u64 damaged = input.number(2);
  Packed content = packed(packing, input.rest());
  const bool must_be_refused = damage(content.bytes, damaged) && content.bytes.size() > content.whole;
  file.put(content.bytes);
  Loaded loaded = load(file, options);
  diag::render_text(loaded.sink, loaded.sources, false);
  if (!loaded.trace) return loaded.sink.has_errors() ? "" : "a trace was refused without a word";
  if (loaded.sink.has_errors() || loaded.trace->records.size() == 0) return "a trace was read in spite of an error";
  if (std::string broken = broken_facts(*loaded.trace, loaded.sources); !broken.empty()) return broken;
  if (must_be_refused) return "a trace that was cut is read";
  if (packing == Packing::kNone || damaged != 0) return "";
  plain.put(input.rest());
  if (!is_plain(plain)) return "";  // a text that begins like a packed file is one
  const Loaded text = load(plain, options);
  return text.trace && numbers_of(*text.trace) == numbers_of(*loaded.trace) ? "" : "a packed trace is read otherwise";
}

}  // namespace ssd::fuzz
