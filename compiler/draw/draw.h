// Pictures of a design: which plane the first logical pages go to, and how the drive is put together. People check an
// allocation by looking at it (and put it into papers), so a picture says the truth about the map or says what it
// leaves out.
//
// Invariants: every page number in a picture is where design::place() puts that page; the size of a picture and the
// time it takes are bounded whatever the design; whatever is folded away is in `notes` and in the picture itself.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/design/design.h"

namespace ssd::draw {

enum class View : std::uint8_t {
#define SSD_VIEW(id, name) id,
#include "compiler/draw/views.def"
};
// DOT is the picture's source, without coordinates: to be edited and laid out by `dot`.
enum class Format : std::uint8_t { kSvg, kPng, kDot };

struct Options {
  std::uint64_t pages =
      0;  // logical pages of the allocation view; 0: a whole number of stripes, two or more (of periods, for a map)
};

struct Picture {
  std::string bytes;
  std::vector<std::string> notes;  // what was folded or cut, a sentence each
};

// Graphviz could not make the picture: a plug-in of it is missing. Nothing that stands in a design leads here.
struct RenderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Picture draw(const design::Design& design, View view, Format format, const Options& options = {});

}  // namespace ssd::draw
