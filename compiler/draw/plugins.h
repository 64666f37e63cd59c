// Graphviz's plug-ins: those of the machine, or those that are linked (the option SSDC_LINKED_PLUGINS of CMake) and,
// for PNG, those of a folder (SSDC_PNG_PLUGINS) if the package names one.
#pragma once
#include <graphviz/gvc.h>

#include "compiler/draw/draw.h"

namespace ssd::draw {

// The context for a picture of this format, which is not DOT.
GVC_t* context_with_plugins(Format format);

// Why a plug-in for this format may be missing, for messages.
const char* why_plugins_are_missing(Format format);

}  // namespace ssd::draw
