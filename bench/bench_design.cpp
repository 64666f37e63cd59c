// See bench_design.h.
#include "bench/bench_design.h"

#include <bit>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace ssd::bench {
namespace {

design::Design first_design(const std::string& path, const check::Options& options) {
  SourceMap sources;
  diag::Sink sink;
  const check::Checked checked = check::check(path, options, sources, sink);
  if (sink.has_errors() || checked.designs.empty()) throw std::runtime_error(diag::render_text(sink, sources, false));
  return checked.designs.front();
}

constexpr u64 mix(u64 hash, u64 value) { return (std::rotl(hash, 23) ^ value) * 0x9e3779b97f4a7c15ULL; }

}  // namespace

design::Design compile_text(const std::string& text) {
  check::Options options;
  options.read = [&](const std::string&) {
    return check::ReadResult{.status = check::ReadResult::Status::kRead, .text = text, .reason = {}};
  };
  return first_design("bench.ssd", options);
}

design::Design compile_project_file(const std::string& path, const std::vector<check::Override>& overrides) {
  check::Options options;
  options.stdlib_directory = SSDC_SOURCE_DIR "/stdlib";
  options.overrides = overrides;
  return first_design(SSDC_SOURCE_DIR "/" + path, options);
}

design::Design bench_drive(const std::string& host, u64 blocks) {
  return compile_text(
      "design Bench { geometry { channels: 4 chips: 4 dies: 2 planes: 2 blocks: " + std::to_string(blocks) +
      " pages: 64 page: 4KiB }\n"
      "nand { read: 50us program: 600us erase: 3ms bus { rate: 400MB/s command: 100ns } }\n" +
      host + "}");
}

std::vector<Request> random_writes(const design::Design& design, u64 count, Time gap) {
  const u64 pages = design.config.logical_pages;
  const u32 sectors = static_cast<u32>(design.geometry.page_bytes / design.geometry.sector_bytes);
  std::mt19937_64 random(1);
  std::vector<Request> list;
  Time now = 0;
  for (u64 lpn = 0; lpn < pages; lpn += 64, now += 16 * gap) {
    const u64 length = std::min<u64>(64, pages - lpn);
    list.push_back({now, lpn * sectors, static_cast<u32>(length) * sectors, Direction::kWrite});
  }
  for (u64 i = 0; i < count; ++i) {
    now += random() % (2 * gap + 1);
    const u64 length = 1 + random() % 4;
    list.push_back(
        {now, random() % (pages - length + 1) * sectors, static_cast<u32>(length) * sectors, Direction::kWrite});
  }
  return list;
}

std::vector<Request> random_page_writes(const design::Design& design, u64 count, Time gap) {
  const u32 sectors = static_cast<u32>(design.geometry.page_bytes / design.geometry.sector_bytes);
  std::mt19937_64 random(1);
  std::vector<Request> list;
  Time now = 0;
  for (u64 i = 0; i < count; ++i, now += random() % (2 * gap + 1)) {
    list.push_back({now, random() % design.config.logical_pages * sectors, sectors, Direction::kWrite});
  }
  return list;
}

u64 fingerprint(const run::Outcome& outcome) {
  const results::Results& r = outcome.results;
  u64 hash = mix(r.clock, r.response.count);
  for (const Time t : {r.response.p50, r.response.p99, r.response.p9999, r.response.max, r.host.last_completion})
    hash = mix(hash, t);
  for (const double value : {r.response.mean, r.response.stddev, r.read.mean, r.write.mean, r.erases.stddev})
    hash = mix(hash, std::bit_cast<u64>(value));
  for (const u64 n : {r.flash.host_reads, r.flash.host_programs, r.flash.collection_programs, r.flash.erases})
    hash = mix(hash, n);
  return hash;
}

}  // namespace ssd::bench
