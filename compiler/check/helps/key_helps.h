// Help texts for a key that does not exist or has the wrong form: what the user most likely meant, as something to
// write.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// Help for a key that the section does not have. The first of these that fits: the equivalent of another tool's key, a
// misspelt key, the section that has the key, the list of all keys.
std::string unknown_key_help(std::string_view section, const std::string& key, std::span<const Key> keys);
// Help for `gc: greedy`, where a block is expected.
std::string block_help(const Entry& entry);
// The functions visible in the file that a policy with this record may name.
std::vector<std::string> functions_of(const Names& names, std::string_view record, FileId file);
// "did you mean …?" with the nearest of the key's words and of the functions whose first parameter is the record; empty
// if none is near.
std::string near_function(const Key& key, std::string_view record, const std::string& written, const Names& names,
                          FileId file);
// Help for an unknown name at a key that accepts only a function of the record.
std::string unknown_policy_help(const Key& key, std::string_view record, const std::string& written, const Names& names,
                                FileId file);
// Help for a word that the key does not know. At a policy it may be a misspelt function, or a formula without its
// parameter.
std::string unknown_word_help(const Key& key, const std::string& written, const Names& names, FileId file);
// Help for a block or a list where a value is expected. A policy can express a list as cases.
std::string value_form_help(const Key& key);
// For a number without a unit, or with a wrong one: a unit with which the same digits fit the key's bounds. If empty,
// the help of report_type() is enough.
std::string unit_that_fits(const Key& key, const ast::NumberLit& number, Type found);

}  // namespace ssd::check
