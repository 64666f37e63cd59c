// Plans and workloads in little memory: an experiment may have as many of them as points. They are bytes, each kept as
// what differs from the first one that its packer got: about 60 bytes instead of some thousand. Invariant: what is
// unpacked equals what was packed, including places in texts.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "runtime/abi/plan.h"

struct ZSTD_CCtx_s;

namespace ssd::study {

struct Packed {
  std::shared_ptr<const std::string> like;  // the bytes that it resembles
  std::string bytes;
};
Plan unpacked_plan(const Packed& packed);
workload::Workload unpacked_workload(const Packed& packed);

class Packer {
 public:
  Packed pack(const Plan& plan);
  Packed pack(const workload::Workload& workload);

 private:
  struct Free {
    void operator()(ZSTD_CCtx_s* context) const;
  };
  Packed packed(const std::string& bytes, std::shared_ptr<const std::string>& first);
  std::unique_ptr<ZSTD_CCtx_s, Free> context_;
  std::shared_ptr<const std::string> first_plan_, first_workload_;
};

}  // namespace ssd::study
