// Words that people bring along from other languages, with what is written here instead. Only asked after a mistake was
// found: each of them is an ordinary name otherwise.
#pragma once
#include <string>
#include <string_view>

namespace ssd::parse {

// Ours for a type of another language: `real` for `float`. Empty if the word is none.
std::string_view type_instead(std::string_view word);
// Is it a type, ours or another language's?
bool names_type(std::string_view word);
bool names_list(std::string_view word);
// Is it a type that is a function too, as in `real(x)`?
bool names_function_type(std::string_view word);
// What to write instead of a declaration that begins so, with the name that follows; empty if the word is not known.
std::string declaration_instead(std::string_view word, std::string_view name);
// What to write instead of a statement that begins so, with the text that follows; empty if the word is not known.
std::string statement_instead(std::string_view word, std::string_view rest);

}  // namespace ssd::parse
