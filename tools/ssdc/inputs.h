// What a command reads must outlive it: an output may not take the place of an input, under whatever name the two are known.
#pragma once
#include <span>
#include <string>

#include "compiler/diag/diag.h"

namespace ssd::cli {

struct Input {
  std::string what;  // in a message: "the trace `a.csv`"
  std::string path;
};

// Whether `output` is none of the inputs; false after a diagnostic. An output that does not exist yet is none of them.
bool spares_inputs(const std::string& output, std::span<const Input> inputs, diag::Sink& sink);

}  // namespace ssd::cli
