// Starters for `ssdc new`: texts that compile, run and are written in the canonical form, with `@NAME@` where the
// design's name goes and
// `@FILE@` where the file's does.
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
// Null if there is none of that name.
const Template* find_template(std::string_view name);
std::string filled_in(std::string_view text, std::string_view name, std::string_view path);

}  // namespace ssd::starters
