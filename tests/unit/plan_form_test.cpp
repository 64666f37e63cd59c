// The form of a Plan's bytes changes with the Plan's fields and with nothing else, so nobody can forget to raise
// kPlanVersion.
#include "runtime/abi/plan_form.h"

#include <gtest/gtest.h>

#include <set>

namespace ssd::toy {

enum class Before : u8 { kOne, kTwo };
enum class After : u8 { kOne, kTwo, kThree };

struct Plain {
  u32 a, b;
};
struct Renamed {
  u32 a, c;
};
struct Swapped {
  u32 b, a;
};
struct Wider {
  u32 a;
  u64 b;
};
struct Signed {
  u32 a;
  std::int32_t b;
};
struct Longer {
  u32 a, b, c;
};
struct OfBefore {
  Before word;
};
struct OfAfter {
  After word;
};
struct Tree {
  std::vector<Tree> children;
};
struct Copy {
  u32 a, b;
};

constexpr void two(auto& archive, auto& value) {
  archive.field("a", value.a);
  archive.field("b", value.b);
}
constexpr void fields(auto& archive, Plain& value) { two(archive, value); }
constexpr void fields(auto& archive, Copy& value) { two(archive, value); }
constexpr void fields(auto& archive, Wider& value) { two(archive, value); }
constexpr void fields(auto& archive, Signed& value) { two(archive, value); }
constexpr void fields(auto& archive, Renamed& value) {
  archive.field("a", value.a);
  archive.field("c", value.c);
}
constexpr void fields(auto& archive, Swapped& value) {
  archive.field("b", value.b);
  archive.field("a", value.a);
}
constexpr void fields(auto& archive, Longer& value) {
  two(archive, value);
  archive.field("c", value.c);
}
constexpr void fields(auto& archive, OfBefore& value) { archive.field("word", value.word); }
constexpr void fields(auto& archive, OfAfter& value) { archive.field("word", value.word); }
constexpr void fields(auto& archive, Tree& value) { archive.field("children", value.children); }

}  // namespace ssd::toy

namespace ssd {

template <>
inline constexpr std::array<std::string_view, 2> kEnumNames<toy::Before>{"one", "two"};
template <>
inline constexpr std::array<std::string_view, 3> kEnumNames<toy::After>{"one", "two", "three"};

namespace {

TEST(PlanForm, ChangesWithNameOrderTypeAndNumberOfFieldsAndWithWords) {
  const std::set<std::uint32_t> forms{form_of<toy::Plain>(),    form_of<toy::Renamed>(), form_of<toy::Swapped>(),
                                      form_of<toy::Wider>(),    form_of<toy::Signed>(),  form_of<toy::Longer>(),
                                      form_of<toy::OfBefore>(), form_of<toy::OfAfter>(), form_of<toy::Tree>()};
  EXPECT_EQ(forms.size(), 9U);
}

TEST(PlanForm, IsThatOfTheFieldsAlone) { EXPECT_EQ(form_of<toy::Plain>(), form_of<toy::Copy>()); }

TEST(PlanForm, OfAPlanIsOneNumber) {
  constexpr std::uint32_t kForm = form_of<Plan>();
  EXPECT_NE(kForm, form_of<Config>());
  EXPECT_EQ(kForm, form_of<Plan>());
}

}  // namespace
}  // namespace ssd
