// Notes for the reader of a figure about what the figure does not show: missing runs, axes that are averaged, the
// meaning of its error bars.
#pragma once
#include <string>
#include <vector>

#include "tools/study/figure.h"
#include "tools/study/figure_layout.h"

namespace ssd::study {

std::vector<std::string> notes_of(const Table& table, const design::Plot& plot, const Layout& layout,
                                  const Figure& figure);

}  // namespace ssd::study
