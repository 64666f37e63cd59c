// ftl { unit: … } below the size of a page: what it needs, and what it does not go together with (iu.map).
#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

constexpr std::string_view kLeaveOut = "leave it out";

// What decides where units go, and what they are in until a program takes them.
bool check_placement(Context& context, const Group& design_block, Span place, const design::Design& d) {
  const Config& c = d.config;
  const Clash clashes[] = {
      {c.buffer_slots == 0,
       "buffer",
       {},
       "a drive without a buffer",
       "units wait in the buffer for others of their page",
       "write `buffer { size: 1MiB }` or more"},
      {c.buffer_slots != 0 && c.write_back == 0, "buffer", "write_back", "`write_back: false`",
       "units wait in the buffer for others of their page", "write `write_back: true`, or leave it out"},
      {c.placement == Placement::kStatic,
       "allocation",
       {},
       "static placement",
       "the units of a program would have different planes",
       "write `allocation: write_order channel > die > plane > chip`, or `dynamic` with an order"},
      {d.planes_of_superblock() > 1, "gc", "superblock", "superblocks", "their pages are places of several planes",
       kLeaveOut},
      {!d.tables.empty(), "tables", {}, "tables", "they would hear of units and of pages", kLeaveOut},
      {c.shared_stream != kNoStream, "gc", "active", "`active: shared`", "moved units have blocks of their own",
       "write `active: by_stream` or `active: separate`"},
      {d.policies[Hook::kMoveStream].given(), "gc", "stream", "`stream(m)`",
       "the units of a page that is moved have one stream", kLeaveOut},
      {c.reorder_requests != 0, "schedule", "reorder", "`reorder: requests`",
       "the reads of a request may be one operation", "write `reorder: any`, or leave it out"},
  };
  return report_clashes(context, design_block, diag::Code::E0267, place, clashes);
}

// Other ways in which pages move, are read or are there.
bool check_moves(Context& context, const Group& design_block, Span place, const design::Design& d) {
  const Config& c = d.config;
  const Clash clashes[] = {
      {c.copyback != Willing::kNo, "commands", "copyback", "`copyback`",
       "a page of moved units comes from several pages", "write `copyback: never`, or leave it out"},
      {d.gc.same_die, "gc", "migrate", "`migrate: same_die`", "moves fill pages together",
       "write `migrate: same_plane`, or leave it out"},
      {c.any_idle_slots != 0, "gc", "migrate", "`migrate: any_idle`", "its buffer holds pages",
       "write `migrate: same_plane`, or leave it out"},
      {c.replicas != 0, "gc", "replicate", "`replicate`", "replicas are copies of pages", kLeaveOut},
      {d.gc.avoid, "gc", "avoid", "`avoid`", "the reads of a request may be one operation", kLeaveOut},
      {c.wear_static != 0, "wear", "level", "`level: static`", "its moves keep the places of pages",
       "write `level: dynamic`, or leave it out"},
      {d.start.even,
       "start",
       {},
       "`layout: even`",
       "blocks would begin in the middle of a page",
       "write `layout: random`"},
      {!d.start.snapshot.empty(),
       "start",
       {},
       "snapshots",
       "blocks may begin in the middle of a page",
       "write `start: filled { … }`, or let `run` write the drive"},
  };
  return report_clashes(context, design_block, diag::Code::E0267, place, clashes);
}

}  // namespace

bool check_units(Context& context, const Group& design_block, const design::Design& d) {
  if (d.geometry.subpages == 1) return true;
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "ftl", .key = "unit", .what = {}, .why = {}, .help = {}}, d.span);
  const bool placement = check_placement(context, design_block, place, d);
  return check_moves(context, design_block, place, d) && placement;
}

}  // namespace ssd::check
