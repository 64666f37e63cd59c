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

namespace {
constexpr std::string_view kNotInstalled = "are its plug-ins installed (Debian: libgvc6)?";
}

#ifdef SSD_LINKED_PLUGINS
// Those of the machine may be of another version, and lay out a picture in another way where they are installed. So
// only a picture that needs them has them, and only from the folder that the package knows. Graphviz crashes if it is
// told to load plug-ins and there is no folder of them.
GVC_t* context_with_plugins(const char* format) {
  static std::array<lt_symlist_t, 4> linked{{{"gvplugin_core_LTX_library", &gvplugin_core_LTX_library},
                                             {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
                                             {"gvplugin_neato_layout_LTX_library", &gvplugin_neato_layout_LTX_library},
                                             {nullptr, nullptr}}};
  const bool others = std::string_view(format) == "png" && ::access(SSD_PNG_PLUGINS, R_OK) == 0;
  if (others) ::setenv("GVBINDIR", SSD_PNG_PLUGINS, 1);
  return gvContextPlugins(linked.data(), others ? 1 : 0);
}

std::string_view missing_plugins(std::string_view format) {
  if (format == "png" && *SSD_PNG_PLUGINS != '\0') return kNotInstalled;
  return "this ssdc contains the plug-ins for SVG alone.";
}
#else
GVC_t* context_with_plugins(const char*) { return gvContext(); }
std::string_view missing_plugins(std::string_view) { return kNotInstalled; }
#endif

}  // namespace ssd::draw
