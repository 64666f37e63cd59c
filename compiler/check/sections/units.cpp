// ftl { unit: … } below the size of a page, and nand { program_unit: … }: what programs that hold several entries of
// the map need, and what they do not go together with (iu.map, iu.word_line).
#include <fmt/format.h>

#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/limits.h"

namespace ssd::check {
namespace {

constexpr std::string_view kLeaveItOut = "leave it out";

// The one that names what the design has.
diag::Code code_of(const design::Design& d) { return d.geometry.subpages != 1 ? diag::Code::E0267 : diag::Code::E0270; }

// What decides where units go, and what they are in until a program takes them.
bool check_placement(Context& context, const Group& design_block, Span place, const design::Design& d) {
  const Config& c = d.config;
  const Clash clashes[] = {
      {c.buffer_slots == 0,
       "buffer",
       {},
       "a drive without a buffer",
       "the parts of a program wait in the buffer for each other",
       "write `buffer { size: 1MiB }` or more"},
      {c.buffer_slots != 0 && c.write_back == 0, "buffer", "write_back", "`write_back: false`",
       "the parts of a program wait in the buffer for each other", "write `write_back: true`, or leave it out"},
      {c.placement == Placement::kStatic,
       "allocation",
       {},
       "static placement",
       "the parts of a program would have different planes",
       "write `allocation: write_order channel > die > plane > chip`, or `dynamic` with an order"},
      {c.shared_stream != kNoStream, "gc", "active", "`active: shared`", "moved data have blocks of their own",
       "write `active: by_stream` or `active: separate`"},
      {d.policies[Hook::kMoveStream].given(), "gc", "stream", "`stream(m)`", "what one program moves has one stream",
       kLeaveItOut},
      {c.reorder_requests != 0, "schedule", "reorder", "`reorder: requests`",
       "operations are not those of single pages", "write `reorder: any`, or leave it out"},
  };
  return report_clashes(context, design_block, code_of(d), place, clashes);
}

// Other ways in which pages move, are read or are there.
bool check_moves(Context& context, const Group& design_block, Span place, const design::Design& d) {
  const Config& c = d.config;
  const Clash clashes[] = {
      {c.copyback != Willing::kNo, "commands", "copyback", "`copyback`",
       "what a program moves comes from several pages", "write `copyback: never`, or leave it out"},
      {d.gc.same_die, "gc", "migrate", "`migrate: same_die`", "moves fill programs together",
       "write `migrate: same_plane`, or leave it out"},
      {c.any_idle_slots != 0, "gc", "migrate", "`migrate: any_idle`", "its buffer holds pages",
       "write `migrate: same_plane`, or leave it out"},
      {c.replicas != 0, "gc", "replicate", "`replicate`", "replicas are copies of pages", kLeaveItOut},
      {d.gc.avoid, "gc", "avoid", "`avoid`", "operations are not those of single pages", kLeaveItOut},
      {c.wear_static != 0, "wear", "level", "`level: static`", "its moves keep the places of pages",
       "write `level: dynamic`, or leave it out"},
      {d.start.even,
       "start",
       {},
       "`layout: even`",
       "blocks would begin in the middle of a program",
       "write `layout: random`"},
      {!d.start.snapshot.empty(),
       "start",
       {},
       "snapshots",
       "blocks may begin in the middle of a program",
       "write `start: filled { … }`, or let `run` write the drive"},
  };
  return report_clashes(context, design_block, code_of(d), place, clashes);
}

}  // namespace

bool check_program_unit(Context& context, const Entry* nand, design::Design& d) {
  design::Geometry& g = d.geometry;
  const u64 pages = g.program_pages;
  if (g.pages % pages == 0 && g.units_of_program() <= limits::kMostUnitsOfProgram) return true;
  const Entry* key = nand == nullptr || nand->group == nullptr ? nullptr : nand->group->find("program_unit");
  const Span place = key != nullptr ? key->span() : nand != nullptr ? nand->span() : d.span;
  u64 near = pages;
  while (g.pages % near != 0 || near * g.subpages > limits::kMostUnitsOfProgram) --near;
  context.sink()
      .report(diag::Code::E0269, place, pages, g.pages, pages * g.subpages, limits::kMostUnitsOfProgram)
      .help(fmt::format("write `program_unit: {}`", near) +
            (g.units_of_program() > limits::kMostUnitsOfProgram
                 ? ""
                 : fmt::format(", or give the blocks {} pages", g.pages / pages * pages + pages)));
  g.program_pages = 1;
  return false;
}

bool check_units(Context& context, const Group& design_block, const design::Design& d) {
  if (d.geometry.units_of_program() == 1) return true;
  const bool units = d.geometry.subpages != 1;
  const Span place = place_of_clash(design_block,
                                    {.clashes = true,
                                     .section = units ? "ftl" : "nand",
                                     .key = units ? "unit" : "program_unit",
                                     .what = {},
                                     .why = {},
                                     .help = {}},
                                    d.span);
  const bool placement = check_placement(context, design_block, place, d);
  return check_moves(context, design_block, place, d) && placement;
}

}  // namespace ssd::check
