// The engine as `ssdc build` links it (compiled for the oldest processors of its kind, with symbol names of its own)
// equals the oracle on random designs.
#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "compiler/codegen/codegen.h"
#include "tests/compile_text.h"
#include "tests/differential/comparison.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_case.h"

namespace ssd::differential {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr const char* kOldest = "x86-64";
#else
constexpr const char* kOldest = "generic";
#endif

// A shared library that contains nothing but the object.
class Linked {
 public:
  explicit Linked(const std::string& object)
      : base_((fs::temp_directory_path() / fmt::format("ssd_built_test_{}", getpid())).string()) {
    std::ofstream(base_ + ".o", std::ios::binary) << object;
    const std::string command = fmt::format("c++ -shared -o {0}.so {0}.o", base_);
    if (std::system(command.c_str()) == 0) handle_ = dlopen((base_ + ".so").c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  ~Linked() {
    if (handle_ != nullptr) dlclose(handle_);
    for (const char* ending : {".o", ".so"}) fs::remove(base_ + ending);
  }
  Linked(const Linked&) = delete;
  Linked& operator=(const Linked&) = delete;

  template <class Function>
  Function* find(const char* name) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name));
  }

 private:
  std::string base_;
  void* handle_ = nullptr;
};

void expect_same(std::uint64_t seed) {
  const RandomCase c = random_case(seed);
  const TriedText compiled = try_text(c.text());
  ASSERT_TRUE(compiled.design) << compiled.errors << c.text();
  const Linked linked(codegen::object_for(*compiled.design, Pass::kAll, {.cpu = kOldest, .features = {}},
                                          {.run = "test_run", .preload = "test_preload"}));
  const EngineEntry entry{linked.find<decltype(ssd_run)>("test_run"),
                          linked.find<decltype(ssd_preload)>("test_preload")};
  ASSERT_TRUE(entry.run != nullptr && entry.preload != nullptr) << "seed " << seed;
  run::Options options;
  options.keep_times = options.check = true;
  const std::vector<Request> requests = c.requests();
  const run::Load load{.requests = requests, .closed_depth = static_cast<u32>(c.workload.closed)};
  EXPECT_EQ(
      difference(run::run(*compiled.design, entry, load, options), oracle::simulate(c.drive(), c.workload), c.workload),
      "")
      << "seed " << seed << "\n"
      << file_texts(c);
}

TEST(Built, EqualsOracle) {
  const Slice slice = slice_of(600'001, 24);
  for (std::uint64_t seed = slice.first; seed < slice.end() && !HasFailure(); ++seed) expect_same(seed);
}

}  // namespace
}  // namespace ssd::differential
