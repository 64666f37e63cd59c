// The reference page of the language and the grammar for editors, made from the tables of the checker.
#pragma once
#include <string>

namespace ssd::explain {

std::string reference_markdown();  // docs/reference/keys.md
std::string textmate_grammar();    // tools/editor/ssd/syntaxes/ssd.tmLanguage.json

}  // namespace ssd::explain
