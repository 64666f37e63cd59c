// Implements operand.h.
#include "compiler/check/expr/operand.h"

namespace ssd::check {

Operand Operand::of_constant(Value value) {
  Operand result{.value = std::move(value)};
  if (result.type() != Type::kList) return result;
  std::vector<Operand> items;
  for (const Value& item : result.value.items) items.push_back(of_constant(item));
  result.items = std::make_shared<const std::vector<Operand>>(std::move(items));
  return result;
}

}  // namespace ssd::check
