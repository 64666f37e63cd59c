// Words of other languages, with what to write instead. They are looked up only after a mistake was found, because each
// of them is otherwise an ordinary name.
#pragma once
#include <string>
#include <string_view>

namespace ssd::parse {

// Our type for a type of another language: `real` for `float`. Empty if the word is not a type.
std::string_view type_instead(std::string_view word);
// Whether the word is a type of our language or another one.
bool names_type(std::string_view word);
bool names_list(std::string_view word);
// Whether the word is a type that is also a function, as in `real(x)`.
bool names_function_type(std::string_view word);
// What to write instead of a declaration that begins with the word, with the name that follows; empty if the word is
// unknown.
std::string declaration_instead(std::string_view word, std::string_view name);
// What to write instead of a statement that begins with the word, with the text that follows; empty if the word is
// unknown.
std::string statement_instead(std::string_view word, std::string_view rest);

}  // namespace ssd::parse
