// The order of the lines of `explain`.
#pragma once
#include <span>
#include <vector>

#include "compiler/sema/reader.h"

namespace ssd::sema {

// Keys are read in the order in which they need each other, and shown in that of their table. A line that is no key of the table (what follows
// from a key, or belongs to its block) stays behind the line before it.
void order_lines(std::span<design::Property> lines, std::span<const Key> keys);

}  // namespace ssd::sema
