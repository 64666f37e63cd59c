// Checks functions by themselves: see functions.h. Invariant: a function is checked after those that it calls, so that
// its mistakes are not reported again in its callers. In a circle of calls one function is checked too early and
// reports the circle.
#include "compiler/check/expr/functions.h"

#include <algorithm>
#include <set>

#include "compiler/check/expr/evaluate.h"
#include "compiler/check/expr/records.h"
#include "compiler/check/expr/walk.h"
#include "compiler/check/vocabulary/vocabulary.h"
#include "compiler/syntax/parse/foreign_words.h"
#include "runtime/base/suggest.h"

namespace ssd::check {
namespace {

using diag::Code;

// A function may be used with any design, so only the names and types of the geometry matter, not its numbers.
constexpr design::Geometry kSomeGeometry{.channels = 2,
                                         .chips = 2,
                                         .dies = 2,
                                         .planes = 2,
                                         .blocks = 64,
                                         .pages = 64,
                                         .page_bytes = 4096,
                                         .spare_bytes = 128,
                                         .sector_bytes = 512};

Operand any_of(std::string_view type);

Operand any_record(std::string_view name) {
  Record record{std::string(name), nullptr, {}};
  for (const FieldDoc& field : record_fields()) {
    if (field.record == name) record.fields.emplace_back(field.name, any_of(field.type));
  }
  return {.value = Value::of_word(Type::kRecord, 0, std::string(name)),
          .record = std::make_shared<const Record>(std::move(record))};
}

// Unknown for a name that is not a type.
Operand any_of(std::string_view type) {
  if (is_record_name(type)) return any_record(type);
  const auto declared = find_type(type);
  return declared ? Operand{.value = any_value(*declared)} : Operand{};
}

class FunctionCheck {
 public:
  FunctionCheck(Globals& globals, const SourceMap& sources, diag::Sink& sink)
      : globals_(globals), sources_(sources), sink_(sink) {}

  // Depth first with an explicit stack, because functions may call each other in a long chain.
  void check_from(const Symbol& first) {
    std::vector<Symbol> pending{first};
    while (!pending.empty()) {
      const Symbol next = pending.back();
      if (seen_.insert(next.decl).second) {
        add_called(next, pending);
        continue;
      }
      pending.pop_back();
      if (done_.insert(next.decl).second) check(next);
    }
  }

 private:
  void add_called(const Symbol& function, std::vector<Symbol>& pending) const {
    const ast::Expr* body = std::get<ast::FnDecl>(function.decl->node).body.get();
    if (body == nullptr) return;
    walk({body}, [&](const ast::Expr& expr) {
      const auto* reference = std::get_if<ast::NameRef>(&expr.node);
      const Symbol* called =
          reference == nullptr ? nullptr : globals_.names().find(Kind::kFunction, reference->text, expr.span.file);
      if (called != nullptr && !seen_.contains(called->decl)) pending.push_back(*called);
    });
  }

  void check(const Symbol& symbol) {
    const auto& function = std::get<ast::FnDecl>(symbol.decl->node);
    check_parameters(function);
    const std::size_t errors = sink_.error_count();
    std::vector<Operand> arguments;
    for (const ast::Param& param : function.params)
      arguments.push_back(param.type ? any_of(param.type->text) : Operand{});
    Evaluator evaluator(globals_, sources_, sink_);
    const auto geometry = evaluator.scope().with_geometry(kSomeGeometry);
    evaluator.check_body(symbol, arguments);
    if (sink_.error_count() != errors) globals_.distrust(symbol.decl);
  }

  void check_parameters(const ast::FnDecl& function) {
    std::set<std::string_view> names;
    for (const ast::Param& param : function.params) {
      if (!names.insert(param.name.text).second)
        sink_.report(Code::E0103, param.name.span, "parameter", param.name.text).help("give one of them another name");
      globals_.names().may_be_parameter(param.name);
      if (!param.type || find_type(param.type->text) || is_record_name(param.type->text)) continue;
      if (parse::names_list(param.type->text)) {
        sink_.report(Code::E0056, param.type->span, "parameter")
            .help(fmt::format("leave the type out: `{}`", param.name.text));
        continue;
      }
      std::vector<std::string> known = type_names();
      for (const RecordDoc& record : records()) known.emplace_back(record.name);
      const std::string_view ours = parse::type_instead(param.type->text);
      const auto near = ours.empty() ? nearest(param.type->text, known) : std::optional<std::string>(ours);
      sink_.report(Code::E0121, param.type->span, param.type->text)
          .help(near ? "did you mean `" + *near + "`?"
                     : "types are int, real, time, …, and the records block, unit, op, request, page, command, "
                       "collection and entry");
    }
  }

  Globals& globals_;
  const SourceMap& sources_;
  diag::Sink& sink_;
  std::set<const ast::Decl*> seen_, done_;
};

}  // namespace

void check_functions(const std::vector<LoadedFile>& files, Globals& globals, const SourceMap& sources,
                     diag::Sink& sink) {
  FunctionCheck check(globals, sources, sink);
  for (const LoadedFile& file : files) {
    for (const ast::Decl& decl : file.tree.decls) {
      if (std::holds_alternative<ast::FnDecl>(decl.node)) check.check_from({&decl, file.tree.file});
    }
  }
}

}  // namespace ssd::check
