// Pictures of a design: the planes of the first logical pages, and the structure of the drive. People check an
// allocation by looking at its picture and put the picture into papers. So a picture shows the map exactly, or states
// what it leaves out.
//
// Invariants: every page number in a picture is where design::place() puts that page; the size of a picture and the
// time to make it are limited for every design; everything that is folded away is mentioned in `notes` and in the
// picture itself.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/design/design.h"
#include "runtime/base/diag/diag.h"

namespace ssd::draw {

enum class View : std::uint8_t {
#define SSD_VIEW(id, name) id,
#include "compiler/draw/views.def"
};
// DOT is the source of the picture without coordinates, which can be edited and laid out by `dot`.
enum class Format : std::uint8_t { kSvg, kPng, kDot };

struct Options {
  std::uint64_t pages =
      0;  // logical pages in the allocation view; 0: a whole number of stripes (of periods for a map), at least two
};

struct Picture {
  std::string bytes;
  std::vector<std::string> notes;  // what was folded or cut, one sentence each
};

// Graphviz could not make the picture: a plug-in is missing, or the system starts no threads for its fonts. No design
// can cause this.
struct RenderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws RenderError, and std::bad_alloc before Graphviz begins, which cannot go on when an allocation fails.
Picture draw(const design::Design& design, View view, Format format, const Options& options = {});
// Reports RenderError as E0516.
std::optional<Picture> draw(const design::Design& design, View view, Format format, const Options& options,
                            diag::Sink& sink);

}  // namespace ssd::draw
