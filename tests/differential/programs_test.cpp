// The interpreter of abi/program.h = the code that codegen emits, bit for bit, results and faults, on random programs: every operation, with
// overflow, division by zero, infinities, denormals and ints at the ends of 64 bits. Hundreds of programs make one LLVM module.
#include <gtest/gtest.h>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>

#include <cmath>

#include "compiler/codegen/emit.h"
#include "compiler/codegen/engine_bitcode.h"
#include "tests/differential/choices.h"
#include "tests/differential/environment.h"

namespace ssd::differential {
namespace {

constexpr u32 kInputs = 6;      // two small ints, two of any size, two reals
constexpr int kInSmall = 20;    // bits of the small ones
constexpr int kRows = 8;        // of inputs for each program
constexpr std::size_t kBatch = 500;

enum class Sort : u8 { kInt, kTruth, kReal };

// What is known of a node: an int's magnitude is below 2^bits, or it may be anything (64).
struct Made {
  Sort sort;
  int bits = 64;
};

constexpr i64 kLowest = std::numeric_limits<i64>::min(), kHighest = std::numeric_limits<i64>::max();

double special_real(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return pick<double>(random, {0.0, -0.0, 1, -1, 0.5, 3, 0.1, 1e300, -1e300, 1e-300, 5e-324, -5e-324, 2.2250738585072014e-308, kLargestReal, -kLargestReal,
                               kInfinity, -kInfinity, 0x1p63, -0x1p63, 0x1p62, 0x1p53, 9007199254740993.0, 1.4142135623730951, 0.7071067811865476});
}

i64 special_int(Random& random) {
  return pick<i64>(random, {0, 1, -1, 2, 7, -7, 10, 63, 1000, kLowest, kHighest, kLowest + 1, kHighest - 1, i64{1} << 32, -(i64{1} << 53) - 1});
}

i64 random_word(Random& random, u32 input) {
  if (input < 2) return between(random, -(i64{1} << kInSmall) + 1, (i64{1} << kInSmall) - 1) >> between(random, 0, 20);
  if (input < 4) return chance(random, 60) ? special_int(random) : static_cast<i64>(random()) >> between(random, 0, 63);
  if (chance(random, 50)) return word_of(special_real(random));
  return word_of(std::ldexp(static_cast<double>(static_cast<i64>(random())), static_cast<int>(between(random, -90, 20))));
}

// Makes programs that keep the invariant of abi/program.h: what could overflow is made of the wrapping operations.
class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  std::vector<Node> make() {
    for (u32 i = 0; i < kInputs; ++i) add({.op = Op::kInput, .value = i}, {i < 4 ? Sort::kInt : Sort::kReal, i < 2 ? kInSmall : 64});
    for (int i = 0; i < 3; ++i) {
      const bool small = chance(random_, 60);
      const i64 value = small ? between(random_, -100, 100) : special_int(random_);
      add({.op = Op::kConstant, .value = value}, {Sort::kInt, small ? 7 : 64});
    }
    add({.op = Op::kConstant, .value = word_of(special_real(random_))}, {Sort::kReal});
    const auto steps = between(random_, 4, 14);
    for (int64_t i = 0; i < steps; ++i) step();
    finish();
    return std::move(nodes_);
  }

 private:
  u32 add(const Node& node, Made made) {
    nodes_.push_back(node);
    made_.push_back(made);
    return static_cast<u32>(nodes_.size() - 1);
  }

  // One of the sort, the later ones more often, so that programs become deep.
  u32 any(Sort sort) {
    for (int tries = 0; tries < 8; ++tries) {
      const auto i = static_cast<u32>(nodes_.size() - 1 - static_cast<u64>(between(random_, 0, std::ssize(nodes_) - 1)) * (random_() % 1000) / 1000);
      if (made_[i].sort == sort) return i;
    }
    if (sort == Sort::kTruth) return add({.op = Op::kLess, .a = any(Sort::kInt), .b = any(Sort::kInt)}, {Sort::kTruth, 1});
    return sort == Sort::kInt ? 0 : 4;
  }

  // Which zero a selection between no numbers gives is the processor's matter: keys and results are of numbers only.
  u32 number(u32 real) {
    const u32 is_number = add({.op = Op::kRealEqual, .a = real, .b = real}, {Sort::kTruth, 1});
    const u32 zero = add({.op = Op::kConstant}, {Sort::kReal});
    return add({.op = Op::kSelect, .a = is_number, .b = real, .c = zero}, {Sort::kReal});
  }

  void step() {
    switch (between(random_, 0, 6)) {
      case 0: case 1: return int_step();
      case 2: return truth_step();
      case 3: case 4: return real_step();
      case 5: return choice();
      default: return conversion();
    }
  }

