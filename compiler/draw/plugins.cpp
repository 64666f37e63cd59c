// Implements plugins.h.
#include "compiler/draw/plugins.h"

#ifdef SSD_LINKED_PLUGINS
#include <graphviz/gvplugin.h>

#include <array>

extern "C" {
extern gvplugin_library_t gvplugin_core_LTX_library;
extern gvplugin_library_t gvplugin_dot_layout_LTX_library;
extern gvplugin_library_t gvplugin_neato_layout_LTX_library;
}
#endif

namespace ssd::draw {

#ifdef SSD_LINKED_PLUGINS
// Loads none of the machine's, because they may be of another version.
GVC_t* context_with_plugins() {
  constexpr int kLoadOthers = 0;
  static std::array<lt_symlist_t, 4> linked{{{"gvplugin_core_LTX_library", &gvplugin_core_LTX_library},
                                             {"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library},
                                             {"gvplugin_neato_layout_LTX_library", &gvplugin_neato_layout_LTX_library},
                                             {nullptr, nullptr}}};
  return gvContextPlugins(linked.data(), kLoadOthers);
}
#else
GVC_t* context_with_plugins() { return gvContext(); }
#endif

}  // namespace ssd::draw
