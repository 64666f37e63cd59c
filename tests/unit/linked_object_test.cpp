// The linker of objects: an object that is not whole is refused with an exception, wherever it ends; what the engine's
// objects do with the C library works.
#include "compiler/jit/linked_object.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
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

TEST(LinkedObjects, AreRefusedIfTheyAreNotWhole) {
  EXPECT_THROW(LinkedObject(""), std::logic_error);
  EXPECT_THROW(LinkedObject("this is no object, but long enough to have a header of sixty-four bytes"),
               std::logic_error);
  for (std::size_t size = 0; size < engine().size(); size += 97)
    EXPECT_THROW(LinkedObject(std::string_view(engine()).substr(0, size)), std::logic_error) << size;
}

// Every byte of the tables, which the linker reads: it may notice a wrong one or not, but stays inside the memory.
TEST(LinkedObjects, WithAWrongByteInTheirTablesEndInNothingWorseThanAnException) {
  Elf64_Ehdr header;
  std::memcpy(&header, engine().data(), sizeof header);
  std::size_t refused = 0;
  for (std::size_t place = header.e_shoff; place < engine().size(); ++place) {
    std::string damaged = engine();
    damaged[place] = static_cast<char>(damaged[place] ^ 0x11);
    try {
      const LinkedObject object(damaged);
    } catch (const std::logic_error&) {
      ++refused;
    } catch (const std::bad_alloc&) {
      ++refused;  // a section of a size that no memory holds
    }
  }
  EXPECT_GT(refused, 50U);
}

}  // namespace
}  // namespace ssd::jit