  void int_step() {
    const u32 a = any(Sort::kInt), b = any(Sort::kInt);
    const int bits = std::max(made_[a].bits, made_[b].bits);
    const auto plain = [&](Op op, Op wrapping, int needs) {
      return needs <= 62 ? add({.op = op, .a = a, .b = b}, {Sort::kInt, needs}) : add({.op = wrapping, .a = a, .b = b}, {Sort::kInt, 64});
    };
    switch (between(random_, 0, 8)) {
      case 0: plain(Op::kAdd, Op::kWrapAdd, bits + 1); return;
      case 1: plain(Op::kSub, Op::kWrapSub, bits + 1); return;
      case 2: plain(Op::kMul, Op::kWrapMul, made_[a].bits + made_[b].bits); return;
      case 3: add({.op = Op::kMin, .a = a, .b = b}, {Sort::kInt, bits}); return;
      case 4: add({.op = Op::kMax, .a = a, .b = b}, {Sort::kInt, bits}); return;
      case 5: add({.op = made_[a].bits < 64 ? Op::kDiv : Op::kMin, .a = a, .b = b}, {Sort::kInt, bits}); return;
      case 6: add({.op = made_[a].bits < 64 ? Op::kMod : Op::kMax, .a = a, .b = b}, {Sort::kInt, bits}); return;
      case 7: add({.op = made_[a].bits < 64 ? Op::kNegate : Op::kMin, .a = a, .b = b}, {Sort::kInt, bits}); return;
      default: add({.op = made_[a].bits < 64 ? Op::kAbs : Op::kMax, .a = a, .b = b}, {Sort::kInt, bits}); return;
    }
  }

  void truth_step() {
    const Op op = pick(random_, {Op::kLess, Op::kLessEqual, Op::kEqual, Op::kNotEqual, Op::kAddFits, Op::kSubFits, Op::kMulFits, Op::kRealLess,
                                 Op::kRealLessEqual, Op::kRealEqual, Op::kRealNotEqual, Op::kAnd, Op::kOr, Op::kNot});
    const bool of_reals = op >= Op::kRealLess && op <= Op::kRealNotEqual, of_truths = op == Op::kAnd || op == Op::kOr || op == Op::kNot;
    const Sort sort = of_reals ? Sort::kReal : of_truths ? Sort::kTruth : Sort::kInt;
    const u32 a = any(sort), b = any(sort);
    add({.op = op, .a = a, .b = b}, {Sort::kTruth, 1});
  }

  void real_step() {
    const Op op = pick(random_, {Op::kRealAdd, Op::kRealSub, Op::kRealMul, Op::kRealDiv, Op::kRealMin, Op::kRealMax, Op::kRealNegate, Op::kRealAbs,
                                 Op::kFloor, Op::kCeil, Op::kLog2});
    const u32 a = any(Sort::kReal), b = any(Sort::kReal);
    add({.op = op, .a = a, .b = b}, {Sort::kReal});
  }

  void choice() {
    const Sort sort = pick(random_, {Sort::kInt, Sort::kReal, Sort::kTruth});
    const u32 condition = any(Sort::kTruth), a = any(sort), b = any(sort);
    const Made made{sort, std::max(made_[a].bits, made_[b].bits)};
    if (chance(random_, 60)) add({.op = Op::kSelect, .a = condition, .b = a, .c = b}, made);
    else add({.op = Op::kRequire, .a = condition, .b = a, .value = sites_++}, made_[a]);
  }

  void conversion() {
    const u32 real = any(Sort::kReal), whole = any(Sort::kInt);
    switch (between(random_, 0, 2)) {
      case 0: add({.op = Op::kToReal, .a = whole}, {Sort::kReal}); return;
      case 1: add({.op = Op::kToInt, .a = real}, {Sort::kInt}); return;
      default: add({.op = Op::kOrderKey, .a = number(real)}, {Sort::kInt}); return;
    }
  }

  void finish() {
    if (made_.back().sort == Sort::kReal) number(static_cast<u32>(nodes_.size() - 1));
  }

