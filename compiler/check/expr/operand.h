// What an expression evaluates to: a constant, a node of a formula, or a record whose fields are constants and nodes.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/check/expr/formula.h"
#include "compiler/check/expr/value.h"

namespace ssd::check {

struct Record;
struct TableRef;

struct Operand {
  Value value;  // for a node only its type is used
  NodeId node = kNoNode;
  u64 whole = 0;       // for a count: the number of all pages or blocks, so that it can be compared with a ratio
  Rational scale = 1;  // for a node: the value of one step in base units; 1 for ints, truths and words
  std::shared_ptr<const Record> record = nullptr;
  std::shared_ptr<const std::vector<Operand>> items = nullptr;  // for a list
  std::shared_ptr<const TableRef> table = nullptr;              // for a table of the design
  bool real = false;  // for a node: a real in base units, whose scale is not used

  bool is_node() const { return node != kNoNode; }
  Type type() const { return value.type; }
  bool known() const { return value.known(); }
  static Operand of_node(NodeId node, Type type, u64 whole = 0) {
    return {.value = Value::of(type, {}), .node = node, .whole = whole};
  }
  static Operand of_node(NodeId node, Type type, const Rational& scale) {
    return {.value = Value::of(type, {}), .node = node, .scale = scale};
  }
  static Operand of_constant(Value value);  // may be a list
  static Operand of_real(NodeId node, Type type) { return {.value = Value::of(type, {}), .node = node, .real = true}; }
};

// A table that expressions may read (table.entries).
struct TableRef {
  i64 cell;  // cell_id()
  TableOf of;
  u64 entries;
  i64 low, high;  // of ints
  bool real;
};

// What a policy receives: its name in the language (`op`) and the fields that are available at this hook.
struct Record {
  std::string name;
  const HookInfo* hook;  // the hook that provides it
  std::vector<std::pair<std::string, Operand>> fields;
};

}  // namespace ssd::check
