// Pictures of a design: the planes of the first logical pages, and the structure of the drive. People check an
// allocation by looking at its picture and put the picture into papers. So a picture shows the map exactly, or states
// what it leaves out.
//
// Invariants: every page number in a picture is where design::place() puts that page; the size of a picture and the
// time to make it are limited for every design; everything that is folded away is mentioned in `notes` and in the
// picture itself.
#pragma once
#include <cstdint>
#include <functional>
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

// Graphviz could not make the picture: it lacks a plug-in, memory, threads or files. No design can cause this.
struct RenderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws RenderError.
Picture draw(const design::Design& design, View view, Format format, const Options& options = {});

// What `make` returns. Nothing after a diagnostic, if it throws RenderError.
std::optional<Picture> unless_it_fails(const std::function<Picture()>& make, diag::Sink& sink);

}  // namespace ssd::draw
