// The names that `ssdc explain` knows: those of the language, of its library, and the commands.
#pragma once
#include <CLI/CLI.hpp>

#include "compiler/explain/names.h"

namespace ssd::cli {

struct Session;

explain::NameIndex name_index(const CLI::App& app, Session& session);

}  // namespace ssd::cli
