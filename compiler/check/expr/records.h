// The records that policies receive (language.md, "Policies"): their fields, and how the inputs of a hook become a
// record. Invariant: the interval of an input contains every value that the engine can give it, so what is proved about
// a policy holds in every run.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/expr/operand.h"
#include "runtime/abi/hooks.h"

namespace ssd::check {

bool is_record_name(std::string_view name);
std::vector<std::string> fields_of(std::string_view record);
bool is_field_of(std::string_view record, std::string_view field);
std::string with_article(std::string_view noun);

// The record of a hook. Its fields are inputs of the formula, in the hook's order; `unit.channel` becomes a field of
// the field `unit`.
Operand record_of(Hook hook, std::string_view record, Formula& formula, const design::Design& design);
// `now` or `write_amplification` at a hook; no type if the engine does not provide it there.
Operand surrounding(const HookInfo& hook, std::string_view name, Formula& formula);
// The block that `victim` and `erase` (a full block) or `allocate` (a free block) receive: the inputs of the hook, and
// the fields that follow from them.
Operand block_record(Hook hook, Formula& formula, const design::Design& design);
// A copy of the record with one more field.
Operand with_field(const Operand& record, std::string name, Operand field);

}  // namespace ssd::check
