// Implements recovery.h.
#include "compiler/syntax/parse/recovery.h"

#include "SsdParser.h"
#include "compiler/syntax/parse/slips.h"

namespace ssd::parse {
namespace {

using grammar::SsdParser;

// Rules that fail as a whole.
bool is_whole(std::size_t rule) {
  return rule == SsdParser::RuleDeclaration || rule == SsdParser::RuleOnlyExpression ||
         rule == SsdParser::RuleOnlyKeyValue;
}

bool is_unit_of_recovery(std::size_t rule) {
  return rule == SsdParser::RuleItem || rule == SsdParser::RuleStatement || is_whole(rule);
}

Where where(std::size_t rule) {
  if (rule == SsdParser::RuleItem || rule == SsdParser::RuleOnlyKeyValue) return Where::kItem;
  if (rule == SsdParser::RuleStatement) return Where::kStatement;
  return rule == SsdParser::RuleDeclaration ? Where::kDeclaration : Where::kExpression;
}

// Whether the token neither begins an item of a block nor ends the block.
bool is_junk(std::size_t kind, bool block) {
  return !is_name(static_cast<std::uint16_t>(kind)) && kind != SsdParser::RBRACE && kind != SsdParser::COMMA &&
         kind != antlr4::Token::EOF && !(block && kind == SsdParser::KW_LET);
}

}  // namespace

void Recovery::reportError(antlr4::Parser* parser, const antlr4::RecognitionException&) {
  const std::size_t rule = parser->getContext()->getRuleIndex();
  if (!is_unit_of_recovery(rule)) return;
  report_slip(tokens_, {where(rule), parser->getContext()->start->getTokenIndex(), stream_.farthest()}, errors_);
}

void Recovery::recover(antlr4::Parser* parser, std::exception_ptr error) {
  const antlr4::ParserRuleContext* context = parser->getContext();
  const std::size_t rule = context->getRuleIndex();
  if (is_whole(rule)) throw DeclarationFailed{};
  if (!is_unit_of_recovery(rule)) std::rethrow_exception(error);
  parser->getTokenStream()->seek(resume_point(tokens_, context->start->getTokenIndex(), stream_.farthest()));
}

// ANTLR calls this before each decision. A token that cannot begin an item would end the block early; it is reported
// and skipped here instead.
void Recovery::sync(antlr4::Parser* parser) {
  antlr4::ParserRuleContext* context = parser->getContext();
  const bool block = context->getRuleIndex() == SsdParser::RuleBlock;
  const bool experiment = dynamic_cast<SsdParser::ExperimentDeclContext*>(context) != nullptr;
  const bool inside = (block && !context->children.empty()) || (experiment && context->children.size() > 2);
  if (!inside || !is_junk(parser->getTokenStream()->LA(1), block)) return;
  const std::size_t at = parser->getCurrentToken()->getTokenIndex();
  auto* before = dynamic_cast<antlr4::ParserRuleContext*>(context->children.back());
  Failure failure{block ? Where::kBlock : Where::kExperiment, at, at};
  if (stream_.farthest() > at && before != nullptr) {  // the item before was cut short: its mistake is further on
    failure = {block ? Where::kItem : Where::kStatement, before->start->getTokenIndex(), stream_.farthest()};
  }
  report_slip(tokens_, failure, errors_);
  // Junk is a part of the item before it that could not be read (`trigger:  victim: …`), so that item is left out of
  // the tree.
  if (before != nullptr) before->exception = std::make_exception_ptr(antlr4::InputMismatchException(parser));
  parser->getTokenStream()->seek(resume_point(tokens_, at, failure.offending));
}

}  // namespace ssd::parse
