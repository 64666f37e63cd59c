// Reading traces without the disk: from text in memory to records, for each format, and from the packed records of the
// cache to records.
#include <benchmark/benchmark.h>

#include "bench/sizes.h"
#include "runtime/trace/formats/format.h"
#include "runtime/trace/random.h"
#include "runtime/trace/record_store.h"

namespace ssd::bench {
namespace {

using trace::Progress;
using trace::TraceRecord;

const u64 kLines = sized(200'000, 20'000);
constexpr std::size_t kChunk = 256 << 10;  // the size in which files are read

// Lines with addresses and sizes of many lengths, 60 % reads: as unpredictable as those of a server.
struct Line {
  u64 us, sector, sectors;
  bool reads;
};
std::vector<Line> some_lines() {
  trace::Random random({2026, 11}, "trace_bench");
  std::vector<Line> lines;
  u64 us = 0;
  for (u64 i = 0; i < kLines; ++i) {
    us += random.below(10'000);
    lines.push_back({us, random.below(u64{1} << (16 + random.below(10))), 1 + random.below(128), random.below(10) < 6});
  }
  return lines;
}

std::string text_of(const Line& l, std::string_view format) {
  if (format == "msr")
    return fmt::format("{},web,0,{},{},{},{}\n", 128166372003061629 + l.us * 10, l.reads ? "Read" : "Write",
                       l.sector * 512, l.sectors * 512, l.us % 99'991);
  if (format == "spc")
    return fmt::format("0,{},{},{},{}.{:06}\n", l.sector, l.sectors * 512, l.reads ? 'r' : 'w', l.us / 1'000'000,
                       l.us % 1'000'000);
  if (format == "disksim")
    return fmt::format("{}.{:03} 0 {} {} {}\n", l.us / 1000, l.us % 1000, l.sector, l.sectors, l.reads ? 1 : 0);
  if (format == "ssdsim") return fmt::format("{} 0 {} {} {}\n", l.us * 1000, l.sector, l.sectors, l.reads ? 1 : 0);
  return fmt::format("  8,0    1 {:8} {:5}.{:09} {:5}  Q {:>3} {} + {} [fio]\n", l.us % 65'536, l.us / 1'000'000,
                     l.us % 1'000'000 * 1000, 4321, l.reads ? 'R' : 'W', l.sector, l.sectors);
}

bool read_rightly(const std::vector<TraceRecord>& records, const std::vector<Line>& lines, u64 first) {
  const Time base = records.front().arrival - lines[first].us * 1000;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const TraceRecord& r = records[i];
    const Line& l = lines[first + i];
    if (r.arrival - base != l.us * 1000 || r.offset != l.sector * 512 || r.bytes != l.sectors * 512 ||
        (r.direction == Direction::kRead) != l.reads)
      return false;
  }
  return true;
}

// Parses the text chunk by chunk. Calls `each` with the number of the first record and the progress.
template <class Each>
void parse(const trace::Format& format, const std::string& text, Each each) {
  Progress progress;
  const auto reader = format.reader();
  u64 first = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.rfind('\n', std::min(begin + kChunk, text.size()) - 1) + 1;
    reader->read(text.data() + begin, text.data() + end, progress);
    each(first, progress);
    first += progress.records.size();
    progress.records.clear();
    begin = end;
  }
}

void ParseText(benchmark::State& state, const char* name) {
  const std::vector<Line> lines = some_lines();
  std::string text;
  for (const Line& line : lines) text += text_of(line, name);
  const trace::Format& format = *trace::find_format(name);
  bool right = true;
  u64 read = 0;
  parse(format, text, [&](u64 first, const Progress& p) {
    right = right && !p.bad && !p.records.empty() && read_rightly(p.records, lines, first);
    read += p.records.size();
  });
  if (!right || read != kLines) return state.SkipWithError("the lines were not read rightly");
  u64 done = 0;
  for (auto _ : state) parse(format, text, [&](u64, const Progress& p) { done += p.records.size(); });
  state.counters["lines"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
  state.counters["result"] = static_cast<double>(read);
}
BENCHMARK_CAPTURE(ParseText, msr, "msr")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ParseText, spc, "spc")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ParseText, ssdsim, "ssdsim")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ParseText, disksim, "disksim")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ParseText, blkparse, "blkparse")->Unit(benchmark::kMillisecond);

std::vector<TraceRecord> records_of(const std::vector<Line>& lines) {
  std::vector<TraceRecord> records;
  for (const Line& l : lines)
    records.push_back(
        {l.us * 1000, l.sector * 512, l.sectors * 512, l.reads ? Direction::kRead : Direction::kWrite, 0});
  return records;
}

// Packing records, as for every trace that is read, and collecting their facts.
void PackRecords(benchmark::State& state) {
  const std::vector<TraceRecord> records = records_of(some_lines());
  trace::RecordStore store;
  for (auto _ : state) {
    store.clear();
    store.add(records);
    store.finish();
  }
  if (store.size() != records.size() || store.facts().latest != records.back().arrival)
    return state.SkipWithError("what was packed is not what was given");
  state.counters["requests"] =
      benchmark::Counter(static_cast<double>(state.iterations() * records.size()), benchmark::Counter::kIsRate);
}
BENCHMARK(PackRecords)->Unit(benchmark::kMillisecond);

// Unpacking the stored records of a trace block by block: from memory, and from a file like a cached trace.
void UnpackRecords(benchmark::State& state) {
  const std::vector<TraceRecord> records = records_of(some_lines());
  trace::RecordStore store(state.range(0) == 0 ? trace::RecordStore::kMostHeld : 0);
  store.add(records);
  store.finish();
  u64 done = 0, sum = 0, expected = 0;
  for (const TraceRecord& r : records) expected += r.arrival ^ r.offset ^ r.bytes ^ static_cast<u64>(r.direction);
  const auto each_block = [&](auto each) {
    trace::RecordStore::Pass pass(store);
    while (const trace::RecordBlock* block = pass.next()) each(*block);
  };
  each_block([&](const trace::RecordBlock& block) {
    for (std::size_t i = 0; i < block.size; ++i)
      sum += block.arrivals[i] ^ block.offsets[i] ^ block.bytes[i] ^ block.directions[i];
  });
  if (sum != expected) return state.SkipWithError("what was packed did not come out again");
  for (auto _ : state) {
    each_block([&](const trace::RecordBlock& block) {
      done += block.size;
      benchmark::DoNotOptimize(&block);
    });
  }
  state.counters["requests"] = benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
  state.counters["bytes_a_request"] = static_cast<double>(store.packed_bytes()) / static_cast<double>(records.size());
  state.counters["result"] = static_cast<double>(expected & 0xffff'ffff'ffff);
}
BENCHMARK(UnpackRecords)->ArgName("file")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace ssd::bench
