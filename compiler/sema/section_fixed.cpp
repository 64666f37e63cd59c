// The sections that this version knows in one form only: they may say what is simulated anyway, anything else is refused by name.
#include "compiler/sema/sections.h"

namespace ssd::sema {
namespace {

constexpr std::array kFtlKeys{
    Key{.name = "mapping",
        .form = Form::kLater,
        .fallback = "page",
        .words = "page",
        .simulated = "page",
        .doc = "the unit in which logical addresses are mapped to physical ones"},
};
constexpr std::array kWearKeys{
    Key{.name = "level",
        .form = Form::kLater,
        .fallback = "none",
        .words = "none static dynamic",
        .simulated = "none",
        .doc = "how erases are spread over the blocks"},
    Key{.name = "allocate",
        .form = Form::kLater,
        .doc = "the choice among free blocks",
        .takes = "a function",
        .otherwise = "the block longest free",
        .record = "block",
        .yields = "a score: the highest wins"},
};
bool read_fixed(Context& context, const Group& design_block, std::string_view section, std::span<const Key> keys) {
  const Entry* entry = design_block.find(section);
  Reader reader(context, std::string(section), entry == nullptr ? nullptr : entry->group.get(), keys);
  reader.explain_fixed();
  return reader.sound();
}

}  // namespace

std::span<const Key> ftl_keys() { return kFtlKeys; }
std::span<const Key> wear_keys() { return kWearKeys; }

bool read_fixed_sections(Context& context, const Group& design_block) {
  const bool sound = read_fixed(context, design_block, "ftl", kFtlKeys);
  return read_fixed(context, design_block, "wear", kWearKeys) && sound;
}

}  // namespace ssd::sema
