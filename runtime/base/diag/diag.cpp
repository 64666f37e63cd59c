// The catalogue as a table, and the sink: see diag.h.
#include "runtime/base/diag/diag.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ssd::diag {
namespace {

using enum Severity;

// Not an std::array whose size is deduced: clang folds at most 256 arguments.
constexpr auto kRows = std::to_array<Row>({
#define SSD_DIAGNOSTIC(code, severity, sentence, page) Row{#code, severity, sentence, page},
#include "runtime/base/diag/catalogue/all.def"
#undef SSD_DIAGNOSTIC
});

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::toupper(x) == std::toupper(y); });
}

}  // namespace

std::string_view name(Severity severity) {
  static constexpr std::array<std::string_view, 3> kNames{"error", "warning", "note"};
  return kNames.at(static_cast<std::size_t>(severity));
}

const Row& row(Code code) { return kRows.at(static_cast<std::size_t>(code)); }

const Row* find_row(std::string_view name) {
  const auto found = std::ranges::find_if(kRows, [&](const Row& r) { return same_ignoring_case(r.name, name); });
  return found == kRows.end() ? nullptr : &*found;
}

std::size_t row_count() { return kRows.size(); }

const Row& row_at(std::size_t index) { return kRows.at(index); }

void Sink::note_warnings_outside(Span text, std::size_t since, const std::string& note) {
  for (std::size_t i = since; i < all_.size(); ++i) {
    const Span at = all_[i].span;
    const bool inside = at.file == text.file && at.begin >= text.begin && at.end <= text.end;
    if (row(all_[i].code).severity != kError && at.known() && !inside) all_[i].note({}, note);
  }
}

void Sink::forget_warnings(std::size_t since) {
  const auto is_light = [](const Diagnostic& d) { return row(d.code).severity != kError; };
  const auto first = all_.begin() + static_cast<std::ptrdiff_t>(since);
  for (auto d = first; d != all_.end(); ++d) known_.erase(&*d);
  all_.erase(std::remove_if(first, all_.end(), is_light), all_.end());
  for (std::size_t i = since; i < all_.size(); ++i) known_.insert(&all_[i]);  // their addresses have changed
}

std::size_t Sink::Hash::operator()(const Diagnostic* d) const {
  return std::hash<std::string>{}(d->message) ^ (std::size_t{d->span.file} << 40) ^ (std::size_t{d->span.begin} << 16) ^
         static_cast<std::size_t>(d->code);
}

bool Sink::Same::operator()(const Diagnostic* a, const Diagnostic* b) const {
  return a->code == b->code && a->span == b->span && a->message == b->message;
}

Diagnostic& Sink::add(Diagnostic diagnostic) {
  if (known_.contains(&diagnostic)) return repeated_ = std::move(diagnostic);
  if (row(diagnostic.code).severity == kError) ++errors_;
  all_.push_back(std::move(diagnostic));
  known_.insert(&all_.back());
  return all_.back();
}

}  // namespace ssd::diag
