// See drives.h. The texts differ in what the engine needs for them: the plain loops or the whole-drive loop, a static
// map or a choice of planes, a buffer, streams, wear, and superblocks.
#include "tests/fuzz/drives.h"

#include <array>
#include <stdexcept>

#include "runtime/abi/plan_bytes.h"
#include "tests/fuzz/checked_text.h"

namespace ssd::fuzz {
namespace {

constexpr std::array kTexts = {
    "design Plain {\n"
    "  geometry { channels: 2 chips: 1 dies: 1 planes: 1 blocks: 8 pages: 4 page: 2KiB }\n"
    "  nand { read: 20us program: 200us erase: 1ms bus { rate: 100MB/s command: 200ns } }\n"
    "  capacity { logical: 64KiB }\n"
    "}\n"
    "workload W { requests: 20 read: 30% trim: 10% size: mix(50%: 2KiB, 50%: 512B) interval: exponential(1ms) }\n"
    "workload T { trace: \"t.csv\" format: msr repeat: 2 speed: 1.5 }\n",
    "design Dynamic {\n"
    "  geometry { channels: 2 chips: 1 dies: 2 planes: 2 blocks: 8 pages: 4 page: 4KiB }\n"
    "  capacity { logical: 640KiB }\n"
    "  allocation: dynamic channel > die > plane > chip\n"
    "  commands { multiplane: blind interleave: always suspend: always }\n"
    "  buffer { size: 32KiB policy: lru latency: 3us readahead { trigger: 2 pages: 2 } }\n"
    "  gc { migrate: any_idle { buffer: 4 } replicate { pages: 4 } }\n"
    "  host { queue: 8 link: 1GB/s command: 2us }\n"
    "  start { state: filled { valid: 50% invalid: 10% layout: random seed: 3 } }\n"
    "}\n",
    "design Striped {\n"
    "  geometry { channels: 2 chips: 1 dies: 1 planes: 2 blocks: 12 pages: 4 page: 4KiB }\n"
    "  allocation: write_order channel > plane > die > chip\n"
    "  gc { superblock: device trigger: free_blocks < 12 stop: free_blocks >= 16 }\n"
    "  capacity { overprovision: 50% }\n"
    "}\n",
    "design Worn {\n"
    "  geometry { channels: 1 chips: 1 dies: 1 planes: 1 blocks: 8 pages: 4 page: 4KiB }\n"
    "  nand { endurance: 3 }\n"
    "  capacity { logical: 64KiB }\n"
    "}\n",
    "fn worth(e: entry) = if e.age == 0us then 1e9 else (1 + e.hits) / (e.age / 1us) * log2(1.0 + e.pages)\n"
    "design Policies {\n"
    "  geometry { channels: 2 chips: 1 dies: 1 planes: 2 blocks: 8 pages: 4 page: 2KiB }\n"
    "  capacity { logical: 64KiB }\n"
    "  nand { read(p): 20us * (1 + log2(1 + p.index) / 10) erase(b): 1ms * (1 + b.erases / (b.erases + 100.0)) }\n"
    "  allocation: dynamic { order: channel > chip > die > plane cost(u): (u.queued + 1) * 1us\n"
    "                        streams: [small, large] stream(r): if r.pages < 2 then small else large }\n"
    "  buffer { size: 16KiB policy: worth }\n"
    "  gc { trigger: free_pages < 6 or now % 7ms < 1ms and free_blocks < 3 victim(b): b.invalid + b.age / 1ms }\n"
    "  schedule { priority(op): (op.waited / 1us) / (op.pages + op.unit.queued) }\n"
    "}\n"};

Drive make(const char* text) {
  CheckedText made = check_text(text);
  if (made.sink.has_errors() || made.checked.designs.size() != 1)
    throw std::logic_error(diag::render_text(made.sink, made.sources, false) + text);
  std::vector<workload::Workload> workloads(made.checked.workloads.begin(), made.checked.workloads.end());
  Drive drive{.sources = std::move(made.sources),
              .plan = design::plan_of(made.checked.designs[0], std::move(workloads)),
              .bytes = {}};
  drive.bytes = encoded(drive.plan, drive.sources);
  return drive;
}

}  // namespace

const Drive& drive(u64 number) {
  static std::array<std::unique_ptr<Drive>, kTexts.size()> made;
  std::unique_ptr<Drive>& chosen = made[number % kTexts.size()];
  if (chosen == nullptr) chosen = std::make_unique<Drive>(make(kTexts[number % kTexts.size()]));
  return *chosen;
}

}  // namespace ssd::fuzz
