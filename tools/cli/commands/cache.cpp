// ssdc cache: shows what runs have kept in the user's cache folder for later runs, or removes it.
#include "runtime/cache/cache.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "runtime/base/output_file.h"
#include "runtime/base/quantity.h"
#include "runtime/base/standard_error.h"
#include "tools/cli/options.h"
#include "tools/cli/printed.h"
#include "tools/cli/session.h"

namespace ssd::cli {
namespace {

using Contents = cache::Folder::Contents;

cache::Folder::Held sum(const Contents& contents) {
  cache::Folder::Held all;
  for (const cache::Folder::Held& held : contents) {
    all.entries += held.entries;
    all.bytes += held.bytes;
  }
  return all;
}

std::string rounded_size(std::uint64_t bytes) { return size_text(static_cast<double>(bytes)); }
std::string entries_text(std::uint64_t count) { return count_text(count) + (count == 1 ? " entry" : " entries"); }

std::string text(const cache::Folder& folder, const Contents& contents) {
  std::string out = fmt::format("folder    {}\n", folder.path());
  for (std::size_t i = 0; i < contents.size(); ++i) {
    out += fmt::format("{:<10}{}, {}\n", cache::kKinds[i].text, entries_text(contents[i].entries),
                       rounded_size(contents[i].bytes));
  }
  return out + fmt::format("total     {} of at most {}\n", rounded_size(sum(contents).bytes),
                           rounded_size(folder.most_bytes()));
}

std::string json(const cache::Folder& folder, const Contents& contents) {
  nlohmann::ordered_json object{
      {"schema", "ssdc.cache"}, {"version", 1}, {"folder", folder.path()}, {"most_bytes", folder.most_bytes()}};
  object["kinds"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    object["kinds"][cache::kKinds[i].text] = {{"entries", contents[i].entries}, {"bytes", contents[i].bytes}};
  }
  return object.dump(2) + "\n";
}

void clear(const cache::Folder& folder, std::error_code& error) {
  const cache::Folder::Held gone = sum(folder.clear(&error));
  standard_error::print("ssdc: {} removed, {}\n", entries_text(gone.entries), rounded_size(gone.bytes));
}

void show_cache(Session& session, bool clears) {
  const auto folder = cache::folder_of_user();
  if (!folder) {
    session.sink.report(diag::Code::E0560, {}).help("set `SSDC_CACHE_DIR`");
    return;
  }
  std::error_code error;
  if (clears) clear(*folder, error);
  const Contents contents = error ? Contents{} : folder->contents(&error);
  if (error) {
    session.sink.report(diag::Code::E0303, {}, folder->path(), error.message())
        .help("make the folder readable, or name another one: `SSDC_CACHE_DIR`");
    return;
  }
  print_result(session.format, session.format == Rendering::kJson ? json(*folder, contents) : text(*folder, contents));
  session.printed = true;
}

}  // namespace

void add_cache(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("cache", "Show or remove what earlier runs have cached");
  session.add_format(*command);
  auto clears = std::make_shared<bool>(false);
  command->add_flag("--clear", *clears, "Remove everything that ssdc has put there, and nothing else");
  command->callback([&session, clears] { show_cache(session, *clears); });
}

}  // namespace ssd::cli
