// Records which fields of records evaluation reads. A key that affects only such a field has no effect if nothing reads
// the field.
#pragma once
#include <set>
#include <string>
#include <utility>

#include "compiler/check/expr/evaluate.h"

namespace ssd::check {

class FieldsRead final : public Observer {
 public:
  explicit FieldsRead(Evaluator& evaluator) : watch_(evaluator, *this) {}
  void on_field(const std::string& record, const std::string& field) override { fields_.emplace(record, field); }
  bool contains(const std::string& record, const std::string& field) const { return fields_.contains({record, field}); }

 private:
  std::set<std::pair<std::string, std::string>> fields_;
  Evaluator::Watch watch_;
};

}  // namespace ssd::check
