// What `ssdc diff` prints: the differences of two designs and what follows from them.
#pragma once
#include <string>

#include "compiler/design/difference.h"

namespace ssd::cli {

// Two designs with the names that the command line gives them.
struct Compared {
  std::string before_name, after_name;
  const design::Design& before;
  const design::Design& after;
  design::Difference difference;
};
std::string diff_text(const Compared& compared);
std::string diff_json(const Compared& compared);

}  // namespace ssd::cli
