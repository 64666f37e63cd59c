// commands { plane_reads: independent }: what it does not go together with (command.plane_reads).
#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {

bool check_plane_reads(Context& context, const Group& design_block, const design::Design& d) {
  const Config& c = d.config;
  if (c.plane_reads == 0) return true;
  const Clash clashes[] = {
      {c.interleave == 0, "commands", "interleave", "interleave: never",
       "a chip carries out one command at a time, in one die", "write `interleave: always`, or leave it out"},
      {c.chip_command != 0, "commands", "interleave", "interleave: command",
       "all dies of a chip begin together, and nothing joins later", "write `interleave: always`, or leave it out"},
      {c.cache != 0, "commands", "cache", "cache: always", "commands that are chained have the planes of one command",
       "write `cache: never`, or leave it out"},
      {c.reorder_fifo != 0 || c.reorder_requests != 0, "schedule", "reorder",
       c.reorder_fifo != 0 ? "reorder: fifo" : "reorder: requests",
       "the planes of a die would wait for the oldest operation of all", "write `reorder: any`, or leave it out"},
      {d.planes_of_superblock() != 1, "gc", "superblock", "superblock",
       "the reads of its collection have the die to themselves", "leave it out"},
      {c.any_idle_slots != 0, "gc", "migrate", "migrate: any_idle",
       "whether pages go to the buffer is decided by reads that wait for one die",
       "write `migrate: same_plane`, or leave it out"},
      {c.replicas != 0, "gc", "replicate", "replicate", "copies are made while nothing is read", "leave it out"},
  };
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "commands", .key = "plane_reads", .what = {}, .why = {}, .help = {}},
      d.span);
  return report_clashes(context, design_block, diag::Code::E0266, place, clashes);
}

}  // namespace ssd::check
