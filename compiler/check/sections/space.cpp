// The arithmetic of collection: a plane must hold its logical pages and still be able to collect (drive.capacity).
#include <fmt/format.h>

#include <cmath>

#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

using diag::Code;

// Each plane needs a block for the host's writes for each stream, one for the pages that collection moves, or one for
// each stream, and one that stays free; with `stream(m)` one for each stream stays free. When the plane is fullest, all
// of them but one block of the host hold no logical page that could not be elsewhere. In addition one page must be
// free, so that a victim with an invalid page exists; check_space() tests this.
u64 blocks_kept_free(const design::Design& design) {
  const u64 streams = design.allocation.streams.size();
  if (design.policies[Hook::kMoveStream].given()) return 3 * streams - 1;
  return design.gc.by_stream ? 2 * streams : 1 + streams;
}

bool is_static(const design::Design& design) { return design.config.placement == Placement::kStatic; }

u64 mean_pages(const design::Design& design, u64 logical) {
  const u64 planes = design.geometry.total_planes();
  return (logical + planes - 1) / planes;
}

// The logical pages of the plane that has most: by the map with static placement, otherwise the mean, because writes go
// where there is room.
u64 pages_of_fullest(const design::Design& design) {
  return is_static(design) ? design.allocation.most_pages : mean_pages(design, design.config.logical_pages);
}

// A lower bound of the pages of the fullest plane if the host saw so many logical pages. For a map it is computed from
// whole periods; nothing if the map has no known period.
std::optional<u64> pages_of_fullest_if(const design::Design& design, u64 logical) {
  if (!is_static(design)) return mean_pages(design, logical);
  const u64 period = design.allocation.period;
  const u64 periods = period == 0 ? 0 : design.config.logical_pages / period;
  if (periods == 0) return std::nullopt;
  return design.allocation.most_pages / periods * ((logical + period - 1) / period);
}

// The pages of a full block, or superblock, that count as room: with indirection units a victim needs a page's worth of
// invalid ones, with word lines a whole one (iu.map, iu.word_line, iu.superblock).
u64 counted_pages(const design::Design& design) {
  return design.pages_of_block() - (design.geometry.units_of_program() - 1);
}

// The room of a plane, or of the planes that share superblocks.
u64 room_of_group(const design::Design& design) {
  const u64 blocks = design.geometry.blocks, kept = blocks_kept_free(design);
  return blocks > kept ? (blocks - kept) * counted_pages(design) : 0;
}

// The room of a plane; of a group, its share of that, rounded down.
u64 room_of(const design::Design& design) { return room_of_group(design) / design.planes_of_superblock(); }

// The pages that a victim gains at least, in a plane with so many logical pages. The victim has no more valid pages
// than the average block.
u64 least_gain(const design::Design& design, u64 valid) {
  const design::Geometry g = design.geometry.of_map();
  const u64 most = valid / (g.blocks - blocks_kept_free(design));
  return g.pages - std::min(g.pages, most);
}

bool gains_enough(const design::Design& design, u64 valid) {
  constexpr u64 kLeastGain = 20;  // a twentieth of a block
  return least_gain(design, valid) * kLeastGain >= design.geometry.pages;
}

// How collection can end in a plane of so many logical pages.
enum class Rest : std::uint8_t {
  kReached,
  kNeverStops,   // a collection that `trigger` begins ends only when nothing is left to gain
  kAlwaysBegun,  // and `trigger` holds even in the best case, so collection runs before every write
};

// When the fullest plane holds all its logical pages, at most the rest of it can be free. A trigger that holds even
// when everything is free, and a stop that never holds, have warnings of their own.
Rest rest_of(const design::Design& design, u64 valid) {
  const design::Geometry g = design.geometry.of_map();
  // A condition that reads more than the counts may hold at one time and not at another.
  for (const char* name : {"idle", "now", "host_programs", "all_programs"}) {
    if (design::reads(design, Hook::kTrigger, name) || design::reads(design, Hook::kStop, name)) return Rest::kReached;
  }
  u32 fault = 0;  // nothing is concluded from a condition without a value
  const auto holds = [&](const design::Function& condition, u64 free_pages) {
    const u64 planes = design.planes_of_scope();
    const i64 counts[kMostInputs] = {static_cast<i64>(planes * free_pages),
                                     static_cast<i64>(planes * (free_pages / g.pages))};
    return evaluate(condition.program(), counts, fault) != 0;
  };
  const u64 free_pages = g.pages_per_plane() - std::min(g.pages_per_plane(), valid);
  const bool stops = holds(design.policies[Hook::kStop], free_pages),
             stops_at_all = holds(design.policies[Hook::kStop], g.pages_per_plane());
  const bool begins = holds(design.policies[Hook::kTrigger], free_pages),
             always = holds(design.policies[Hook::kTrigger], g.pages_per_plane());
  if (stops || always || fault != 0) return Rest::kReached;
  if (begins) return design.policies[Hook::kTrigger].span.known() ? Rest::kAlwaysBegun : Rest::kReached;
  return design.policies[Hook::kStop].span.known() && stops_at_all ? Rest::kNeverStops : Rest::kReached;
}

bool can_rest(const design::Design& design, u64 valid) { return rest_of(design, valid) == Rest::kReached; }

