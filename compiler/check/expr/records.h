// The records that policies receive (language.md, section 6): which fields there are, and how a hook's inputs become a
// record. Invariant: an input's interval holds every value that the engine can give it, so that what is proved about a
// policy holds in every run.
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

// The record of a hook, its fields inputs of the formula in the hook's order; `unit.channel` becomes a field of a
// field.
Operand record_of(Hook hook, std::string_view record, Formula& formula, const design::Design& design);
// `now` or `write_amplification` at a hook; no type where the engine does not give it.
Operand surrounding(const HookInfo& hook, std::string_view name, Formula& formula);
// The block of `victim` and `erase` (a full one) or `allocate` (a free one): the hook's inputs, and what follows from
// them.
Operand block_record(Hook hook, Formula& formula, const design::Design& design);
// The record with one more field.
Operand with_field(const Operand& record, std::string name, Operand field);

}  // namespace ssd::check
