// The pages of the names of the language, one function for each kind of name. All texts come from the tables of the
// checker.
#pragma once
#include <string>

#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::explain {

std::string section_page(const check::KeyTable& table);
std::string key_page(const std::string& section, const check::Key& key);
std::string word_page(const std::string& section, const check::Key& key, const std::string& word);
std::string record_page(const check::RecordDoc& record);
std::string field_page(const check::FieldDoc& field);
std::string function_page(const check::FunctionDoc& function);
std::string unit_page(const check::UnitDoc& unit);
std::string term_page(const check::TermDoc& term);

// Lists.
std::string policies_page();
std::string records_page();
std::string functions_page();
std::string types_page();
std::string units_page();
std::string operators_page();
std::string limits_page();
std::string formats_page();  // of traces

}  // namespace ssd::explain
