// Names for declarations that commands write.
#pragma once
#include <string>
#include <string_view>

#include "runtime/base/diag/diag.h"

namespace ssd::parse {

bool may_be_a_name(const std::string& text);
// The nearest name that may be one: `my-drive` becomes `my_drive`, `2x` of a drive `Drive_2x`. `otherwise` if nothing
// is left; `noun` has a capital.
std::string mended_name(const std::string& text, std::string_view noun, std::string_view otherwise);
// That it is none. `call`: what to write, with the mended name.
void report_bad_name(diag::Sink& sink, std::string_view what, const std::string& name, const std::string& call);

}  // namespace ssd::parse
