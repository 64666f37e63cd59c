// The objects of engines that need not be compiled: those that were made when ssdc was built (tools/prebuilt), and
// those that earlier runs have kept.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "runtime/cache/archive.h"
#include "runtime/cache/cache.h"
#include "runtime/results/object_from.h"

namespace ssd {

// The archive beside the program or library that this is part of, or the one that SSDC_PREBUILT names. It has no
// entries if there is no such file, or none that can be used.
const cache::Archive& prebuilt_engines();
// Its path; empty if SSDC_PREBUILT is set to nothing.
std::string prebuilt_engines_path();

class KnownObjects {
 public:
  // Without a folder, nothing is kept.
  explicit KnownObjects(std::optional<cache::Folder> folder, const cache::Archive& prebuilt = prebuilt_engines())
      : prebuilt_(&prebuilt), folder_(std::move(folder)) {}

  struct Found {
    ObjectFrom from;
    std::string_view bytes;
    std::optional<cache::Entry> kept;  // keeps the bytes of an entry of the folder
  };
  std::optional<Found> find(const cache::Key& key) const;
  const std::optional<cache::Folder>& folder() const { return folder_; }

 private:
  const cache::Archive* prebuilt_;
  std::optional<cache::Folder> folder_;
};

}  // namespace ssd
