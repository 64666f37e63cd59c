// The floor under every speed: the table updates alone that a request stream asks for (a read of the logical map, the write of both maps, the count of
// valid pages of the block that loses a page), each request's map entry fetched 32 requests ahead. Beside it, in the same run, the functional pass
// alone and the exact run of the same stream: what counts is their ratio to the floor.
#include <benchmark/benchmark.h>

#include <ctime>

#include "bench/bench_design.h"
#include "compiler/compile.h"
#include "runtime/simulation/planes.h"

namespace ssd::bench {
namespace {

constexpr u32 kFetchedAhead = 32;
constexpr u32 kLine = 64 / sizeof(u32);  // entries of the physical map that are fetched ahead in each plane

double processor_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Pages go to their planes one behind the other, round and round: nothing is collected.
class Tables {
 public:
  explicit Tables(const design::Design& design)
      : plane_of_(design), pages_(static_cast<u32>(design.geometry.pages)), pages_per_plane_(static_cast<u32>(design.geometry.pages_per_plane())),
        stride_(design::config(design).page_stride),
        l2p_(design.logical_pages, kNoPage), p2l_(design.geometry.total_planes() * stride_, kNoPage), valid_(p2l_.size() / pages_),
        next_(design.geometry.total_planes()) {
    for (u64 lpn = 0; lpn < design.logical_pages; ++lpn) write(lpn);
  }

  void write(u64 lpn) {
    const Ppn old = l2p_[lpn];
    const u32 plane = old == kNoPage ? plane_of_(lpn) : old / stride_;
    const u32 at = next_[plane];
    next_[plane] = at + 1 == pages_per_plane_ ? 0 : at + 1;
    const Ppn page = plane * stride_ + at;
    __builtin_prefetch(&p2l_[page + kLine], 1);
    if (old != kNoPage) --valid_[old / pages_];
    ++valid_[page / pages_];
    l2p_[lpn] = page;
    p2l_[page] = static_cast<u32>(lpn);
  }
  void read(u64 lpn) { found_ += l2p_[lpn] != kNoPage ? 1 : 0; }
  void fetch(u64 lpn) const { __builtin_prefetch(&l2p_[lpn]); }
  u64 checksum() const {
    u64 mapped = found_;
    for (const Ppn page : l2p_) mapped += page == kNoPage ? 0 : 1;
    return mapped;
  }

 private:
  simulation::PlaneOfPage plane_of_;
  u32 pages_, pages_per_plane_, stride_;  // the planes lie as far apart as the engine's (Config::page_stride)
  std::vector<u32> l2p_, p2l_;
  std::vector<u16> valid_;
  std::vector<u32> next_;
  u64 found_ = 0;
};

u64 pages_of(std::span<const Request> requests, u32 sectors) {
  u64 pages = 0;
  for (const Request& r : requests) pages += (r.sector + r.sectors - 1) / sectors - r.sector / sectors + 1;
  return pages;
}

void update(Tables& tables, std::span<const Request> requests, u32 sectors) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (i + kFetchedAhead < requests.size()) tables.fetch(requests[i + kFetchedAhead].sector / sectors);
    const Request& r = requests[i];
    const u64 last = (r.sector + r.sectors - 1) / sectors;
    for (u64 lpn = r.sector / sectors; lpn <= last; ++lpn) {
      if (r.direction == Direction::kRead) tables.read(lpn);
      else tables.write(lpn);
    }
  }
}

// 4 x 4 dies of two planes: as many blocks a plane as make the size, of 256 pages of 4 KiB.
design::Design drive_of(u64 gib) {
  return compile_text("design Floor { geometry { channels: 4 chips: 4 dies: 2 planes: 2 blocks: " + std::to_string(gib * 16) + " pages: 256 page: 4KiB }\n"
                      "nand { read: 50us program: 600us erase: 3ms bus { rate: 400MB/s command: 100ns } }\n"
                      "capacity { overprovision: 50% } gc { trigger: free_blocks < 3 }\n"
                      "start { state: filled { valid: 50% layout: sequential } } }");
}

// Requests of one to four pages at random, of a quarter of the drive's pages: they all find room beside the half that is filled. `reads`: half of them read.
std::vector<Request> stream_of(const design::Design& design, bool reads) {
  const u64 requests = design.geometry.physical_pages() / 4 * 2 / 5;
  std::vector<Request> list = random_writes(design, requests, 400'000);
  list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(requests));
  for (std::size_t i = 0; reads && i < list.size(); i += 2) list[i].direction = Direction::kRead;
  const Time first = list.front().arrival;
  for (Request& r : list) r.arrival -= first;
  return list;
}

struct Speeds {
  double floor = 0, functional = 0, exact = 0;  // ns a host page
};

// One round of all three on the same requests. The clock starts after the first piece, when the drive is filled.
Speeds measure_round(const design::Design& design, std::span<const Request> requests, const EngineEntry& functional, const EngineEntry& exact, u64& mapped) {
  const u32 sectors = static_cast<u32>(design.geometry.page_bytes / design.geometry.sector_bytes);
  const double pages = static_cast<double>(pages_of(requests, sectors)) * 1e-9;
  Speeds speeds;
  Tables tables(design);
  double begin = processor_seconds();
  update(tables, requests, sectors);
  speeds.floor = (processor_seconds() - begin) / pages;
  mapped = tables.checksum();
  for (const bool all : {false, true}) {
    simulation::Options options;
    options.pass = all ? design::Pass::kAll : design::Pass::kFunctional;
    options.piece = 2048;
    options.progress = [&begin, first = true](u64, double) mutable {
      if (first) begin = processor_seconds();
      first = false;
      return true;
    };
    const auto outcome = simulation::run(design, all ? exact : functional, {.requests = requests}, options);
    (all ? speeds.exact : speeds.functional) = (processor_seconds() - begin) / pages;
    benchmark::DoNotOptimize(outcome);
  }
  return speeds;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

void Floor(benchmark::State& state) {
  const design::Design design = drive_of(static_cast<u64>(state.range(1)));
  const EngineChoice choice = state.range(0) == 0 ? EngineChoice::kGeneric : EngineChoice::kJit;
  const Simulator functional = make_simulator(design, choice, 0, design::Pass::kFunctional), exact = make_simulator(design, choice, 0);
  const std::vector<Request> requests = stream_of(design, state.range(2) != 0);
  std::vector<double> floor, only, all;
  u64 mapped = 0;
  for (auto _ : state) {
    const Speeds speeds = measure_round(design, requests, functional.entry, exact.entry, mapped);
    floor.push_back(speeds.floor);
    only.push_back(speeds.functional);
    all.push_back(speeds.exact);
  }
  state.counters["floor_ns"] = median(floor);
  state.counters["only_ftl_ns"] = median(only);
  state.counters["exact_ns"] = median(all);
  state.counters["only_ftl_to_floor"] = median(only) / median(floor);
  state.counters["exact_to_floor"] = median(all) / median(floor);
}
BENCHMARK(Floor)->ArgNames({"jit", "GiB", "reads"})->ArgsProduct({{0, 1}, {8, 64}, {0, 1}})->Unit(benchmark::kMillisecond)->Iterations(5);

}  // namespace
}  // namespace ssd::bench
