// See known_objects.h.
#include "tools/api/known_objects.h"

#include <cstdlib>

#include "tools/api/own_file.h"

namespace ssd {

std::string prebuilt_engines_path() {
  if (const char* const named = std::getenv("SSDC_PREBUILT"); named != nullptr) return named;
  return (own_file().parent_path() / "../lib/ssdc/engines.prebuilt").lexically_normal().string();
}

const cache::Archive& prebuilt_engines() {
  static const cache::Archive kArchive(prebuilt_engines_path());
  return kArchive;
}

std::optional<KnownObjects::Found> KnownObjects::find(const cache::Key& key) const {
  if (const auto bytes = prebuilt_->find(key))
    return Found{.from = ObjectFrom::kPrebuilt, .bytes = *bytes, .kept = std::nullopt};
  if (!folder_) return std::nullopt;
  auto kept = folder_->open(cache::Kind::kObject, key);
  if (!kept) return std::nullopt;
  const std::string_view bytes = kept->bytes();
  return Found{.from = ObjectFrom::kCache, .bytes = bytes, .kept = std::move(kept)};
}

}  // namespace ssd
