// Sections of which this version supports only one form. A file may state what is simulated anyway; everything else is
// rejected by name.
#include "compiler/check/sections/sections.h"

namespace ssd::check {
namespace {

constexpr std::array kFtlKeys{
    Key{.name = "mapping",
        .form = Form::kLater,
        .fallback = "page",
        .words = "page",
        .meanings = "each logical page has its own place",
        .simulated = "page",
        .doc = "the unit in which logical addresses are mapped to physical ones"},
};

bool read_fixed(Context& context, const Group& design_block, std::string_view section, std::span<const Key> keys) {
  const Entry* entry = design_block.find(section);
  Reader reader(context, std::string(section), entry == nullptr ? nullptr : entry->group.get(), keys);
  reader.explain_fixed();
  return reader.sound();
}

}  // namespace

std::span<const Key> ftl_keys() { return kFtlKeys; }

bool read_fixed_sections(Context& context, const Group& design_block) {
  return read_fixed(context, design_block, "ftl", kFtlKeys);
}

}  // namespace ssd::check
