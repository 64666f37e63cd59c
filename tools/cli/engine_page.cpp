// See engine_page.h.
#include "tools/cli/engine_page.h"

#include <fmt/format.h>

#include "runtime/base/quantity.h"
#include "tools/api/simulator.h"

namespace ssd::cli {
namespace {

std::string_view runs_of(Pass pass) {
  switch (pass) {
    case Pass::kFunctional: return "--only ftl";
    case Pass::kWhole: return "workloads of several flows";
    default: return "all others";
  }
}

std::string place_of(const EngineObject& object) {
  if (object.bytes == 0) return "not compiled yet";
  return fmt::format("{}, {}", object.from == ObjectFrom::kPrebuilt ? "prebuilt" : "in the cache",
                     size_text(static_cast<double>(object.bytes)));
}

}  // namespace

std::string engine_page(const std::string& design, const std::vector<EngineObject>& objects) {
  std::string page = fmt::format("engines of {}\n\n{:<28}{:<28}{}\n", design, "runs", "object", "key");
  bool is_missing = false;
  for (const EngineObject& object : objects) {
    page += fmt::format("{:<28}{:<28}{}\n", runs_of(object.pass), place_of(object), object.key.text());
    is_missing = is_missing || object.bytes == 0;
  }
  if (!is_missing) return page;
  return page + fmt::format(
                    "\nAn object that is not compiled yet is compiled by the first run with `--engine jit`, or by "
                    "one of at least {} host pages, which begins with the generic engine; later runs find it in "
                    "the cache.\n",
                    count_text(kWorthSpecialising));
}

}  // namespace ssd::cli
