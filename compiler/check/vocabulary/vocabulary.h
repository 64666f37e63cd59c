// Every name that the language gives a meaning to, with what it means: for `explain`, completion, the reference page
// and editors. Blocks and keys come from the tables that the checker reads by, so that a key is described where it is
// declared and nowhere else.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/check/sections/reader.h"

namespace ssd::check {

// A block and its keys. `path` is how it is called: `gc`, `nand.bus`, `start.filled`; the sections of a design stand
// without `design`.
struct KeyTable {
  std::string path;
  const Key* row = nullptr;  // of the block itself
  std::span<const Key> keys;
};
// The path of the one table whose keys are blocks with tables of their own: the sections.
inline constexpr std::string_view kSections = "design";
// The path of the one table whose keys are names in every expression of a design.
inline constexpr std::string_view kGeometry = "geometry";
// All blocks, outer before inner, in the order of language.md.
std::vector<KeyTable> key_tables();

struct RecordDoc {
  std::string_view name, parameter, doc;  // parameter: what the design pages call it, as in `multiplane(w)`
};
struct FieldDoc {
  std::string_view record, name, type, doc;
  std::string_view only = {};  // the one policy that is given it, if not all that are given its record
};
// The functions that are always there.
enum class Prelude : std::uint8_t { kMin, kMax, kAbs, kFloor, kCeil, kLog2, kInt, kReal, kClamp, kLen };
struct FunctionDoc {
  std::string_view name, usage, doc;
  Prelude function;
  std::size_t least, most;  // arguments
};
struct UnitDoc {
  std::string name, type, meaning;
};
// A name that is no key, field, function or unit: a word of the grammar, a type, a level, a generator. `example` is a
// line of a file; where it stands follows from the kind.
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
// An operator and how tightly it binds; the first row binds tightest.
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

// What a key takes, its default, and what it is bounded by, in words; the last is empty if nothing bounds it.
std::string taken_text(const Key& key);
std::string default_text(const Key& key);
std::string range_text(const Key& key);
// What one of the key's words means; empty if it is none of them.
std::string word_text(const Key& key, std::string_view word);
// What this version does not do yet of what the language has there; empty if it does all.
std::string limits_text(const Key& key);
// How a function at this key is written: `victim(b): …`; empty if none may stand there.
std::string policy_text(const Key& key);

}  // namespace ssd::check
