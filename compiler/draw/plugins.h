// Graphviz's plug-ins: those of the machine, or those that are linked (the option SSDC_LINKED_PLUGINS of CMake) and,
// for PNG, those of a folder (SSDC_PNG_PLUGINS) if the package names one.
#pragma once
#include <graphviz/gvc.h>

#include <string_view>

namespace ssd::draw {

// The context for a picture of this format of Graphviz, "svg" or "png".
GVC_t* context_with_plugins(const char* format);

// Why a plug-in for this format may be missing, for messages.
std::string_view missing_plugins(std::string_view format);

}  // namespace ssd::draw
