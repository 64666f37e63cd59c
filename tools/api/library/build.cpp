// File::build: makes a program or a library of a design.
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/api/own_file.h"
#include "tools/standalone/build/build_program.h"

namespace ssd::api {

Result<std::string> File::build(const std::string& design, const BuildOptions& options) const {
  const auto& processors = standalone::kProcessors;
  const auto* cpu = options.target_cpu.empty() ? &processors.front() : find_word(processors, options.target_cpu);
  auto result =
      attempt<std::string>("build", data_->sources, [&](Environment& environment) -> std::optional<std::string> {
        const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
        if (chosen == nullptr || cpu == nullptr) return std::nullopt;
        const standalone::BuildOptions how{
            .output = options.output, .shared = options.shared, .cpu = cpu->value, .own_file = own_file().string()};
        const auto built = standalone::build_program(environment, data_->checked, *chosen, data_->options, how);
        return built ? std::optional(options.output) : std::nullopt;
      });
  if (cpu == nullptr)
    tell_fault("no processor is called `" + options.target_cpu + "`", result.diagnostics, result.text);
  return result;
}

}  // namespace ssd::api
