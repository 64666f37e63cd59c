// Text packed while it is written, by the ending of the file's name: the other way of byte_stream.h, which does not ask
// for names.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "runtime/base/diag/diag.h"

namespace ssd::trace {

enum class Packing { kNone, kZstd, kGzip };

// What the ending asks for. Nothing after a diagnostic: for a packing that is not written.
std::optional<Packing> packing_for(std::string_view path, diag::Sink& sink);

// A file's bytes, piece by piece; false: it took no more.
using Emit = std::function<bool(std::string_view)>;

class Packer {
 public:
  virtual ~Packer() = default;
  // False if emit() failed, or the library: then there is no memory.
  virtual bool add(std::string_view text) = 0;
  virtual bool finish() = 0;
};
std::unique_ptr<Packer> packer(Packing packing, Emit emit);

}  // namespace ssd::trace
