// No input makes the parser crash, hang, or lose text without a message.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "tests/paths.h"
#include "tests/unit/parse_texts.h"

namespace ssd {
namespace {

std::vector<std::string> example_texts() {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(tests::source_dir() / "tests" / "design_examples")) {
    std::ifstream in(entry.path(), std::ios::binary);
    result.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::ranges::sort(result);
  return result;
}

TEST(Parse, TheExamplesOfTheLanguagePage) {
  const std::vector<std::string> texts = example_texts();
  ASSERT_FALSE(texts.empty());
  for (const std::string& text : texts) {
    const auto p = parse_text(text);
    EXPECT_EQ(p->errors(), "");
    EXPECT_FALSE(p->file.decls.empty());
  }
}

constexpr std::string_view kOwnText = R"(/// Everything once.
import "std/nand.ssd"
param ways: int = 4
fn score(b: block) = { let u = b.utilisation  if b.valid == 0 then 1e9 else (1 - u) / (2 * u) * (b.age / 1s) }
nand N { cell: MLC  read(p): if p.kind == lsb then 40us else 50us  bus { rate: 400MB/s  command: 100ns } }
design D from E {
  allocation: static map(lpn) { let u = lpn / 16  channel: u % channels }
  gc { trigger: free_pages < 10%, victim: score  preempt(g): g.left > 0 and not (g.moved <= 3) }
  start { state: filled { valid: 84%  seed: 0x7 } }
}
workload W { size: mix(70%: 4KiB, 30%: [1, 2][0])  address: zipf(0.99) over 85% }
experiment X {
  vary order: [channel > die > plane > chip]
  measure response.mean, waf
  normalize waf to design == D
  expect "fine": mean(waf, D) < -1 + 3 known: "no"
  plot bars(waf) by workload group design
}
)";

std::size_t items_in(const ast::File& file) {
  std::size_t result = file.decls.size();
  for (const ast::Decl& d : file.decls) {
    if (const auto* b = std::get_if<ast::BlockDecl>(&d.node)) result += b->body.items.size();
    if (const auto* x = std::get_if<ast::ExperimentDecl>(&d.node)) result += x->statements.size();
  }
  return result;
}

// White space, words and signs, so that shuffling keeps most of them intact.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> result;
  const auto word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '"' || c == '%';
  };
  for (const char c : text) {
    if (!result.empty() && word(c) && word(result.back().back())) {
      result.back() += c;
    } else {
      result.emplace_back(1, c);
    }
  }
  return result;
}

void check_survives(const std::string& text) {
  const auto p = parse_text(text);
  ASSERT_LE(p->sink.error_count(), parse::kMostErrors + 1);
  p->dump();
  p->errors();
}

TEST(Robustness, RandomBytes) {
  std::mt19937 random(1);
  constexpr std::string_view kLetters =
      "{}()[]:=,.;%+-*/<>!&|\"'\\ \n\tabdesign xlet if then else not 0123456789usKiB_/#\xc3\xb5\xff\x01";
  for (int i = 0; i < 4'000; ++i) {
    std::string text(random() % 120, ' ');
    for (char& c : text) c = i % 4 == 0 ? static_cast<char>(random() % 256) : kLetters[random() % kLetters.size()];
    check_survives(text);
  }
}

TEST(Robustness, ShuffledTokens) {
  std::mt19937 random(2);
  const std::vector<std::string> pieces = pieces_of(kOwnText);
  for (int i = 0; i < 2'000; ++i) {
    std::string text;
    for (std::size_t n = random() % 60; n > 0; --n) {
      text += pieces[random() % pieces.size()];
      text += random() % 3 == 0 ? "\n" : random() % 2 == 0 ? " " : "";
    }
    check_survives(text);
  }
}

// A text with a piece deleted, doubled or swapped either parses as a whole or has an error: no text is lost without a
// message.
TEST(Robustness, NothingIsLostSilently) {
  std::mt19937 random(3);
  const std::vector<std::string> pieces = pieces_of(kOwnText);
  const std::size_t whole = items_in(parse_text(std::string(kOwnText))->file);
  ASSERT_EQ(codes(std::string(kOwnText)), "");
  int accepted = 0;
  for (int i = 0; i < 2'500; ++i) {
    std::vector<std::string> changed = pieces;
    const std::size_t at = random() % changed.size();
    if (changed[at] == "/") continue;  // may begin or end a comment, which may hide items
    switch (random() % 3) {
      case 0: changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 1:
        changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(at), changed[random() % changed.size()]);
        break;
      default: std::swap(changed[at], changed[random() % changed.size()]); break;
    }
    std::string text;
    for (const std::string& piece : changed) text += piece;
    if (text.find("//", 4) != std::string::npos || text.find("/*") != std::string::npos) continue;
    const auto p = parse_text(text);
    p->dump();
    if (!p->sink.has_errors()) {
      ++accepted;
      // Items may have been joined or renamed. A lost item is detected by its text: everything except white space must
      // lie in some declaration.
      std::string left = text;
      for (const ast::Decl& d : p->file.decls) std::fill(left.begin() + d.span.begin, left.begin() + d.span.end, ' ');
      const std::size_t doc_end = left.find('\n');
      EXPECT_EQ(left.find_first_not_of(" \n", doc_end), std::string::npos) << text;
      EXPECT_LE(whole, items_in(p->file) + 3) << text;
    }
  }
  EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace ssd
