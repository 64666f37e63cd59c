// The grid of the allocation view: one table with channels as columns and chips as rows. Each cell shows the chip's
// planes with their pages.
#pragma once
#include <string>
#include <vector>

#include "compiler/draw/fold.h"
#include "compiler/draw/page_list.h"

namespace ssd::draw {

// The ids of the planes that the window shows: channel, chip, die, plane, the last varying fastest.
std::vector<std::uint64_t> cells_of(const design::Geometry& geometry, const Window& window);

// An HTML-like table of these cells, with the titles "channel 0", "chip 1", "die 0", "plane 1" at its edges. `fills`
// are colours. Both lists are in the order of cells_of().
std::string allocation_grid(const Window& window, const std::vector<PageList>& pages,
                            const std::vector<std::string>& fills);

}  // namespace ssd::draw
