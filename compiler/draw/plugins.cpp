// Implements plugins.h.
#include "compiler/draw/plugins.h"

#ifdef SSD_LINKED_PLUGINS
#include <graphviz/gvplugin.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

extern "C" {
extern gvplugin_library_t gvplugin_core_LTX_library;
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
extern gvplugin_library_t gvplugin_neato_layout_LTX_library;
}
#endif

namespace ssd::draw {

#ifdef SSD_LINKED_PLUGINS
// Whether the package names a folder of plug-ins for this format.
static bool has_folder(Format format) { return format == Format::kPng && *SSD_PNG_PLUGINS != '\0'; }

// Those of the machine may be of another version, and lay out a picture in another way where they are installed. So
// only a picture that needs them has them, and only from the folder that the package knows. Graphviz crashes if it is
// told to load plug-ins and there is no folder of them.
GVC_t* context_with_plugins(Format format) {
  static std::array<lt_symlist_t, 4> linked{{{"gvplugin_core_LTX_library", &gvplugin_core_LTX_library},
                                             {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
                                             {"gvplugin_neato_layout_LTX_library", &gvplugin_neato_layout_LTX_library},
                                             {nullptr, nullptr}}};
  const bool others = has_folder(format) && ::access(SSD_PNG_PLUGINS, R_OK) == 0;
  if (others) ::setenv("GVBINDIR", SSD_PNG_PLUGINS, 1);
  return gvContextPlugins(linked.data(), others ? 1 : 0);
}
#else
static bool has_folder(Format) { return true; }

GVC_t* context_with_plugins(Format) { return gvContext(); }
#endif

const char* why_plugins_are_missing(Format format) {
  return has_folder(format) ? "are its plug-ins installed (Debian: libgvc6)?"
                            : "this ssdc contains the plug-ins for SVG alone.";
}

}  // namespace ssd::draw
