// Loading a trace: see trace.h. The file is opened twice: first for a sample from which its format is recognised, then
// for reading.
#include <algorithm>
#include <cstring>

#include "runtime/base/suggest.h"
#include "runtime/trace/oddities.h"
#include "runtime/trace/quantity_text.h"
#include "runtime/trace/reading.h"
#include "runtime/trace/recognise.h"
#include "runtime/trace/trace.h"
#include "runtime/trace/trace_cache.h"

namespace ssd::trace {
namespace {

using diag::Code;

constexpr std::size_t kSampleBytes = kLongestLine;
constexpr std::size_t kLongestFound = 40;  // characters of a found text that a message shows

std::string format_list() {
  std::string list;
  for (const Format& f : formats()) {
    list += fmt::format("{}`{}`", list.empty() ? "" : ", ", f.name);
    if (!f.also.empty()) list += fmt::format(" (= `{}`)", f.also);
  }
  return list;
}

// Stores the records of the trace in the trace.
class Keeping final : public RecordSink {
 public:
  void take(std::span<const TraceRecord> records, Progress& progress) override {
    progress.trace.records.add(records);
    progress.refused = progress.trace.records.error() != 0;
    trace_ = &progress.trace;
  }
  void drop_all() override {
    if (trace_ != nullptr) trace_->records.clear();
  }

 private:
  Trace* trace_ = nullptr;
};

// One file on its way into a Trace, and where diagnostics about it go.
class Loader {
 public:
  Loader(const std::string& path, const LoadOptions& options, SourceMap& sources, diag::Sink& sink)
      : path_(path), options_(options), sources_(sources), sink_(sink) {}

  std::optional<Trace> load() {
    const std::size_t told_before = sink_.all().size();
    if (!choose_format()) return std::nullopt;
    progress_.trace.path = path_;
    progress_.trace.shown_as = shown_path();
    progress_.most_records = std::min(options_.most_records, options_.largest);
    progress_.skip_bad_lines = options_.skip_bad_lines;
    const TraceCache cache(options_.cache, path_, *progress_.trace.format, options_.skip_bad_lines);
    const bool found = cache.find(progress_.most_records, progress_.trace);
    if (found)
      progress_.full = progress_.trace.records.size() == progress_.most_records;
    else if (!read_all() || !could_be_kept())
      return std::nullopt;
    if (progress_.bad) {
      tell_bad_line(*progress_.bad);
      return std::nullopt;
    }
    if (progress_.trace.records.size() == 0) {
      tell_no_requests();
      return std::nullopt;
    }
    if (progress_.full && options_.most_records > options_.largest) {
      sink_.report(Code::E0412, options_.asked_at, shown(), count_text(options_.largest))
          .help(fmt::format("use only its beginning: {}", setting(options_.asked_at, "give the workload `requests: N`",
                                                                  "`ssdc run` takes `--requests N`")));
      return std::nullopt;
    }
    progress_.trace.cut = progress_.full || progress_.dropped;
    const bool worth_keeping =
        !found && !progress_.trace.cut && !trailing_ && progress_.trace.records.size() >= options_.least_cached;
    const int not_kept = worth_keeping ? cache.keep(progress_.trace) : 0;
    tell_oddities(progress_.trace, options_.asked_at, sink_);
    keep_doubts(told_before);
    tell_skipped();
    tell_of_cache(not_kept);  // not a doubt about the trace
    return std::move(progress_.trace);
  }

 private:
  // Warns if the records could not be kept: the next run reads the file again, with the same results.
  void tell_of_cache(int error) {
    if (error == 0) return;
    const u64 packed = progress_.trace.records.packed_bytes(), most = options_.cache->most_bytes();
    if (packed > most) {
      sink_
          .report(Code::W0421, options_.asked_at, shown(), size_text(static_cast<double>(packed)),
                  size_text(static_cast<double>(most)))
          .help("call with `--no-cache` if it is read only once");
    } else {
      sink_.report(Code::W0420, {}, options_.cache->path(), std::strerror(error))
          .help(std::string(cache::kOtherFolder));
    }
  }

  const std::string& shown_path() const { return options_.shown_as.empty() ? path_ : options_.shown_as; }
  std::string shown() const { return printable(shown_path(), 200); }

