// Every name with a meaning in the language, and its meaning: for `explain`, completion, the reference page and
// editors. Blocks and keys come from the tables that the checker uses, so a key is described only where it is declared.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// A block and its keys. `path` is its name: `gc`, `nand.bus`, `start.filled`; the sections of a design have no `design`
// in front.
struct KeyTable {
  std::string path;
  const Key* row = nullptr;  // the row of the block itself
  std::span<const Key> keys;
};
// The path of the one table whose keys are blocks with tables of their own: the sections.
inline constexpr std::string_view kSections = "design";
// The path of the one table whose keys are names in every expression of a design.
inline constexpr std::string_view kGeometry = "geometry";
// All blocks, outer ones before inner ones, in the order of language.md.
std::vector<KeyTable> key_tables();

struct RecordDoc {
  std::string_view name, parameter, doc;  // parameter: its name in the documentation, as in `multiplane(w)`
};
struct FieldDoc {
  std::string_view record, name, type, doc;
  std::string_view only = {};  // the only policy that receives the field, if not all policies with this record do
};
// The built-in functions.
enum class Prelude : std::uint8_t { kMin, kMax, kAbs, kFloor, kCeil, kLog2, kInt, kReal, kClamp, kLen, kPcie };
struct FunctionDoc {
  std::string_view name, usage, doc;
  Prelude function;
  std::size_t least, most;  // numbers of arguments
};
struct UnitDoc {
  std::string name, type, meaning;
};
// A name that is not a key, field, function or unit: a word of the grammar, a type, a level, a generator. `example` is
// a line of a file; the kind determines where in a file the line belongs.
enum class TermKind : std::uint8_t {
  kDeclaration,
  kExpression,
  kType,
  kName,
  kLevel,
  kPageKind,
  kGenerator,
  kPlacement,
  kExperiment,
  kLine
};
std::string_view name(TermKind kind);  // "type"
struct TermDoc {
  std::string_view name;
  TermKind kind;
  std::string_view usage, doc, example;  // a line that `explain` derives has neither usage nor example
};
// An operator and its precedence; the first row binds most tightly.
struct OperatorDoc {
  std::string_view operators, doc;
};
std::span<const RecordDoc> records();
std::span<const FieldDoc> record_fields();
std::span<const FunctionDoc> functions();
const FunctionDoc* find_function(std::string_view name);
std::vector<UnitDoc> units();
std::span<const TermDoc> terms();
std::span<const OperatorDoc> operators();

// What a key accepts, its default, and its bounds, in words; the last is empty if there are no bounds.
std::string taken_text(const Key& key);
std::string default_text(const Key& key);
std::string range_text(const Key& key);
// The meaning of one of the key's words; empty if it is not one of them.
std::string word_text(const Key& key, std::string_view word);
// What this version does not support at this key; empty if it supports everything.
std::string limits_text(const Key& key);
// How a function at this key is written: `victim(b): …`; empty if the key takes no function.
std::string policy_text(const Key& key);

}  // namespace ssd::check
