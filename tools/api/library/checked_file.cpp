// check() and File: from a text to its designs and their Plans.
#include <filesystem>

#include "runtime/base/words.h"
#include "tools/api/library/attempt.h"
#include "tools/api/library/data.h"
#include "tools/api/named_workload.h"
#include "tools/api/own_file.h"
#include "tools/api/standard_library.h"

namespace ssd::api {
namespace {

namespace fs = std::filesystem;

constexpr std::array kFoldings{std::pair(Fold::kError, workload::Fold::kError),
                               std::pair(Fold::kModulo, workload::Fold::kModulo),
                               std::pair(Fold::kCompact, workload::Fold::kCompact)};

// The standard library beside the installed libssd.so, or in the source tree in which libssd.so was built.
std::string own_standard_library() {
  std::error_code error;
  const fs::path folder = own_file().parent_path();
  const fs::path installed = folder / "../share/ssdc/stdlib", in_tree = folder / "../../../stdlib";
  const bool is_in_tree = fs::is_directory(in_tree, error) && !fs::is_directory(installed, error);
  return (is_in_tree ? in_tree : installed).lexically_normal().string();
}

template <class List>
std::vector<std::string> names_of(const List& declared) {
  std::vector<std::string> names;
  for (const check::Declared& one : declared) names.push_back(one.name);
  return names;
}

std::shared_ptr<const Plan::Data> data_of(const design::Design& design, workload::Workload workload,
                                          std::vector<std::string> notes, const SourceMap& sources,
                                          std::optional<Plan::Data::Records> records = {}) {
  return std::make_shared<const Plan::Data>(Plan::Data{.plan = design::plan_of(design, {std::move(workload)}),
                                                       .sources = copied(sources),
                                                       .notes = std::move(notes),
                                                       .records = std::move(records)});
}

}  // namespace

check::Options checking(const CheckOptions& options, diag::Sink& sink) {
  check::Options result;
  result.stdlib_directory = options.standard_library.empty() ? own_standard_library() : options.standard_library;
  check_standard_library(
      result.stdlib_directory, own_file().string(), sink,
      options.standard_library.empty()
          ? kInstallTogether
          : "name the folder `stdlib` of this version in CheckOptions::standard_library, or leave it empty");
  for (const auto& [name, text] : options.definitions) result.overrides.push_back({name, text});
  if (!options.files.empty()) {
    result.read = [files = options.files](const std::string& path) {
      const auto found = files.find(path);
      if (found == files.end()) return check::read_from_disk(path);
      return check::ReadResult{.status = check::ReadResult::Status::kRead, .text = found->second, .reason = {}};
    };
  }
  return result;
}

workload::Workload workload_of(const TraceWorkload& trace, const std::optional<Plan::Data::Records>& records) {
  workload::Workload result;
  workload::TraceSource source;
  source.path = result.name = records ? records->name : trace.path;
  source.resolved_path = records ? records->path : trace.path;
  source.format = trace.format;
  result.source = source;
  for (const auto& [ours, theirs] : kFoldings) {
    if (ours == trace.fold) result.fold = theirs;
  }
  result.closed = trace.closed;
  return result;
}

Result<File> check(const std::string& path, const CheckOptions& options) {
  return attempt<File>("check", [&](Environment& environment) -> std::optional<File> {
    auto data = std::make_shared<File::Data>();
    data->options = checking(options, environment.sink);
    data->checked = check::check(path, data->options, environment.sources, environment.sink);
    if (environment.sink.has_errors()) return std::nullopt;
    data->sources = copied(environment.sources);
    return File(std::move(data));
  });
}

std::vector<std::string> File::designs() const { return names_of(data_->checked.declared_designs); }
std::vector<std::string> File::workloads() const { return names_of(data_->checked.declared_workloads); }
std::vector<std::string> File::experiments() const { return names_of(data_->checked.declared_experiments); }

Result<Plan> File::plan(const std::string& design, const std::string& workload) const {
  return attempt<Plan>("run", data_->sources, [&](Environment& environment) -> std::optional<Plan> {
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    if (chosen == nullptr) return std::nullopt;
    std::vector<std::string> notes;
    auto measured =
        named_workload(data_->checked, workload, data_->options, environment.sources, environment.sink, notes);
    if (!measured) return std::nullopt;
    return Plan(data_of(*chosen, std::move(*measured), std::move(notes), environment.sources));
  });
}

Result<Plan> File::plan(const std::string& design, const TraceWorkload& trace) const {
  return attempt<Plan>("run", data_->sources, [&](Environment& environment) -> std::optional<Plan> {
    const design::Design* chosen = check::select_design(data_->checked, design, environment.sink);
    if (chosen == nullptr) return std::nullopt;
    auto records = records_of(trace);
    auto measured = workload_of(trace, records);
    return Plan(data_of(*chosen, std::move(measured), {}, environment.sources, std::move(records)));
  });
}

}  // namespace ssd::api
