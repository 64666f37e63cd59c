// Ways out of a key that is not there, or has the wrong form: what the user most likely meant, in words that can be
// followed.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// A key that the section does not have. In this order: what another tool calls so, a misspelt one, the section that
// does have it, all.
std::string unknown_key_help(std::string_view section, const std::string& key, std::span<const Key> keys);
// `gc: greedy`, where a block is due.
std::string block_help(const Entry& entry);
// The functions that a policy with this record may name, seen from the file.
std::vector<std::string> functions_of(const Names& names, std::string_view record, FileId file);
// "did you mean …?" of the key's words and the functions of the record, those that need more than the record among
// them; empty if none is near.
std::string near_function(const Key& key, std::string_view record, const std::string& written, const Names& names,
                          FileId file);
// A name that means nothing, at a key that takes nothing but a function of the record.
std::string unknown_policy_help(const Key& key, std::string_view record, const std::string& written, const Names& names,
                                FileId file);
// A word that the key does not know; where a policy stands it may be a misspelt function, or a formula without its
// parameter.
std::string unknown_word_help(const Key& key, const std::string& written, const Names& names, FileId file);
// A block where a value is due; also a list, where a policy can tell the cases apart.
std::string value_form_help(const Key& key);
// A number without its unit, or with another: one of the same letters that fits the key's bounds. Empty: what
// report_type() says will do.
std::string unit_that_fits(const Key& key, const ast::NumberLit& number, Type found);

}  // namespace ssd::check
