// Where the object of a specialised engine came from.
#pragma once
#include <cstdint>

namespace ssd {

enum class ObjectFrom : std::uint8_t {
  kCompiled,  // it was made for this run; also if there is no object
  kCache,     // an earlier run kept it
  kPrebuilt,  // it was made when ssdc was built
};

}  // namespace ssd
