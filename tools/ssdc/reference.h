// What the tables of the language come to outside the compiler: the reference page and the grammar of editors.
#pragma once
#include <string>

namespace ssd::cli {

std::string reference_markdown();  // docs/reference/keys.md
std::string textmate_grammar();    // tools/editor/ssd/syntaxes/ssd.tmLanguage.json

}  // namespace ssd::cli
