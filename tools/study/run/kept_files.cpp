// See kept_files.h.
#include "tools/study/run/kept_files.h"

namespace ssd::study {

KeptFiles::KeptFiles(const SourceMap& sources) {
  for (FileId id = 1; id <= sources.count(); ++id) texts_.emplace(sources.file(id).path(), sources.file(id).text());
}

check::Options KeptFiles::reading_here(check::Options options) {
  read_ = std::move(options.read);
  options.read = [this](const std::string& path) { return read(path); };
  options.parse = [this](FileId file, const SourceMap& sources, diag::Sink& sink) {
    return parse(file, sources, sink);
  };
  return options;
}

check::ReadResult KeptFiles::read(const std::string& path) {
  if (const auto known = texts_.find(path); known != texts_.end())
    return {.status = check::ReadResult::Status::kRead, .text = known->second, .reason = {}};
  check::ReadResult result = read_(path);
  if (result.status == check::ReadResult::Status::kRead) texts_.emplace(path, result.text);
  return result;
}

// A file with syntax errors is parsed every time, so that its errors are reported every time.
std::shared_ptr<const ast::File> KeptFiles::parse(FileId file, const SourceMap& sources, diag::Sink& sink) {
  const std::pair key(file, sources.file(file).path());
  if (const auto known = trees_.find(key); known != trees_.end()) return known->second;
  const std::size_t before = sink.error_count();
  auto tree = check::parse_anew(file, sources, sink);
  if (sink.error_count() == before) trees_.emplace(key, tree);
  return tree;
}

}  // namespace ssd::study
