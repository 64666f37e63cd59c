// The arithmetic of collection: a plane must hold its logical pages and still be able to collect (model.md, section 4).
#include <fmt/format.h>

#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

// Of each plane one block of each stream takes the host's writes, one what collection moves, and one stays free. When the plane is
// fullest, the last two and all but one of the streams' hold no logical page that could not be elsewhere, and one page of the last must
// be free so that a victim with an invalid page exists.
u64 blocks_kept_free(const design::Design& design) { return 1 + design.allocation.streams.size(); }

bool is_static(const design::Design& design) { return design.allocation.placement == Placement::kStatic; }

// Logical pages of the plane that has most: by the map, or on average where pages go where there is room.
u64 pages_of_fullest(const design::Design& design) {
  const u64 planes = design.geometry.total_planes();
  return is_static(design) ? design.allocation.most_pages : (design.logical_pages + planes - 1) / planes;
}

// The least share kept from the host that would do, in tenths of a percent; nothing if none would.
std::optional<std::string> sufficient_overprovision(const design::Design& design, u64 room) {
  if (room <= 1) return std::nullopt;
  const auto logical = static_cast<unsigned __int128>(design.logical_pages) * (room - 1) / pages_of_fullest(design);
  const u64 physical = design.geometry.physical_pages();
  const u64 kept = physical - static_cast<u64>(logical);
  const u64 tenths = (kept * 1000 + physical - 1) / physical;
  return tenths > 999 ? std::nullopt : std::optional(fmt::format("{}.{}%", tenths / 10, tenths % 10));
}

// When the fullest plane holds all its logical pages, no more than the rest of it can be free. If that does not let collection stop, it
// runs before every write.
void warn_about_thrashing(Context& context, const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const u64 free_pages = g.pages_per_plane() - std::min(g.pages_per_plane(), pages_of_fullest(design));
  // What reads more than the counts may hold at one time and not at another.
  for (const char* name : {"now", "host_programs", "all_programs"}) {
    if (design::reads(design, Hook::kTrigger, name) || design::reads(design, Hook::kStop, name)) return;
  }
  const i64 counts[kMostInputs] = {static_cast<i64>(free_pages), static_cast<i64>(free_pages / g.pages)};
  const bool constant = design.gc.trigger.nodes[design.gc.trigger.result].op == Op::kConstant;  // that has its own warning
  if (constant || !design.gc.trigger.span.known()) return;
  u32 fault = 0;  // a condition without a value says nothing
  const bool triggered = evaluate(design.gc.trigger.program(), counts, fault) != 0, stopped = evaluate(design.gc.stop.program(), counts, fault) != 0;
  if (!triggered || stopped || fault != 0) return;
  context.sink()
      .report(Code::W0235, design.gc.trigger.span, free_pages, g.pages_per_plane(), free_pages / g.pages)
      .help("choose a lower bound, or a larger `overprovision`");
}

// Enough for collection to finish and too little for it to be cheap: the average block has nearly no page to gain.
void warn_about_little_space(Context& context, Span capacity, const design::Design& design) {
  constexpr u64 kLeastGain = 20;  // a twentieth of a block
  const design::Geometry& g = design.geometry;
  const u64 full = g.blocks - blocks_kept_free(design), valid = pages_of_fullest(design);
  const u64 gain = g.pages - valid / full;
  if (gain * kLeastGain >= g.pages) return;
  context.sink()
      .report(Code::W0283, capacity, valid, full, g.pages, gain, gain == 1 ? "page" : "pages")
      .label(fmt::format("{} / {} = {} valid pages a block", valid, full, valid / full))
      .help("keep more from the host, such as `capacity { overprovision: 10% }`");
}

}  // namespace

// Strictly fewer, so that among full blocks there is always one with an invalid page (rules.md, rules 16 and 17). Where pages go where
// there is room, the planes together must have it.
bool check_space(Context& context, Span capacity, const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const u64 kept = blocks_kept_free(design);
  const u64 room = g.blocks > kept ? (g.blocks - kept) * g.pages : 0;
  const bool enough = is_static(design) ? design.allocation.most_pages < room : design.logical_pages < room * g.total_planes();
  if (enough) {
    warn_about_thrashing(context, design);
    warn_about_little_space(context, capacity, design);
    return true;
  }
  auto& diagnostic = context.sink().report(Code::E0225, capacity, pages_of_fullest(design), g.blocks, g.pages, room);
  diagnostic.label(fmt::format("({} blocks - {}) * {} pages = {}", g.blocks, kept, g.pages, room));
  const auto overprovision = sufficient_overprovision(design, room);
  if (overprovision)
    diagnostic.help(fmt::format("write `capacity {{ overprovision: {} }}` or more, or give each plane more blocks", *overprovision));
  else
    diagnostic.help(fmt::format("give each plane more blocks: at least {}", kept + 2));
  return false;
}

}  // namespace ssd::sema
