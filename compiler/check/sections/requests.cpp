// schedule { reorder: requests }: what it does not go together with (unit.reorder_requests).
#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {

bool check_requests(Context& context, const Group& design_block, const design::Design& d) {
  if (d.config.reorder_requests == 0) return true;
  const bool in_write_order = d.config.placement == Placement::kWriteOrder;
  const Clash clashes[] = {
      {d.config.placement != Placement::kStatic,
       "allocation",
       {},
       in_write_order ? "allocation: write_order" : "allocation: dynamic",
       "the channels that a request needs are known only when its pages get their planes",
       "write `allocation: static channel > die > plane > chip`, or a map"},
      {d.config.suspend_on != 0, "commands", "suspend", "suspend: always",
       "a read that may not begin would suspend a command, or wait behind it",
       "write `suspend: never`, or leave it out"},
      {d.gc.preempt_page, "gc", "preempt", "preempt", "a collection would let requests go first that may not begin",
       "write `preempt: never`, or leave it out"},
  };
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "schedule", .key = "reorder", .what = {}, .why = {}, .help = {}},
      d.span);
  return report_clashes(context, design_block, diag::Code::E0277, place, clashes);
}

}  // namespace ssd::check
