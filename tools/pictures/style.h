// The looks that distinguish series and values, the same in SVG files and on the interactive page: colours that
// colour-blind readers can distinguish (Okabe and Ito, without their yellow, which is hard to see on white paper),
// always with a second mark. There are seven colours, and no list of second marks has a length that divides or is a
// multiple of seven, so a pair of colour and mark repeats only after dozens of series.
#pragma once
#include <array>
#include <cstddef>
#include <string>

namespace ssd::pictures {

inline constexpr std::array<const char*, 7> kColours{"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                                     "#56B4E9", "#D55E00", "#000000"};

// Patterns of bars and boxes: Plotly's name, and the strokes that fill a tile of 8 x 8 in SVG.
struct Pattern {
  const char* plotly;
  const char* strokes;
};
inline constexpr std::array<Pattern, 8> kPatterns{{{"", ""},
                                                   {"/", "M-2,2l4,-4M0,8l8,-8M6,10l4,-4"},
                                                   {"x", "M0,0l8,8M0,8l8,-8"},
                                                   {"-", "M0,4h8"},
                                                   {"\\", "M-2,6l4,4M0,0l8,8M6,-2l4,4"},
                                                   {"|", "M4,0v8"},
                                                   {"+", "M0,4h8M4,0v8"},
                                                   {".", "M3,4h2M7,0h2M-1,0h2M7,8h2M-1,8h2"}}};

// Fills of boxes on the page, where Plotly has no patterns for them. With the colours and two line widths the same look
// repeats after 70 series.
inline constexpr std::array<const char*, 5> kBoxFills{"#ffffff", "#9e9e9e", "#e0e0e0", "#424242", "#bdbdbd"};

// Dashes of lines; lengths in px.
struct Dash {
  const char* plotly;
  const char* svg;
};
inline constexpr std::array<Dash, 6> kDashes{{{"solid", ""},
                                              {"8px,4px", "8,4"},
                                              {"2px,3px", "2,3"},
                                              {"9px,3px,2px,3px", "9,3,2,3"},
                                              {"15px,4px", "15,4"},
                                              {"2px,6px", "2,6"}}};

// Symbols of points on lines: Plotly's name, and an outline around the point in px.
struct Symbol {
  const char* plotly;
  const char* outline;
};
inline constexpr std::array<Symbol, 5> kSymbols{{{"circle", "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z"},
                                                 {"square", "m-3.5,-3.5h7v7h-7z"},
                                                 {"triangle-up", "m0,-4.5l4.5,8h-9z"},
                                                 {"diamond", "m0,-5l5,5l-5,5l-5,-5z"},
                                                 {"triangle-down", "m0,4.5l4.5,-8h-9z"}}};

template <class T, std::size_t n>
const T& nth(const std::array<T, n>& list, std::size_t index) {
  return list[index % n];
}

// The colour of viridis at a share from 0 to 1, as `#rrggbb`. Lightness only increases, so the scale works in grey,
// too.
std::string viridis(double share);
// Black or white, whichever is readable on that colour.
const char* ink_on_viridis(double share);
// The steps between which viridis() interpolates linearly. Plotly's scale is made from the same steps.
inline constexpr std::array<std::array<int, 3>, 11> kViridis{{{68, 1, 84},
                                                              {72, 36, 117},
                                                              {65, 68, 135},
                                                              {53, 95, 141},
                                                              {42, 120, 142},
                                                              {33, 145, 140},
                                                              {34, 168, 132},
                                                              {68, 191, 112},
                                                              {122, 209, 81},
                                                              {189, 223, 38},
                                                              {253, 231, 37}}};

}  // namespace ssd::pictures
