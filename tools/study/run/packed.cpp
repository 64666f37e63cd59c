// See packed.h.
#include "tools/study/run/packed.h"

#include <zstd.h>

#include <atomic>
#include <new>
#include <stdexcept>

#include "runtime/abi/plan_bytes.h"

namespace ssd::study {
namespace {

constexpr int kLevel = 1;  // the difference is small at every level

void check(std::size_t code) {
  if (ZSTD_isError(code) != 0) throw std::runtime_error(ZSTD_getErrorName(code));
}

// A context that nobody uses now. One that is made for each call would leave holes in memory, and an object of the
// thread would have to be registered for its end, where glibc aborts if there is no memory.
std::atomic<ZSTD_DCtx*> spare_context = nullptr;

struct GiveBack {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(spare_context.exchange(context)); }
};

std::unique_ptr<ZSTD_DCtx, GiveBack> take_context() {
  std::unique_ptr<ZSTD_DCtx, GiveBack> context(spare_context.exchange(nullptr));
  if (context == nullptr) context.reset(ZSTD_createDCtx());
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

std::string unpacked(const Packed& packed) {
  const auto context = take_context();
  std::string bytes(ZSTD_getFrameContentSize(packed.bytes.data(), packed.bytes.size()), '\0');
  check(ZSTD_decompress_usingDict(context.get(), bytes.data(), bytes.size(), packed.bytes.data(), packed.bytes.size(),
                                  packed.like->data(), packed.like->size()));
  return bytes;
}

}  // namespace

Plan unpacked_plan(const Packed& packed) { return plan_here(unpacked(packed)); }
workload::Workload unpacked_workload(const Packed& packed) { return workload_here(unpacked(packed)); }

void Packer::Free::operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }

Packed Packer::pack(const Plan& plan) { return packed(bytes_here(plan), first_plan_); }
Packed Packer::pack(const workload::Workload& workload) { return packed(bytes_here(workload), first_workload_); }

Packed Packer::packed(const std::string& bytes, std::shared_ptr<const std::string>& first) {
  if (context_ == nullptr) context_.reset(ZSTD_createCCtx());
  if (context_ == nullptr) throw std::bad_alloc();
  if (first == nullptr) first = std::make_shared<const std::string>(bytes);
  std::string smaller(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size = ZSTD_compress_usingDict(context_.get(), smaller.data(), smaller.size(), bytes.data(),
                                                   bytes.size(), first->data(), first->size(), kLevel);
  check(size);
  return {.like = first, .bytes = smaller.substr(0, size)};
}

}  // namespace ssd::study