// The least share kept from the host, in tenths of a percent, that this file neither rejects nor warns about. So a user
// who follows one help text does not get the next message.
std::optional<std::string> sufficient_overprovision(const design::Design& design) {
  const u64 physical = design.geometry.units(), room = room_of(design);
  for (u64 tenths = 1; tenths < 1000 && room != 0; ++tenths) {
    const auto logical = static_cast<u64>(static_cast<unsigned __int128>(physical) * (1000 - tenths) / 1000);
    if (logical == 0 || logical >= design.config.logical_pages) continue;
    const auto valid = pages_of_fullest_if(design, logical);
    if (!valid) return std::nullopt;
    if (*valid < room && gains_enough(design, *valid) && can_rest(design, *valid))
      return fmt::format("{}.{}%", tenths / 10, tenths % 10);
  }
  return std::nullopt;
}

std::string with_overprovision(const std::string& share) {
  return fmt::format("write `capacity {{ overprovision: {} }}` or more", share);
}

// The number of blocks a plane that would be enough if the host still saw the same share of it. Nothing if no number is
// enough, because the pages of the fullest plane grow with its blocks.
std::optional<u64> sufficient_blocks(const design::Design& design) {
  constexpr double kFullest = 0.95;  // share of the blocks that are not kept free, as in gains_enough()
  const design::Geometry g = design.geometry.of_map();
  const double share = static_cast<double>(pages_of_fullest(design)) / static_cast<double>(g.pages_per_plane());
  if (share >= kFullest) return std::nullopt;
  const double least = std::ceil(kFullest * static_cast<double>(blocks_kept_free(design)) / (kFullest - share)) + 1;
  const double most = literal(std::ranges::find(geometry_keys(), "blocks", &Key::name)->most).number.approximate();
  return std::max(least, static_cast<double>(g.blocks + 1)) > most
             ? std::nullopt
             : std::optional(std::max(static_cast<u64>(least), g.blocks + 1));
}

// Solutions to propose: a map that fills the planes evenly, if this one does not; less capacity for the host; more
// blocks.
std::string way_out(const design::Design& design) {
  std::vector<std::string> ways;
  const u64 even = mean_pages(design, design.config.logical_pages);
  const bool lopsided = is_static(design) && design.allocation.most_pages > even + even / 100;
  if (lopsided && even < room_of(design) && gains_enough(design, even))
    ways.push_back(fmt::format("let the map give each plane the same number of pages, {}", even));
  if (const auto share = sufficient_overprovision(design)) ways.push_back(with_overprovision(*share));
  if (const auto blocks = sufficient_blocks(design))
    ways.push_back(fmt::format("give each plane {} blocks or more", *blocks));
  const u64 kept = blocks_kept_free(design);
  if (ways.empty() && design.geometry.blocks <= kept)
    return fmt::format("give each plane more than {} blocks, and give the host fewer pages", kept);
  if (ways.empty()) return "give the host fewer pages, and spread them over all planes";
  return fmt::format("{}", fmt::join(ways, ", or "));
}

void warn_about_thrashing(Context& context, const design::Design& design) {
  const design::Geometry g = design.geometry.of_map();
  const u64 valid = pages_of_fullest(design);
  const Rest rest = rest_of(design, valid);
  if (rest == Rest::kReached) return;
  const bool begun = rest == Rest::kAlwaysBegun;
  const auto share = sufficient_overprovision(design);
  const u64 planes = design.planes_of_scope(), free_pages = g.pages_per_plane() - std::min(g.pages_per_plane(), valid);
  context.sink()
      .report(begun ? Code::W0235 : Code::W0294,
              begun ? design.policies[Hook::kTrigger].span : design.policies[Hook::kStop].span,
              design::name(design.gc.scope), planes * free_pages, planes * g.pages_per_plane(),
              planes * (free_pages / g.pages))
      .help("choose a lower bound" + (share ? ", or " + with_overprovision(*share) : ""));
}

// Warns about space that is enough for collection to finish, but too little for cheap collection.
void warn_about_little_space(Context& context, Span capacity, const design::Design& design) {
  const design::Geometry g = design.geometry.of_map();
  const u64 full = g.blocks - blocks_kept_free(design), valid = pages_of_fullest(design);
  if (gains_enough(design, valid)) return;
  const u64 gain = least_gain(design, valid);
  context.sink()
      .report(Code::W0283, capacity, valid, full, g.pages, gain, gain == 1 ? "page" : "pages")
      .label(fmt::format("{} / {} = {} valid pages a block", valid, full, valid / full))
      .help(way_out(design));
}

}  // namespace

// Strictly fewer pages than room, so that one of the full blocks always has an invalid page (collection.victim,
// space.collection, map.drive_full). Without static placement the planes together must have the room.
bool check_space(Context& context, Span capacity, const design::Design& design) {
  const design::Geometry g = design.geometry.of_map();
  const u64 room = room_of(design);
  const u64 planes = design.planes_of_superblock();
  const bool enough = is_static(design)
                          ? design.allocation.most_pages < room
                          : design.config.logical_pages < room_of_group(design) * (g.total_planes() / planes);
  if (enough) {
    warn_about_thrashing(context, design);
    warn_about_little_space(context, capacity, design);
    return true;
  }
  context.sink()
      .report(Code::E0225, capacity, pages_of_fullest(design), g.blocks, g.pages, room)
      .label(room == 0
                 ? fmt::format("none of {} is left when {} are kept free",
                               g.blocks == 1 ? "1 block" : fmt::format("{} blocks", g.blocks), blocks_kept_free(design))
                 : fmt::format("({} blocks - {}) * {} {}{} = {}", g.blocks, blocks_kept_free(design),
                               counted_pages(design), design.geometry.subpages == 1 ? "pages" : "units",
                               planes == 1 ? "" : fmt::format(" / {} planes", planes), room))
      .help(way_out(design));
  return false;
}

}  // namespace ssd::check
