// gc { active: by_stream }: what moved pages that stay in blocks of their stream do not go together with
// (collection.active).
#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"

namespace ssd::check {

bool check_by_stream(Context& context, const Group& design_block, const design::Design& d) {
  if (!d.gc.by_stream) return true;
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "gc", .key = "active", .what = {}, .why = {}, .help = {}}, d.span);
  const Clash clashes[] = {
      {d.gc.same_die, "gc", "migrate", "migrate: same_die", "the block that is taken in another plane has no stream",
       "write `migrate: same_plane`, or leave it out"},
      {d.config.any_idle_slots != 0, "gc", "migrate", "migrate: any_idle",
       "pages that are written back from the buffer have no stream", "write `migrate: same_plane`, or leave it out"},
      {d.config.replicas != 0, "gc", "replicate", "replicate", "replicas have no stream", "leave it out"},
  };
  return report_clashes(context, design_block, diag::Code::E0282, place, clashes);
}

}  // namespace ssd::check
