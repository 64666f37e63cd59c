// The pages of `ssdc explain NAME`, one function a kind of name. All that they say comes from sema's tables.
#pragma once
#include <string>

#include "compiler/sema/vocabulary.h"

namespace ssd::cli {

std::string section_page(const sema::KeyTable& table);
std::string key_page(const std::string& section, const sema::Key& key);
std::string word_page(const std::string& section, const sema::Key& key, const std::string& word);
std::string record_page(const sema::RecordDoc& record);
std::string field_page(const sema::FieldDoc& field);
std::string function_page(const sema::FunctionDoc& function);
std::string unit_page(const sema::UnitDoc& unit);
std::string term_page(const sema::TermDoc& term);

// Lists.
std::string policies_page();
std::string records_page();
std::string functions_page();
std::string types_page();
std::string units_page();
std::string operators_page();
std::string limits_page();

}  // namespace ssd::cli