  Random& random_;
  std::vector<Node> nodes_;
  std::vector<Made> made_;
  i64 sites_ = 0;
};

template <class T>
T checked(llvm::Expected<T> value) {
  if (!value) throw std::runtime_error(llvm::toString(value.takeError()));
  return std::move(*value);
}
void checked(llvm::Error error) {
  if (error) throw std::runtime_error(llvm::toString(std::move(error)));
}

// Stands where the engine's stands: the caller passes its fault in place of the State.
void note_fault(const void* state, i64, i64 site) {
  auto& fault = *static_cast<u32*>(const_cast<void*>(state));
  if (fault == 0) fault = static_cast<u32>(site) + 1;
}

using Emitted = i64(const void*, const i64*);

class Jit {
 public:
  Jit() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto machine = checked(llvm::orc::JITTargetMachineBuilder::detectHost());
    machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::Less);
    jit_ = checked(llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(std::move(machine)).create());
    auto& library = jit_->getMainJITDylib();
    const auto symbol = jit_->mangleAndIntern("ssd_fault");
    checked(library.define(llvm::orc::absoluteSymbols(
        {{symbol, {llvm::orc::ExecutorAddr::fromPtr(&note_fault), llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable}}})));
    add_logarithm();
  }

  // Calls `use` with a way to find a function of the module, which is gone afterwards.
  template <class Use>
  void with(llvm::orc::ThreadSafeModule module, const Use& use) {
    auto tracker = jit_->getMainJITDylib().createResourceTracker();
    checked(jit_->addIRModule(tracker, std::move(module)));
    use([&](const std::string& name) { return checked(jit_->lookup(name)).toPtr<Emitted*>(); });
    checked(tracker->remove());
  }

  double log2(double x) { return checked(jit_->lookup("ssd_log2")).toPtr<double(double)>()(x); }

 private:
  // Of the engine's bitcode, the one function that expressions call.
  void add_logarithm() {
    auto context = std::make_unique<llvm::LLVMContext>();
    const std::string_view bitcode = codegen::engine_bitcode();
    auto engine = checked(llvm::parseBitcodeFile({llvm::StringRef(bitcode.data(), bitcode.size()), "engine"}, *context));
    auto module = std::make_unique<llvm::Module>("logarithm", *context);
    module->setDataLayout(engine->getDataLayout());
    module->setTargetTriple(engine->getTargetTriple());
    auto* real = llvm::Type::getDoubleTy(*context);
    module->getOrInsertFunction("ssd_log2", real, real);
    if (llvm::Linker::linkModules(*module, std::move(engine), llvm::Linker::LinkOnlyNeeded)) throw std::runtime_error("the logarithm does not link");
    checked(jit_->addIRModule({std::move(module), std::move(context)}));
  }

  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

void optimise(llvm::Module& module) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules);
}

std::string text_of(const std::vector<Node>& nodes) {
  std::string text;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& n = nodes[i];
    text += fmt::format("  %{} = op {} {} {} {} value {}\n", i, static_cast<int>(n.op), n.a, n.b, n.c, n.value);
  }
  return text;
}

Program program_of(const std::vector<Node>& nodes) {
  return {.nodes = nodes.data(), .count = static_cast<u32>(nodes.size()), .result = static_cast<u32>(nodes.size() - 1)};
}

struct Seen {
  u64 faults = 0, values = 0;
};

void compare(const std::vector<Node>& nodes, Emitted* emitted, Random& random, Seen& seen) {
  for (int row = 0; row < kRows; ++row) {
    std::array<i64, kInputs> inputs;
    for (u32 i = 0; i < kInputs; ++i) inputs[i] = random_word(random, i);
    u32 interpreted_fault = 0, emitted_fault = 0;
    const i64 interpreted = evaluate(program_of(nodes), inputs.data(), interpreted_fault);
    const i64 result = emitted(&emitted_fault, inputs.data());
    ASSERT_EQ(interpreted, result) << text_of(nodes) << fmt::format("inputs {}", fmt::join(inputs, " "));
    ASSERT_EQ(interpreted_fault, emitted_fault) << text_of(nodes) << fmt::format("inputs {}", fmt::join(inputs, " "));
    seen.faults += interpreted_fault != 0;
    ++seen.values;
  }
}

void compare_batch(Jit& jit, Random& random, std::size_t programs, bool optimised, Seen& seen) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = std::make_unique<llvm::Module>("programs", *context);
  std::vector<std::vector<Node>> batch;
  for (std::size_t i = 0; i < programs; ++i) {
    batch.push_back(Maker(random).make());
    codegen::emit_program(*module, program_of(batch.back()), Hook::kPriority, "program_" + std::to_string(i));
  }
  if (optimised) optimise(*module);
  jit.with({std::move(module), std::move(context)}, [&](const auto& find) {
    for (std::size_t i = 0; i < programs && !testing::Test::HasFatalFailure(); ++i) compare(batch[i], find("program_" + std::to_string(i)), random, seen);
  });
}

TEST(Programs, InterpreterEqualsEmittedCode) {
  const std::uint64_t first = from_environment("SSDC_SEED", 1), cases = from_environment("SSDC_CASES", 100'000);
  Jit jit;
  Seen seen;
  for (std::uint64_t done = 0; done < cases && !testing::Test::HasFatalFailure(); done += kBatch) {
    Random random(first * 0x9e3779b97f4a7c15ULL + done);
    SCOPED_TRACE(fmt::format("batch {} of seed {}", done / kBatch, first));
    compare_batch(jit, random, std::min<std::size_t>(kBatch, cases - done), done / kBatch % 4 == 0, seen);
  }
  EXPECT_GT(seen.faults, seen.values / 50);
}

// One function of the engine, compiled by two compilers.
TEST(Programs, LogarithmIsTheSameEverywhere) {
  Jit jit;
  Random random(7);
  for (int i = 0; i < 200'000; ++i) {
    const double x = i % 2 == 0 ? real_of(static_cast<i64>(random())) : std::ldexp(1 + static_cast<double>(random() >> 12) * 0x1p-52, static_cast<int>(between(random, -3, 3)));
    ASSERT_EQ(word_of(log2_of(x)), word_of(jit.log2(x))) << x;
  }
}

}  // namespace
}  // namespace ssd::differential
