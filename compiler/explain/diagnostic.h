// The pages of diagnostics.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/diag/diag.h"

namespace ssd::explain {

// Whether a text has the form of a code: `E0105`, with a capital or small letter.
bool looks_like_a_code(std::string_view text);
// The sentence and the page of a code. Nothing, after a diagnostic, if no diagnostic has the code.
std::optional<std::string> diagnostic_page(const std::string& code, diag::Sink& sink);
// All codes, in the order of the catalogue.
std::vector<std::string> diagnostic_codes();

}  // namespace ssd::explain
