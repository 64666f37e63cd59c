// See plan_drive.h.
#include "bench/plan_drive.h"

#include <random>

namespace ssd::bench {
namespace {

constexpr u64 kPages = 256, kPageBytes = 4096, kPlanes = 2;

// The share of invalid pages, in percent with two decimals, that leaves `free_blocks` free blocks in each plane.
std::string invalid_share(u64 blocks, u64 free_blocks) {
  return fmt::format("{:.2f}%", static_cast<double>(5000 - (free_blocks * 10'000 + blocks - 1) / blocks) / 100);
}

}  // namespace

design::Design plan_drive(const PlanDrive& drive) {
  const u64 channels = drive.dies / 8;
  const u64 blocks = (drive.gib << 30) / (kPageBytes * kPages * kPlanes * drive.dies);
  // Collection begins below 3 free blocks, so there is a block to collect as soon as some blocks are filled.
  const std::string start = drive.collecting ? "valid: 50% invalid: " + invalid_share(blocks, 4) + " layout: random"
                                             : "valid: 50% layout: sequential";
  return compile_text(
      fmt::format(
          "design Plan {{ geometry {{ channels: {} chips: 4 dies: 2 planes: {} blocks: {} pages: {} page: 4KiB }}\n",
          channels, kPlanes, blocks, kPages) +
      "nand { read: 50us program: 600us erase: 3ms bus { rate: 400MB/s command: 100ns } }\n"
      "capacity { overprovision: 50% } gc { trigger: free_blocks < 3 " +
      drive.gc +
      " }\n"
      "start { state: filled { " +
      start + " } }\n" + drive.rest + " }");
}

std::vector<Request> plan_requests(const design::Design& design, u64 count, u64 reads) {
  constexpr Time kMeanGap = 400'000;
  const u32 sectors = static_cast<u32>(design.geometry.page_bytes / design.geometry.sector_bytes);
  std::mt19937_64 random(1);
  std::vector<Request> list;
  list.reserve(count);
  Time now = 0;
  for (u64 i = 0; i < count; ++i, now += random() % (2 * kMeanGap + 1)) {
    const u64 length = 1 + random() % 4, first = random() % (design.config.logical_pages - length + 1);
    const Direction direction = random() % 100 < reads ? Direction::kRead : Direction::kWrite;
    list.push_back({now, first * sectors, static_cast<u32>(length) * sectors, direction});
  }
  return list;
}

u64 requests_that_fit(const design::Design& design) { return design.geometry.physical_pages() / 10; }

}  // namespace ssd::bench
