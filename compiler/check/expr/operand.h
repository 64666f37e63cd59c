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

struct Operand {
  Value value;  // of a node only the type counts
  NodeId node = kNoNode;
  u64 whole = 0;       // of a count: how many pages or blocks there are, for comparing it with a ratio
  Rational scale = 1;  // of a node: what one step of it is worth in base units; 1 of ints, truths and words
  std::shared_ptr<const Record> record = nullptr;
  std::shared_ptr<const std::vector<Operand>> items = nullptr;  // of a list
  bool real = false;  // of a node: a real in base units; its scale does not count

  bool is_node() const { return node != kNoNode; }
  Type type() const { return value.type; }
  bool known() const { return value.known(); }
  static Operand of_node(NodeId node, Type type, u64 whole = 0) {
    return {.value = Value::of(type, {}), .node = node, .whole = whole};
  }
  static Operand of_node(NodeId node, Type type, const Rational& scale) {
    return {.value = Value::of(type, {}), .node = node, .scale = scale};
  }
  static Operand of_constant(Value value);  // a list among them
  static Operand of_real(NodeId node, Type type) { return {.value = Value::of(type, {}), .node = node, .real = true}; }
};

// What a policy receives: its name in the language (`op`) and the fields that can be read at this hook.
struct Record {
  std::string name;
  const HookInfo* hook;  // where it is received
  std::vector<std::pair<std::string, Operand>> fields;
};

}  // namespace ssd::check
