// Passes our token list to ANTLR's parser. Token indices are those of the list, so a parse tree leads back to our
// tokens. The stream also stores the farthest token that was examined. The parser reads on only as long as some
// interpretation is possible, so when it fails, that token is the first one that is not allowed, even if ANTLR stops
// earlier and names another token.
#pragma once
#include <antlr4-runtime.h>

#include "compiler/syntax/parse/tokens.h"

namespace ssd::parse {

class ListStream final : public antlr4::TokenStream {
 public:
  explicit ListStream(const TokenList& list);

  antlr4::Token* LT(ssize_t k) override;
  antlr4::Token* get(size_t index) const override { return const_cast<antlr4::CommonToken*>(&tokens_[index]); }
  void consume() override;
  size_t LA(ssize_t i) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override { at_ = index; }
  void start_at(size_t index) { at_ = farthest_ = index; }
  size_t farthest() const { return farthest_; }
  size_t size() override { return tokens_.size(); }
  std::string getSourceName() const override { return {}; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText() override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<antlr4::CommonToken> tokens_;
  size_t at_ = 0;
  size_t farthest_ = 0;
};

}  // namespace ssd::parse