  std::string format_setting(std::string_view name) const {
    return fmt::format("`{}{}`", setting(options_.asked_at, "format: ", "--trace-format "), name);
  }

  bool choose_format() {
    Trace& trace = progress_.trace;
    if (options_.format != workload::kAnyFormat) {
      trace.format = find_format(options_.format);
      trace.recognition.asked = true;
      if (trace.format == nullptr) return tell_unknown_format();
    }
    std::string sample(kSampleBytes, '\0');
    ByteStream stream(path_);
    sample.resize(stream.fault() == StreamFault::kNone ? stream.read(sample.data(), sample.size()) : 0);
    // The reading reports a fault after the sample's first lines, because it knows how far it got.
    if (stream.fault() != StreamFault::kNone && sample.empty()) return tell(stream);
    if (sample.empty()) {
      sink_.report(Code::E0404, options_.asked_at, shown()).help("a trace has at least one line");
      return false;
    }
    return is_text(sample) && has_line_feeds(sample) && (trace.recognition.asked || recognise_sample(sample, stream));
  }

  bool recognise_sample(std::string& sample, ByteStream& stream) {
    const bool goes_on = sample.size() == kSampleBytes;
    if (goes_on) finish_line(sample, stream);
    std::string_view text = sample;
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    const bool cut = text.size() - (text.rfind('\n') + 1) > kLongestLine;  // if there is no line feed, npos + 1 is 0
    const auto lines = sample_lines(text, !cut);
    Trace& trace = progress_.trace;
    trace.recognition = recognise(lines);
    const auto& candidates = trace.recognition.candidates;
    if (candidates.empty() || candidates[0].score < kLeastScore) {
      return cut && std::ranges::none_of(lines, is_data) ? tell_long_line(lines.size() + 1)
                                                         : tell_unrecognised(lines, goes_on, stream);
    }
    trace.format = candidates[0].format;
    if (trace.recognition.ambiguous()) {
      sink_.report(Code::W0405, options_.asked_at, shown(), candidates[0].format->name, candidates[1].format->name)
          .help(fmt::format("name the format: {}", format_setting(candidates[0].format->name)));
    }
    return true;
  }

  // Reads the line that the end of the sample cuts to its end, or until it is too long.
  static void finish_line(std::string& sample, ByteStream& stream) {
    const std::size_t before = sample.size();
    sample.resize(sample.rfind('\n') + 1 + kByteOrderMark.size() + kLongestLine + 1);
    sample.resize(before + stream.read(sample.data() + before, sample.size() - before));
    if (const std::size_t end = sample.find('\n', before); end != std::string::npos) sample.resize(end + 1);
  }

  static bool is_data(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(" \t");
    return begin != std::string_view::npos && line[begin] != '#';
  }

  bool is_text(std::string_view sample) {
    const bool utf16 = sample.starts_with("\xff\xfe") || sample.starts_with("\xfe\xff");
    const auto is_control = [](char c) {
      return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
    };
    const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    const bool mostly_high = std::ranges::count_if(sample, is_high) > static_cast<std::ptrdiff_t>(sample.size() / 2);
    auto bad = utf16 ? sample.begin() : std::ranges::find_if(sample, is_control);
    if (bad == sample.end() && mostly_high) bad = std::ranges::find_if(sample, is_high);
    if (bad == sample.end()) return true;
    diag::Diagnostic& d =
        sink_.report(Code::E0407, options_.asked_at, shown(), static_cast<unsigned>(static_cast<unsigned char>(*bad)),
                     static_cast<std::size_t>(bad - sample.begin()));
    d.help(utf16 ? "it looks like UTF-16: convert it with `iconv -f UTF-16 -t UTF-8`"
                 : fmt::format("traces are text, plain or packed with zstd or gzip, in one of the formats {}",
                               format_list()));
    return false;
  }

