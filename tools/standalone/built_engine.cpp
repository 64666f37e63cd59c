// See built_engine.h. build/build_program.cpp gives the objects these names.
#include "tools/standalone/built_engine.h"

extern "C" {
extern const char ssd_built_in[];
extern const ssd::u64 ssd_built_in_size;
decltype(ssd_run) ssd_built_run;
decltype(ssd_preload) ssd_built_preload;
[[gnu::weak]] decltype(ssd_run) ssd_built_ftl_run;
[[gnu::weak]] decltype(ssd_preload) ssd_built_ftl_preload;
[[gnu::weak]] decltype(ssd_run) ssd_built_whole_run;
[[gnu::weak]] decltype(ssd_preload) ssd_built_whole_preload;
}

namespace ssd::standalone {

std::string_view built_in_bytes() { return {ssd_built_in, ssd_built_in_size}; }

EngineEntry built_engine(Pass pass) {
  if (pass == Pass::kFunctional) return {&ssd_built_ftl_run, &ssd_built_ftl_preload};
  if (pass == Pass::kWhole) return {&ssd_built_whole_run, &ssd_built_whole_preload};
  return {&ssd_built_run, &ssd_built_preload};
}

}  // namespace ssd::standalone
