// buffer { gather }: programs that wait for each other need room in the buffer (buffer.gather).
#include <fmt/format.h>

#include "compiler/check/sections/clash.h"
#include "compiler/check/sections/sections.h"
#include "runtime/base/counts.h"

namespace ssd::check {

bool check_gather(Context& context, const Group& design_block, const design::Design& d) {
  const u64 programs = d.programs_gathered(), each = d.geometry.units_of_program(), slots = d.config.buffer_slots;
  if (programs == 1 || slots == 0 || d.config.write_back == 0 || programs * each <= slots) return true;
  const Span place = place_of_clash(
      design_block, {.clashes = true, .section = "buffer", .key = "gather", .what = {}, .why = {}, .help = {}}, d.span);
  const std::string_view unit = d.geometry.subpages == 1 ? "pages" : "units";
  context.sink()
      .report(diag::Code::E0314, place, programs, counted_text(each, unit.substr(0, unit.size() - 1)), programs * each,
              unit, slots)
      .help(fmt::format("write `size: {}` or more, or a smaller `scope`",
                        size_text(static_cast<i64>(programs * each * d.geometry.unit_bytes()))));
  return false;
}

}  // namespace ssd::check
