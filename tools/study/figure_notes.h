// What a reader of a figure must know and cannot see in it: runs that it lacks, axes over which it averages, what its
// error bars are.
#pragma once
#include <string>
#include <vector>

#include "tools/study/figure.h"
#include "tools/study/figure_layout.h"

namespace ssd::study {

std::vector<std::string> notes_of(const Table& table, const design::Plot& plot, const Layout& layout,
                                  const Figure& figure);

}  // namespace ssd::study
