// GivenUpBy of ssd.hpp.
#include "runtime/base/given_up.h"

#include "tools/api/ssd.hpp"

namespace ssd::api {

struct GivenUpBy::Data {
  ssd::GivenUpBy by;
};

GivenUpBy::GivenUpBy(const std::atomic<bool>& flag)
    : data_(new Data{.by = ssd::GivenUpBy({.flag = &flag, .leave = [] { throw GivenUp(); }})}) {}
GivenUpBy::~GivenUpBy() = default;

}  // namespace ssd::api
