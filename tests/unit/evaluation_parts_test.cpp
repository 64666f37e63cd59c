// Parts of the evaluation by themselves: nodes without names, the path with its branches, what a scope forgets at its
// end.
#include <gtest/gtest.h>

#include "compiler/check/expr/nodes.h"
#include "compiler/check/expr/scoped.h"

namespace ssd::check {
namespace {

struct Parts {
  SourceMap sources;
  FileId file = sources.add("parts.ssd", "a / b");
  diag::Sink sink;
  Effort effort;
  Path path{effort, sink};
  ConstantFolder constants{path, sources, sink};
  Formula formula;
  NodeBuilder nodes{formula, path, constants, sources, sink};
  ast::Expr expr{Span{file, 0, 5}, ast::NameRef{"a"}};

  Operand input(u32 index, Wide low, Wide high) {
    return Operand::of_node(formula.input(index, {low, high}), Type::kInt);
  }
  static Operand constant(std::int64_t number) { return {.value = Value::of(Type::kInt, number)}; }
};

TEST(EvaluationParts, NodesNeedNoNames) {
  Parts p;
  const Operand sum = p.nodes.operate(p.expr, ast::BinaryOp::kAdd, p.input(0, 1, 4), Parts::constant(2));
  ASSERT_TRUE(sum.is_node());
  EXPECT_EQ(p.formula.range(sum.node), (Interval{3, 6}));
  const Operand less = p.nodes.operate(p.expr, ast::BinaryOp::kLess, sum, Parts::constant(7));
  EXPECT_FALSE(less.is_node()) << "decided by the intervals";
  EXPECT_TRUE(less.value.truth);
}

TEST(EvaluationParts, AConditionHoldsToTheEndOfItsBranch) {
  Parts p;
  p.formula.prove_all();
  const Operand a = p.input(0, 1, 4), b = p.input(1, 0, 4);
  const Operand some = p.nodes.operate(p.expr, ast::BinaryOp::kNotEqual, b, Parts::constant(0));
  {
    const Path::Branch branch(p.path);
    p.path.assume(p.formula, some.node, true);
    EXPECT_TRUE(p.nodes.operate(p.expr, ast::BinaryOp::kDiv, a, b).known());
    EXPECT_EQ(p.sink.error_count(), 0U);
  }
  EXPECT_TRUE(p.path.conditions().empty());
  EXPECT_FALSE(p.nodes.operate(p.expr, ast::BinaryOp::kDiv, a, b).known());
  EXPECT_EQ(p.sink.error_count(), 1U) << "outside the branch the divisor may be 0";
}

TEST(EvaluationParts, WhereNothingIsEvaluatedValuesAreNotChecked) {
  Parts p;
  const auto quotient = [&] {
    return p.constants.operate(p.expr, ast::BinaryOp::kDiv, Parts::constant(1).value, Parts::constant(0).value);
  };
  {
    const Path::Branch branch(p.path);
    p.path.end_here();
    EXPECT_FALSE(p.path.live());
    EXPECT_EQ(quotient().type(), Type::kInt);
  }
  {
    const auto types_only = p.path.types_only();
    EXPECT_TRUE(quotient().known());
  }
  EXPECT_EQ(p.sink.error_count(), 0U);
  EXPECT_TRUE(p.path.live());
  EXPECT_FALSE(quotient().known());
  EXPECT_EQ(p.sink.error_count(), 1U);
}

TEST(EvaluationParts, AScopedValueGivesWayToTheOneBefore) {
  int mode = 1;
  {
    const Scoped<int> outer(mode, 2);
    {
      const Scoped<int> inner(mode, 3);
      EXPECT_EQ(mode, 3);
    }
    EXPECT_EQ(mode, 2);
  }
  EXPECT_EQ(mode, 1);
}

}  // namespace
}  // namespace ssd::check
