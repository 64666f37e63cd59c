// Implements start_collects.h. The conditions are evaluated as the engine evaluates them after the first page is taken.
// The number of valid pages in a victim is only an estimate: the average over blocks, although a score may find emptier
// ones.
#include "compiler/check/lint/start_collects.h"

#include <fmt/format.h>

#include "compiler/design/figures.h"
#include "runtime/abi/plan.h"
#include "runtime/abi/program.h"
#include "runtime/base/counts.h"

namespace ssd::check {
namespace {

// The planes that one collection is responsible for: those of a scope, or of a superblock. Each block is wholly
// programmed or wholly erased (fill.h).
class Collected {
 public:
  explicit Collected(const design::Design& design)
      : design_(design),
        planes_(std::max(design.planes_of_scope(), design.planes_of_superblock())),
        block_(design.pages_of_block()),
        blocks_(planes_ * design.geometry.units_per_plane() / block_) {
    const design::Geometry& g = design.geometry;
    const u64 of_block = g.of_map().pages;
    const u64 valid = g.subpages * share_of_pages(g.pages_per_plane(), design.start.valid_parts),
              invalid = g.subpages * share_of_pages(g.pages_per_plane(), design.start.invalid_parts);
    used_ = planes_ * ((valid + invalid + of_block - 1) / of_block) * of_block / block_;
    valid_in_victim_ = used_ == 0 ? 0 : planes_ * valid / used_;
  }

  u64 planes() const { return planes_; }
  u64 free_pages() const { return (blocks_ - used_) * block_; }
  u64 pages() const { return blocks_ * block_; }
  bool triggers_with(u64 free_pages) const { return holds(Hook::kTrigger, free_pages); }

  // The pages that are moved from the time `trigger` holds until `stop` holds. It searches by bisection, assuming that
  // `stop` holds from some count of free pages on, because a group may have millions of blocks.
  u64 moved() const {
    u64 least = 0, most = used_;  // numbers of collections: too few, and enough (or all possible ones)
    while (most - least > 1) {
      const u64 middle = least + (most - least) / 2;
      (holds(Hook::kStop, free_pages() - 1 + middle * (block_ - valid_in_victim_)) ? most : least) = middle;
    }
    return most * valid_in_victim_;
  }

 private:
  bool holds(Hook hook, u64 free_pages) const {
    const std::array<i64, kMostInputs> inputs{static_cast<i64>(free_pages), static_cast<i64>(free_pages / block_)};
    u32 fault = 0;
    return evaluate(design_.policies[hook].program(), inputs.data(), fault) != 0 && fault == 0;
  }

  const design::Design& design_;
  u64 planes_, block_, blocks_, used_ = 0;  // blocks
  u64 valid_in_victim_ = 0;                 // pages
};

// Whether free pages and free blocks alone decide the conditions.
bool is_known(const design::Design& design) {
  for (const Hook hook : {Hook::kTrigger, Hook::kStop}) {
    for (const std::string_view other : {"idle", "now", "host_programs", "all_programs"}) {
      if (design::reads(design, hook, other)) return false;
    }
  }
  return true;
}

// The greatest percentage of valid and invalid pages together at which collection does not begin at once; nothing if
// there is none.
std::optional<u64> most_filled(const Collected& group) {
  constexpr u64 kWhole = 100;
  for (u64 percent = kWhole - 1; percent > 0; --percent) {
    const u64 free = group.pages() * (kWhole - percent) / kWhole;
    if (free > group.free_pages() && !group.triggers_with(free - 1)) return percent;
  }
  return std::nullopt;
}

}  // namespace

void look_at_start(diag::Sink& sink, Span at, const design::Design& design) {
  const design::Start& start = design.start;
  if (!start.filled || !start.random || start.even || !start.run.empty() || !is_known(design)) return;
  const Collected group(design);
  if (!group.triggers_with(group.free_pages() - 1)) return;
  const u64 groups = design.geometry.total_planes() / group.planes(), moved = groups * group.moved();
  if (moved == 0) return;
  const double share = 100.0 * static_cast<double>(group.free_pages()) / static_cast<double>(group.pages());
  const auto most = most_filled(group);
  sink.report(diag::Code::W0298, at, fmt::format("{:.1f} %", share), count_text(moved))
      .help(fmt::format("{}let a workload run before the measured one: `start {{ run: … }}`",
                        most ? fmt::format("let `valid` and `invalid` together be at most {}%, or ", *most) : ""));
}

}  // namespace ssd::check
