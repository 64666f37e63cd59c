// The first designs that `ssdc new` writes. Each text checks, runs and is in the canonical form once `@NAME@` is
// replaced by the design's name and `@FILE@` by the file's.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ssd::starters {

struct Template {
  std::string_view name, text;
};
std::span<const Template> templates();
// Null if no template has that name.
const Template* find_template(std::string_view name);
// `text` with `@NAME@` and `@FILE@` replaced.
std::string filled_in(std::string_view text, std::string_view name, std::string_view path);

}  // namespace ssd::starters
