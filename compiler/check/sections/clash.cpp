// See clash.h.
#include "compiler/check/sections/clash.h"

#include <string>

namespace ssd::check {

Span place_of_clash(const Group& design_block, const Clash& clash, Span otherwise) {
  const Entry* section = design_block.find(clash.section);
  if (clash.key.empty() && section != nullptr) return section->span();
  const Entry* entry = section == nullptr || section->group == nullptr ? nullptr : section->group->find(clash.key);
  return entry == nullptr ? otherwise : entry->span();
}

bool report_clashes(Context& context, const Group& design_block, diag::Code code, Span otherwise,
                    std::span<const Clash> clashes) {
  bool sound = true;
  for (const Clash& clash : clashes) {
    if (!clash.clashes) continue;
    context.sink()
        .report(code, place_of_clash(design_block, clash, otherwise), clash.what, clash.why)
        .help(std::string(clash.help));
    sound = false;
  }
  return sound;
}

}  // namespace ssd::check
