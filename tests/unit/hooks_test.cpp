// The rows of hooks.def agree with the language's tables.
#include "runtime/abi/hooks.h"

#include <gtest/gtest.h>

#include "compiler/check/vocabulary/vocabulary.h"

namespace ssd::check {
namespace {

const Key* key_of(const HookInfo& hook) {
  for (const KeyTable& table : key_tables()) {
    if (table.path != hook.section) continue;
    const auto found = std::ranges::find(table.keys, hook.key, &Key::name);
    if (found != table.keys.end()) return &*found;
  }
  return nullptr;
}

TEST(Hooks, StandAtAKeyThatTakesTheirRecord) {
  for (const HookInfo& hook : kHookTable) {
    if (hook.yields == Yields::kPlace) continue;
    const Key* key = key_of(hook);
    ASSERT_NE(key, nullptr) << hook.section << "." << hook.key;
    EXPECT_EQ(key->record, hook.record) << hook.name;
  }
}

// Every key that takes a function has a hook, except the kind of a page, which is known before the run.
TEST(Hooks, AreThereForEveryKeyThatTakesAFunction) {
  for (const KeyTable& table : key_tables()) {
    for (const Key& key : table.keys) {
      if (!key.policy || key.name == "page_kind") continue;
      const bool has_hook = std::ranges::any_of(
          kHookTable, [&](const HookInfo& hook) { return hook.section == table.path && hook.key == key.name; });
      EXPECT_TRUE(has_hook) << table.path << "." << key.name;
    }
  }
}

}  // namespace
}  // namespace ssd::check
