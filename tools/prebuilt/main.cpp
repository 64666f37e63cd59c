// ssd_prebuild ARCHIVE STDLIB FILE…: makes the engines that the designs of the files need, for this processor, and puts
// them into an archive, in which `ssdc` finds them. Objects that the archive has already are not made again. The build
// of ssdc calls it.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <thread>

#include "compiler/codegen/codegen.h"
#include "runtime/base/standard_error.h"
#include "runtime/cache/archive.h"
#include "tools/api/object_key.h"
#include "tools/prebuilt/designs.h"

namespace {

using ssd::cache::Key;
using ssd::prebuilt::Wanted;

// Compiles what is missing, in as many threads as there are cores.
void compile(const std::vector<std::pair<const Wanted*, std::string*>>& missing) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> has_failed = false;
  const auto work = [&] {
    for (std::size_t i = next++; i < missing.size() && !has_failed; i = next++) {
      try {
        const auto& [wanted, object] = missing[i];
        *object = ssd::codegen::specialise(wanted->plan, ssd::codegen::Stage::kObject, wanted->pass).object;
      } catch (const std::exception& error) {
        has_failed = true;
        ssd::standard_error::print("ssd_prebuild: {}: {}\n", missing[i].first->name, error.what());
      }
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) others.emplace_back(work);
  work();
  others.clear();
  if (has_failed) throw std::runtime_error("not all engines could be made");
}

void make(const std::string& archive, const std::string& stdlib, const std::vector<std::string>& files) {
  const std::vector<Wanted> wanted = ssd::prebuilt::wanted_by(files, stdlib);
  const ssd::cache::Archive before(archive);
  std::map<Key, std::string> objects;
  std::vector<std::pair<const Wanted*, std::string*>> missing;
  for (const Wanted& one : wanted) {
    const Key key = ssd::object_key(one.plan, one.pass);
    const auto [place, is_new] = objects.try_emplace(key);
    if (!is_new) continue;
    if (const auto kept = before.find(key))
      place->second = *kept;
    else
      missing.emplace_back(&one, &place->second);
  }
  compile(missing);
  if (const int error = ssd::cache::write_archive(archive, objects); error != 0)
    throw std::runtime_error(archive + ": " + std::strerror(error));
  std::size_t bytes = 0;
  for (const auto& [key, object] : objects) bytes += object.size();
  fmt::print("{} engines for {} designs and passes, {} KiB; {} compiled\n", objects.size(), wanted.size(), bytes / 1024,
             missing.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    ssd::standard_error::print("call: ssd_prebuild ARCHIVE STDLIB FILE…\n");
    return 2;
  }
  try {
    make(argv[1], argv[2], {argv + 3, argv + argc});
  } catch (const std::exception& error) {
    ssd::standard_error::print("ssd_prebuild: {}\n", error.what());
    return 1;
  }
}
