// commands { interleave: command }: what it does not go together with (drive.interleave_command).
#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {

bool check_interleave(Context& context, const Group& design_block, const design::Design& d) {
  if (!d.config.chip_command) return true;
  const Clash clashes[] = {
      {d.config.cache != 0, "commands", "cache", "cache: always",
       "a chip takes its next command when all of its dies have ended the one before",
       "write `cache: never`, or leave it out"},
      {d.config.suspend_on != 0, "commands", "suspend", "suspend: always",
       "a read would begin while other dies of the chip still work", "write `suspend: never`, or leave it out"},
      {d.gc.preempt_page, "gc", "preempt", "preempt", "a collection has its chip to itself until it ends",
       "write `preempt: never`, or leave it out"},
      {d.planes_of_superblock() != 1, "gc", "superblock", "superblock",
       "the parts of its collection hold dies one by one", "leave it out"},
  };
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "commands", .key = "interleave", .what = {}, .why = {}, .help = {}},
      d.span);
  return report_clashes(context, design_block, diag::Code::E0276, place, clashes);
}

}  // namespace ssd::check