  // Files of old Macs, and of spreadsheets that still write this way, end lines with a carriage return alone.
  bool has_line_feeds(std::string_view sample) {
    const std::size_t first = sample.find_first_of("\r\n");
    if (first == std::string_view::npos || first + 1 >= sample.size() || sample[first] == '\n') return true;
    if (sample[first + 1] == '\n' || sample[first + 1] == '\r') return true;
    sink_.report(Code::E0419, options_.asked_at, shown(), first).help("convert it: `tr '\\r' '\\n' < FILE > NEW`");
    return false;
  }

  bool read_all() {
    ByteStream stream(path_);
    if (stream.fault() != StreamFault::kNone) return tell(stream);
    Keeping keeping;
    const ReadingEnd end = read_records(stream, *progress_.trace.format, progress_, keeping);
    progress_.trace.records.finish();
    if (stream.changed()) return tell_changed();
    switch (end) {
      case ReadingEnd::kDone:
        trailing_ = stream.trailing();
        if (trailing_)
          sink_.report(Code::W0411, options_.asked_at, shown()).help("if it belongs to the trace, pack it as well");
        return true;
      case ReadingEnd::kStreamFault: return tell(stream);
      case ReadingEnd::kLongLine: return tell_long_line(progress_.trace.lines + 1);
    }
    return false;
  }

  bool tell_changed() {
    sink_.report(Code::E0571, options_.asked_at, shown()).help("wait until it is complete, or copy it, and run again");
    return false;
  }

  bool could_be_kept() {
    const int error = progress_.trace.records.error();
    if (error != 0) tell_not_kept(shown(), error, options_.asked_at, sink_);
    return error == 0;
  }

  bool tell(const ByteStream& stream) {
    const Span at = options_.asked_at;
    const u64 lines = progress_.trace.lines;
    switch (stream.fault()) {
      case StreamFault::kMissing: sink_.report(Code::E0401, at, shown()).help(missing_help()); break;
      case StreamFault::kDirectory:
        sink_.report(Code::E0402, at, shown(), "a directory").help("name a file in it");
        break;
      case StreamFault::kEndlessLink:
        sink_.report(Code::E0402, at, shown(), "a circular link").help("name the file itself");
        break;
      case StreamFault::kNotAFile:
        sink_.report(Code::E0402, at, shown(), "a device or pipe")
            .help(
                "name a file; write the output of a pipe to a file first (zstd and gzip files are read as "
                "they are)");
        break;
      case StreamFault::kUnreadable:
        sink_.report(Code::E0403, at, shown(), stream.detail()).help("check the file's permissions");
        break;
      case StreamFault::kUnknownCompression:
        sink_.report(Code::E0408, at, shown())
            .help(fmt::format("unpack it first with `{}`; zstd and gzip files are read as they are", stream.detail()));
        break;
      case StreamFault::kTruncated:
      case StreamFault::kDamaged:
        sink_
            .report(stream.fault() == StreamFault::kTruncated ? Code::E0405 : Code::E0406, at, shown(), stream.detail(),
                    counted_text(lines, "line"))
            .help("copy or download the file again");
        break;
      case StreamFault::kNone: break;
    }
    return false;
  }

  std::string missing_help() const {
    return fmt::format("a relative path starts from {}",
                       options_.asked_at.known() ? "the folder of the .ssd file" : "the working directory");
  }

  bool tell_unknown_format() {
    diag::Diagnostic& d = sink_.report(Code::E0409, options_.asked_at, printable(options_.format, kLongestFound));
    std::vector<std::string> names{std::string(workload::kAnyFormat)};
    for (const Format& f : formats()) names.insert(names.end(), {std::string(f.name), std::string(f.also)});
    std::erase(names, "");
    const auto near = nearest(options_.format, names);
    d.help((near ? fmt::format("did you mean `{}`? There are ", *near) : "there are ") + format_list() +
           ", and `auto`");
    return false;
  }

