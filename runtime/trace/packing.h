// Compresses text while it is written. Unlike byte_stream.h for reading, this goes by the ending of the file's name.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "runtime/base/diag/diag.h"

namespace ssd::trace {

enum class Packing { kNone, kZstd, kGzip };

// The compression for the ending of `path`. Nothing after a diagnostic: the compression cannot be written.
std::optional<Packing> packing_for(std::string_view path, diag::Sink& sink);

// Takes a file's bytes piece by piece; returns false if it takes no more.
using Emit = std::function<bool(std::string_view)>;

class Packer {
 public:
  virtual ~Packer() = default;
  // False if emit() returned false, or if the library has no memory.
  virtual bool add(std::string_view text) = 0;
  virtual bool finish() = 0;
};
std::unique_ptr<Packer> packer(Packing packing, Emit emit);

}  // namespace ssd::trace
