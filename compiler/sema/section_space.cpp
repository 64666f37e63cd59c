// The arithmetic of collection: a plane must hold its logical pages and still be able to collect (model.md, section 4).
#include <fmt/format.h>

#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

using diag::Code;

// Of each plane one block takes the host's writes, one what collection moves, and one stays free; the last two hold no logical page
// when the plane is fullest, and one page of the host's block must be free so that a victim with an invalid page exists.
constexpr u64 kBlocksKeptFree = 2;

// The least share kept from the host that would do, in tenths of a percent; nothing if none would.
std::optional<std::string> sufficient_overprovision(const design::Design& design, u64 room) {
  if (room <= 1) return std::nullopt;
  const auto logical = static_cast<unsigned __int128>(design.logical_pages) * (room - 1) / design.allocation.most_pages;
  const u64 physical = design.geometry.physical_pages();
  const u64 kept = physical - static_cast<u64>(logical);
  const u64 tenths = (kept * 1000 + physical - 1) / physical;
  return tenths > 999 ? std::nullopt : std::optional(fmt::format("{}.{}%", tenths / 10, tenths % 10));
}

// When the fullest plane holds all its logical pages, no more than the rest of it can be free. If that does not let collection stop, it
// runs before every write.
void warn_about_thrashing(Context& context, const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const u64 free_pages = g.pages_per_plane() - design.allocation.most_pages;
  const i64 counts[design::kGcInputs] = {static_cast<i64>(free_pages), static_cast<i64>(free_pages / g.pages)};
  const bool constant = design.gc.trigger.nodes[design.gc.trigger.result].op == Op::kConstant;  // that has its own warning
  if (constant || !design.gc.trigger.span.known() || evaluate(design.gc.trigger.program(), counts) == 0 ||
      evaluate(design.gc.stop.program(), counts) != 0)
    return;
  context.sink()
      .report(Code::W0235, design.gc.trigger.span, free_pages, g.pages_per_plane(), free_pages / g.pages)
      .help("choose a lower bound, or a larger `overprovision`");
}

}  // namespace

// Strictly fewer, so that among full blocks there is always one with an invalid page (rules.md, rules 16 and 17).
bool check_space(Context& context, Span capacity, const design::Design& design) {
  const design::Geometry& g = design.geometry;
  const u64 room = g.blocks > kBlocksKeptFree ? (g.blocks - kBlocksKeptFree) * g.pages : 0;
  if (design.allocation.most_pages < room) {
    warn_about_thrashing(context, design);
    return true;
  }
  auto& diagnostic = context.sink().report(Code::E0225, capacity, design.allocation.most_pages, g.blocks, g.pages, room);
  const auto overprovision = sufficient_overprovision(design, room);
  if (overprovision)
    diagnostic.help(fmt::format("write `capacity {{ overprovision: {} }}` or more, or give each plane more blocks", *overprovision));
  else
    diagnostic.help(fmt::format("give each plane more blocks: at least {}", kBlocksKeptFree + 2));
  return false;
}

}  // namespace ssd::sema
