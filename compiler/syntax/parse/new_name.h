// Names for declarations that commands write.
#pragma once
#include <string>
#include <string_view>

#include "runtime/base/diag/diag.h"

namespace ssd::parse {

bool may_be_a_name(const std::string& text);
// The nearest valid name: `my-drive` becomes `my_drive`; `2x` for a drive becomes `Drive_2x`. Returns `otherwise` if
// nothing is left. `noun` has a capital letter.
std::string mended_name(const std::string& text, std::string_view noun, std::string_view otherwise);
// Reports that the name is not valid. `call` shows what to write, with the mended name.
void report_bad_name(diag::Sink& sink, std::string_view what, const std::string& name, const std::string& call);

}  // namespace ssd::parse
