// See start_collects.h. The conditions are asked as the engine asks them after the first page was taken; how many valid
// pages a victim has is only estimated: as many as blocks have on average, though a score may find emptier ones.
#include "compiler/check/lint/start_collects.h"

#include <fmt/format.h>

#include "compiler/design/figures.h"
#include "runtime/abi/plan.h"
#include "runtime/abi/program.h"
#include "runtime/base/counts.h"

namespace ssd::check {
namespace {

// What one collection is responsible for: the planes of a scope, or of a superblock. All blocks are wholly programmed
// or erased (fill.h).
class Collected {
 public:
  explicit Collected(const design::Design& design)
      : design_(design),
        planes_(std::max(design.planes_of_scope(), design.planes_of_superblock())),
        block_(design.pages_of_block()),
        blocks_(planes_ * design.geometry.pages_per_plane() / block_) {
    const u64 plane = design.geometry.pages_per_plane();
    valid_ = planes_ * share_of_pages(plane, design.start.valid_parts);
    invalid_ = planes_ * share_of_pages(plane, design.start.invalid_parts);
    used_ = (valid_ + invalid_ + block_ - 1) / block_;
  }

  u64 planes() const { return planes_; }
  u64 free_pages() const { return (blocks_ - used_) * block_; }
  u64 pages() const { return blocks_ * block_; }
  bool triggers_with(u64 free_pages) const { return holds(Hook::kTrigger, free_pages); }

  // Pages that are moved, once `trigger` holds, before `stop` does or no victim gains a page.
  u64 moved() const {
    u64 moved = 0, free = free_pages() - 1;
    for (u64 rounds = 0; rounds < used_ && !holds(Hook::kStop, free); ++rounds) {
      const u64 valid = valid_in_victim(rounds);
      if (valid >= block_) break;
      moved += valid;
      free += block_ - valid;
    }
    return moved;
  }

 private:
  // With the layout `sequential` the last blocks hold nothing that is valid.
  u64 valid_in_victim(u64 round) const {
    if (!design_.start.random) return round < invalid_ / block_ ? 0 : block_;
    return block_ * valid_ / std::max<u64>(1, used_ * block_);
  }
  bool holds(Hook hook, u64 free_pages) const {
    const std::array<i64, kMostInputs> inputs{static_cast<i64>(free_pages), static_cast<i64>(free_pages / block_)};
    u32 fault = 0;
    return evaluate(design_.policies[hook].program(), inputs.data(), fault) != 0;
  }

  const design::Design& design_;
  u64 planes_, block_, blocks_, valid_ = 0, invalid_ = 0, used_ = 0;
};

// Free pages and blocks alone decide.
bool is_known(const design::Design& design) {
  for (const Hook hook : {Hook::kTrigger, Hook::kStop}) {
    for (const std::string_view other : {"idle", "now", "host_programs", "all_programs"}) {
      if (design::reads(design, hook, other)) return false;
    }
  }
  return true;
}

// The least share in whole percent with which collection does not begin at once; nothing if there is none.
std::optional<int> enough_free(const Collected& group) {
  for (int percent = 1; percent < 100; ++percent) {
    const u64 free = group.pages() * static_cast<u64>(percent) / 100;
    if (free > group.free_pages() && !group.triggers_with(free - 1)) return percent;
  }
  return std::nullopt;
}

}  // namespace

void look_at_start(diag::Sink& sink, Span at, const design::Design& design) {
  if (!design.start.filled || !design.start.run.empty() || !is_known(design)) return;
  const Collected group(design);
  if (!group.triggers_with(group.free_pages() - 1)) return;
  const u64 groups = design.geometry.total_planes() / group.planes(), moved = groups * group.moved();
  if (moved == 0) return;
  const auto enough = enough_free(group);
  sink.report(
          diag::Code::W0298, at,
          fmt::format("{:.1f} %", 100.0 * static_cast<double>(group.free_pages()) / static_cast<double>(group.pages())),
          count_text(moved))
      .help(fmt::format("{}let a workload run before the measured one: `start {{ run: … }}`",
                        enough ? fmt::format("leave `free: {}%`, or ", *enough) : ""));
}

}  // namespace ssd::check
