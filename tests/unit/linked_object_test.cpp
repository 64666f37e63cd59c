// Objects that are loaded: what is no object is refused with an exception.
#include "compiler/jit/linked_object.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "compiler/codegen/codegen.h"
#include "compiler/jit/jit.h"
#include "tests/unit/hand_made_design.h"

namespace ssd::jit {
namespace {

const std::string& engine() {
  static const std::string kObject =
      codegen::specialise(Plan(hand_made_design(2)), codegen::Stage::kObject, Pass::kFunctional).object;
  return kObject;
}

TEST(LinkedObjects, HaveTheirSymbolsAndNoOthers) {
  const LinkedObject object(engine());
  EXPECT_NE(object.address<char>("ssd_run"), nullptr);
  EXPECT_THROW(object.address<char>("ssd_walk"), std::logic_error);
}

TEST(LinkedObjects, AreRefusedIfTheyAreNone) {
  EXPECT_THROW(LinkedObject(""), std::logic_error);
  EXPECT_THROW(LinkedObject("this is no object, but long enough to have a header of sixty-four bytes"),
               std::logic_error);
}

}  // namespace
}  // namespace ssd::jit
