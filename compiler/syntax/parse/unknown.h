// Reports text that is not a token of the language: characters that begin no token, and numbers that touch what
// follows.
#pragma once
#include <string_view>

#include "compiler/syntax/parse/errors.h"

namespace ssd::parse {

// What can be checked before there are tokens: size, UTF-8, NUL bytes. Returns false if the file cannot be read
// further.
bool check_text(std::string_view text, FileId file, Errors& errors);

// `rest` is what follows on the line.
void report_unknown(std::string_view characters, std::string_view rest, Span span, Errors& errors);
void report_bad_hex(std::string_view written, Span span, Errors& errors);
// `ratio` is `10%`, `rest` the text that touches it.
void report_glued_ratio(std::string_view ratio, std::string_view rest, Span span, Errors& errors);

}  // namespace ssd::parse