  // Shows the first line and the candidates, because that says more than "unknown".
  bool tell_unrecognised(std::span<const std::string_view> lines, bool goes_on, const ByteStream& stream) {
    if (stream.fault() != StreamFault::kNone) return tell(stream);
    const auto first = std::ranges::find_if(lines, is_data);
    if (first == lines.end()) {
      progress_.trace.other_lines = lines.size();
      if (!goes_on && lines.size() < kSampleLines) return tell_no_requests();
      sink_.report(Code::E0410, options_.asked_at, shown())
          .help(fmt::format("its first {} lines are comments or empty: name the format with {}; there are {}",
                            lines.size(), format_setting("NAME"), format_list()));
      return false;
    }
    const auto number = static_cast<u32>(first - lines.begin() + 1);
    const FileId file = sources_.add(shown_path(), std::string(*first), number);
    diag::Diagnostic& d = sink_.report(Code::E0410, Span{file, 0, static_cast<u32>(first->size())}, shown());
    const auto& candidates = progress_.trace.recognition.candidates;
    d.label("the first line")
        .help(candidates.empty()
                  ? "no format fits a single line: convert the trace to the columns of one of these"
                  : fmt::format(
                        "`{}` fits best: if it is the format, write {}, and the first line that does not fit is shown",
                        candidates[0].format->name, format_setting(candidates[0].format->name)));
    for (const Format& f : formats()) d.note({}, fmt::format("{}: {}", f.name, f.columns));
    return false;
  }

  void tell_bad_line(const BadLine& bad) {
    const FileId file = sources_.add(shown_path(), bad.text, static_cast<u32>(std::min<u64>(bad.line, ~u32{0})));
    const std::string_view text = bad.text;
    const std::string found = bad.begin >= text.size()
                                  ? "the end of the line"
                                  : "`" + printable(text.substr(bad.begin, bad.end - bad.begin), kLongestFound) + "`";
    sink_.report(Code::E0411, Span{file, bad.begin, bad.end}, bad.expected, found)
        .note({}, fmt::format("{}: {}", progress_.trace.format->name, progress_.trace.format->columns))
        .help("correct the line, or skip such lines with `--skip-bad-lines`");
  }

  bool tell_long_line(u64 line) {
    sink_.report(Code::E0413, options_.asked_at, line, shown())
        .help("one line is one request; check that the file has line endings");
    return false;
  }

  bool tell_no_requests() {
    const Trace& t = progress_.trace;
    diag::Diagnostic& d = sink_.report(Code::E0414, options_.asked_at, shown());
    const std::pair<u64, std::string_view> counts[] = {
        {t.bad_lines, "skipped because they do not parse"},
        {t.zero_sized, "skipped because they move 0 bytes"},
        {t.other_lines, "not requests (comments, headers, other events)"}};
    for (const auto& [count, why] : counts) {
      if (count != 0) d.note({}, fmt::format("{}: {}", counted_text(count, "line"), why));
    }
    if (t.format == nullptr)
      d.help(fmt::format("a request is a line in one of the formats {}", format_list()));
    else
      d.help(fmt::format("a request of `{}` is a line `{}` that moves at least a byte; for another format write {}",
                         t.format->name, t.format->columns, format_setting("NAME")));
    return false;
  }

  void keep_doubts(std::size_t told_before) {
    for (std::size_t i = told_before; i < sink_.all().size(); ++i) {
      const diag::Diagnostic& d = sink_.all()[i];
      progress_.trace.doubts.push_back(fmt::format("{} ({})", d.message, diag::row(d.code).name));
    }
  }

  void tell_skipped() {
    const Trace& t = progress_.trace;
    if (t.bad_lines != 0) {
      sink_.report(Code::W0401, options_.asked_at, counted_text(t.bad_lines, "line"), shown(), t.first_bad_line);
    }
    if (t.zero_sized != 0) sink_.report(Code::W0402, options_.asked_at, counted_text(t.zero_sized, "request"), shown());
  }

  const std::string& path_;
  const LoadOptions& options_;
  SourceMap& sources_;
  diag::Sink& sink_;
  Progress progress_;
  bool trailing_ = false;
};

}  // namespace

void tell_not_kept(const std::string& trace, int error, Span asked_at, diag::Sink& sink) {
  sink.report(Code::E0570, asked_at, trace, printable(RecordStore::place(), 200), std::strerror(error))
      .help("set `TMPDIR` to a folder on a disk with more room: about 10 bytes a request");
}

std::optional<Trace> load_trace(const std::string& path, const LoadOptions& options, SourceMap& sources,
                                diag::Sink& sink) {
  return Loader(path, options, sources, sink).load();
}

}  // namespace ssd::trace
