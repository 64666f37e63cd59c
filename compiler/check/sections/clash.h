// Keys that a feature does not go together with: each that is there is reported where it stands.
#pragma once
#include <span>
#include <string_view>

#include "compiler/check/sections/sections.h"

namespace ssd::check {

// Something that a feature does not go together with, and the key that states it; without a key the section does.
struct Clash {
  bool clashes;
  std::string_view section, key, what, why, help;
};

// Where the key stands; `otherwise` if the design does not write it.
Span place_of_clash(const Group& design_block, const Clash& clash, Span otherwise);

// Reports those that clash with `code`, whose arguments are `what` and `why`. Returns whether there is none.
bool report_clashes(Context& context, const Group& design_block, diag::Code code, Span otherwise,
                    std::span<const Clash> clashes);

}  // namespace ssd::check
