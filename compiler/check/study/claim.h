// Builds the typed tree of an expectation from the leaves up. Parts without a metric are evaluated as constants, so
// claims have the same constants, units and errors as the rest of the language. Chains of operators are walked by a
// loop, everything else by recursion of limited depth.
#pragma once
#include <set>
#include <vector>

#include "compiler/check/study/experiment.h"

namespace ssd::check {

class ClaimBuilder {
 public:
  explicit ClaimBuilder(ExperimentReader& reader) : reader_(reader) {}

  // The nodes of the claim and the node at which each instance of it ends. The last node is the result of the claim.
  // There are no nodes after an error.
  struct Built {
    std::vector<design::ClaimNode> nodes;
    std::vector<design::Instance> each;
  };
  Built build(const ast::Expect& expect);

 private:
  // A part of a claim: a constant or a node; after an error neither.
  struct Part {
    Value constant;
    std::uint32_t node = 0;
    Type type = Type::kError;  // for a quantity or a truth
    bool table = false, place = false;
    std::uint32_t axis = 0;  // for a place
    bool is_constant() const { return constant.known(); }
    bool known() const { return place || type != Type::kError; }
  };
  // A function over the points of a table.
  struct Reduction {
    std::string_view name, usage;
    std::optional<design::ClaimOp> points, along;  // over all points; over the means along an axis
  };
  static constexpr std::array kReductions{
      Reduction{"mean", "mean(m)`, `mean(m, S4)` or `mean(m, ways == [2, 4])", design::ClaimOp::kMean, {}},
      Reduction{
          "geomean", "geomean(m)`, `geomean(m, S4)` or `geomean(m, ways == [2, 4])", design::ClaimOp::kGeomean, {}},
      Reduction{"all", "all(m1 < m2)", design::ClaimOp::kAll, {}},
      Reduction{"min", "min(m)` or `min(m, design)", design::ClaimOp::kLeast, design::ClaimOp::kLeastMean},
      Reduction{"max", "max(m)` or `max(m, design)", design::ClaimOp::kMost, design::ClaimOp::kMostMean},
      Reduction{"argmin", "argmin(m, design)", {}, design::ClaimOp::kArgmin},
      Reduction{"argmax", "argmax(m, design)", {}, design::ClaimOp::kArgmax},
  };
  // A function of values. If one of them is a table, it is applied point by point. `min(a, b)` is such a function;
  // `min(m)` and `min(m, AXIS)` are reductions.
  struct Pointwise {
    std::string_view name, usage, wants;
    design::ClaimOp op;
  };
  static constexpr std::array kPointwise{
      Pointwise{"min", "min(a, b)", "a metric, or two values or more", design::ClaimOp::kMin},
      Pointwise{"max", "max(a, b)", "a metric, or two values or more", design::ClaimOp::kMax},
      Pointwise{"abs", "abs(a - b)", "one value", design::ClaimOp::kAbs},
  };
  static const Reduction* find_reduction(std::string_view name);
  static const Pointwise* find_pointwise(std::string_view name);

  // expect.cpp: the claim as a whole.
  bool read_each(const std::vector<ast::Name>& axes);
  std::optional<std::uint32_t> whole(const ast::Expr& claim);
  bool next_instance();

  // claim.cpp: leaves and operators.
  Part part(const ast::Expr& expr);
  Part varying(const ast::Expr& expr);
  Part constant(const ast::Expr& expr);
  Part metric(const ast::Expr& expr);
  Part table_of(const design::Metric& metric, design::ClaimOp op);
  Part coordinate(const ast::Expr& expr, std::uint32_t axis);
  Part unary(const ast::Unary& unary);
  Part chain(const ast::Expr& expr);
  Part compare_places(const ast::Expr& expr, const ast::Binary& binary, Part left);
  Part operate(const ast::Expr& expr, ast::BinaryOp op, const Part& left, const Part& right);
  Part convert(const Part& value, const Part& left, const Part& right, ast::BinaryOp op);
  Part number_of(const Part& place, const ast::Expr& expr, ast::BinaryOp op, const Part& other);

  // reductions.cpp: functions.
  Part call(const ast::Expr& expr, const ast::Call& call);
  Part point_by_point(const ast::Call& call, const Pointwise& row);
  Part best_of(const ast::Expr& expr, const Pointwise& row, const Part& left, const Part& right);
  static std::vector<std::string> functions_of_metrics();
  Part reduction(const ast::Expr& expr, const ast::Call& call, const Reduction& row);
  bool read_place(const ast::Expr& expr, const Reduction& row, design::ClaimNode& node, bool& along);
  std::vector<design::Selection> selection(const ast::Expr& expr, const Reduction& row);
  std::optional<design::Selection> value_of_some_axis(const ast::NameRef& name, const ast::Expr& expr);
  Part usage(const ast::Expr& expr, const Reduction& row);
  bool is_reduction(const ast::Call& call, const Reduction& row) const;
  static bool gives_place(const std::optional<design::ClaimOp>& op) {
    return op == design::ClaimOp::kArgmin || op == design::ClaimOp::kArgmax;
  }
  bool names_place(const ast::Expr& expr) const;

  Part refuse(Span span, std::string_view what,
              std::string_view instead = "compare metrics: `mean(response.mean, A) < mean(response.mean, B)`");
  bool refuses_names(const ast::Expr& expr);
  bool require(const Part& part, Span span, bool truth);
  bool is_place(const ast::Expr& expr) const;
  bool is_varying_leaf(const ast::Expr& expr) const;
  void find_varying(const ast::Expr& claim);
  Value sample(const Part& part) const;
  std::uint32_t node_of(const Part& part);
  Part add(design::ClaimNode node, Type type);

  ExperimentReader& reader_;
  std::vector<design::ClaimNode> nodes_;
  std::vector<design::Selection> fixed_;  // the values that `each` fixes in the instance under construction
  std::set<const ast::Expr*> varying_;    // the expressions that depend on a metric or an axis
  int depth_ = 0;
};

}  // namespace ssd::check
