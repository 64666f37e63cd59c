// Graphviz's plug-ins: those of the machine, or those that are linked (the option SSDC_LINKED_PLUGINS of CMake).
#pragma once
#include <graphviz/gvc.h>

namespace ssd::draw {

// Why a plug-in may be missing, for messages.
#ifdef SSD_LINKED_PLUGINS
inline constexpr const char* kMissingPlugins = "this ssdc contains the plug-ins for SVG alone.";
#else
inline constexpr const char* kMissingPlugins = "are its plug-ins installed (Debian: libgvc6)?";
#endif

GVC_t* context_with_plugins();

}  // namespace ssd::draw
