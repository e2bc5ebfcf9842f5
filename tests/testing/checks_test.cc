#include "framework/testing/checks.h"

#include <gtest/gtest.h>

#include "framework/op/op.h"

namespace atto::testing {
namespace {

// Operators that are wrong in one respect each; the suite must say which.

template <class Op>
OpEntry entry_of(const std::string& signature) {
  return {"wrong",
          Signature::parse(signature),
          "An operator.",
          "",
          detail::traits_of<Op>(),
          detail::HasBackward<Op>,
          "",
          [](Attributes& a) -> std::unique_ptr<Operator> {
            return std::make_unique<detail::OperatorAdapter<Op>>(a);
          },
          nullptr};
}

template <class Op, class KernelOp>
OpEntry entry_of(const std::string& signature) {
  OpEntry entry = entry_of<Op>(signature);
  entry.make_kernel = [](Attributes& a) -> std::unique_ptr<Kernel> {
    return std::make_unique<
        detail::KernelAdapter<KernelOp, detail::traits_of<KernelOp>().elements>>(a);
  };
  return entry;
}

const Row kSquares{
    .name = "squares", .inputs = {"[1, -2, 0.5]"}, .outputs = {"[1, 4, 0.25]"}, .time = {"T"}};

/// All failures in one text; empty when there are none.
std::string failures(const OpEntry& op, const Row& row = kSquares) {
  std::string out;
  for (const std::string& failure : check_row(op, row)) out += failure + "\n";
  return out;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

#define EXPECT_FAILURE(op, ...)                                                  \
  do {                                                                           \
    const std::string all = failures(op);                                        \
    for (const char* part : {__VA_ARGS__}) EXPECT_TRUE(holds(all, part)) << all; \
  } while (false)

constexpr const char* kSignature = "x[T] -> y[T]";

struct Square {
  explicit Square(Attributes&) {}
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    for (std::int64_t i = 0; i < y.elements(0); ++i) y.data(0)[i] = x.data(0)[i] * x.data(0)[i];
  }
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    for (std::int64_t i = 0; i < dx.elements(0); ++i)
      dx.data(0)[i] = 2 * x.data(0)[i] * dy.data(0)[i];
  }
};

TEST(CheckRow, FindsNothingWrongWithARightOperator) {
  const OpEntry op = entry_of<Square, Square>(kSignature);
  EXPECT_EQ(failures(op), "");
  EXPECT_TRUE(check_random_shapes(op, {kSquares}).empty());
}

TEST(CheckRow, NamesOperatorRowAndPlaceOfAWrongValue) {
  Row row = kSquares;
  row.outputs = {"[1, 4, 0.5]"};
  const std::string all = failures(entry_of<Square>(kSignature), row);
  EXPECT_TRUE(holds(all,
                    "wrong.squares: float64, definition, 1 thread: output 0 is 0.25 at [2], not "
                    "0.5\n"))
      << all;
  EXPECT_TRUE(holds(all, "float32")) << all;
}

TEST(CheckRow, FindsAnotherShape) {
  Row row = kSquares;
  row.outputs = {"[1, 4]"};
  EXPECT_EQ(failures(entry_of<Square>(kSignature), row),
            "wrong.squares: infer: output 0 has shape [3], not [2]\n");
}

TEST(CheckRow, FindsAnotherSymbolicShape) {
  Row row = kSquares;
  row.shapes = {"[N]"};
  row.inferred = {"[M]"};
  row.dims = {{"N", 3}};
  EXPECT_EQ(failures(entry_of<Square>(kSignature), row),
            "wrong.squares: symbolic shapes: output 0 has [N], not [M]\n");
}

TEST(CheckRow, FindsAnotherNumberOfFlops) {
  Row row = kSquares;
  row.flops = 3;
  EXPECT_EQ(failures(entry_of<Square>(kSignature), row),
            "wrong.squares: flops: there are 0, not 3\n");
}

TEST(CheckRow, FindsAnUnreadAttribute) {
  Row row = kSquares;
  row.attributes = "{axis: 0}";
  EXPECT_EQ(failures(entry_of<Square>(kSignature), row),
            "wrong.squares: run: error: wrong has no attribute 'axis'\n");
}

struct InexactKernel : Square {
  using Square::Square;
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    Square::forward(x, y);
    if (y.elements(0) > 0) y.data(0)[0] += T(1e-3);
  }
};

TEST(CheckRow, FindsAWrongKernel) {
  EXPECT_FAILURE((entry_of<Square, InexactKernel>(kSignature)),
                 "float64, kernel, 1 thread: output 0 is 1.0009999999999999 at [0], not 1",
                 "float32, kernel");
  const auto random = check_random_shapes(entry_of<Square, InexactKernel>(kSignature), {kSquares});
  EXPECT_FALSE(random.empty());
}

struct Unwritten : Square {
  using Square::Square;
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const T before = y.data(0)[0];
    Square::forward(x, y);
    y.data(0)[0] = before;
  }
};

TEST(CheckRow, FindsAnElementThatIsNotWritten) {
  EXPECT_FAILURE(entry_of<Unwritten>(kSignature), "output 0 is nan at [0], not 1",
                 "output 0 is not written everywhere, or is read");
}

struct Overrun : Square {
  using Square::Square;
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    Square::forward(x, y);
    y.data(0)[y.elements(0)] = 0;
  }
};

TEST(CheckRow, ThrowsWhenAnOperatorWritesBehindItsOutput) {
  const OpEntry op = entry_of<Overrun>(kSignature);
  EXPECT_THROW(failures(op), std::logic_error);
}

struct CountsThreads : Square {
  using Square::Square;
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    Square::forward(x, y);
    y.data(0)[0] += T(1e-15) * static_cast<T>(threads());
  }
};

TEST(CheckRow, FindsBitsThatDependOnThreads) {
  EXPECT_FAILURE(entry_of<CountsThreads>(kSignature),
                 "float64, definition, 2 threads: output 0 has other bits than with 1 thread");
}

struct WrongGradient : Square {
  using Square::Square;
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    for (std::int64_t i = 0; i < dx.elements(0); ++i) dx.data(0)[i] = x.data(0)[i] * dy.data(0)[i];
  }
};

TEST(CheckRow, FindsAWrongGradient) {
  EXPECT_FAILURE(entry_of<WrongGradient>(kSignature), "gradient: that of input 0 is");
}

struct AddsGradient : Square {
  using Square::Square;
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    for (std::int64_t i = 0; i < dx.elements(0); ++i)
      dx.data(0)[i] += 2 * x.data(0)[i] * dy.data(0)[i];
  }
};

TEST(CheckRow, FindsAGradientThatIsAddedInsteadOfStored) {
  EXPECT_FAILURE(entry_of<AddsGradient>(kSignature), "gradient: that of input 0 is nan",
                 "gradient, dx held other values before");
}

struct DeniesReading : Square {
  static constexpr Traits traits{.backward_reads_x = false};
  using Square::Square;
};

TEST(CheckRow, FindsABackwardThatReadsMoreThanItSays) {
  EXPECT_FAILURE(entry_of<DeniesReading>(kSignature),
                 "gradient, without what the traits say is not read");
}

struct NeedsBoth {
  explicit NeedsBoth(Attributes&) {}
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.data(0)[0] = x.data(0)[0] * x.data(1)[0];
  }
  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    const T other = dx.wanted(1) ? x.data(1)[0] : T(0);
    if (dx.wanted(0)) dx.data(0)[0] = other * dy.data(0)[0];
    if (dx.wanted(1)) dx.data(1)[0] = x.data(0)[0] * dy.data(0)[0];
  }
};

TEST(CheckRow, FindsAGradientThatNeedsTheOthersToBeWanted) {
  const Row row{.name = "product", .inputs = {"2", "3"}, .outputs = {"6"}};
  EXPECT_EQ(failures(entry_of<NeedsBoth>("a[] b[] -> y[]"), row),
            "wrong.product: gradient, only input 0 wants one: that of input 0 is another one\n");
}

struct ReversedInPlace {
  static constexpr Traits traits{.in_place = true};
  explicit ReversedInPlace(Attributes&) {}
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    for (std::int64_t i = 0; i < y.elements(0); ++i)
      y.data(0)[i] = x.data(0)[y.elements(0) - 1 - i];
  }
};

TEST(CheckRow, FindsAnOperatorThatCannotWorkInPlace) {
  const Row row{.name = "reversed", .inputs = {"[1, 2]"}, .outputs = {"[2, 1]"}};
  EXPECT_EQ(failures(entry_of<ReversedInPlace>(kSignature), row),
            "wrong.reversed: in place: the output is 2 at [1], not 1\n");
}

struct OptionalOutput {
  explicit OptionalOutput(Attributes&) {}
  template <class T>
  void forward(In<T> x, Out<T> y) const {
    y.data(0)[0] = x.data(0)[0] + (y.wanted(1) ? 0 : 1);
    if (y.wanted(1)) y.data(1)[0] = 5;
  }
};

TEST(CheckRow, FindsAnOutputThatChangesWithoutTheOptionalOne) {
  const Row row{.name = "five", .inputs = {"2"}, .outputs = {"2", "5"}};
  EXPECT_EQ(failures(entry_of<OptionalOutput>("x[] -> y[] five?[]"), row),
            "wrong.five: optional outputs: output 0 changes without output 1\n");
}

/// y[t] = the sum of x[0 ... t]; `kFirst` says where a run begins to read its state.
template <std::int64_t kFirst>
struct RunningSum {
  explicit RunningSum(Attributes&) {}
  template <class T>
  void forward(In<T> x, Out<T> y, State<T> state) const {
    T sum = 0;
    const std::int64_t past = state.kept() ? state.lengths()[0] : 0;
    for (std::int64_t i = kFirst; i < past; ++i) sum += state.data(0)[i];
    for (std::int64_t i = 0; i < x.elements(0); ++i) {
      if (state.kept()) state.data(0)[past + i] = x.data(0)[i];
      y.data(0)[i] = sum += x.data(0)[i];
    }
  }
};

const Row kSums{.name = "sums", .inputs = {"[1, 2, 4]"}, .outputs = {"[1, 3, 7]"}, .time = {"T"}};

TEST(CheckRow, FindsNothingWrongWithARightState) {
  EXPECT_EQ(failures(entry_of<RunningSum<0>>("x[T] -> y[T]; state xs[+T]"), kSums), "");
}

TEST(CheckRow, FindsAWrongState) {
  const std::string all = failures(entry_of<RunningSum<1>>("x[T] -> y[T]; state xs[+T]"), kSums);
  EXPECT_TRUE(holds(all,
                    "state, float64, definition, 3 pieces: output 0 from 1 to 2 is 2 at [0], "
                    "not 3"))
      << all;
}

TEST(CheckRow, WantsToKnowTheTimeAxesOfState) {
  Row row = kSums;
  row.time.clear();
  EXPECT_EQ(failures(entry_of<RunningSum<0>>("x[T] -> y[T]; state xs[+T]"), row),
            "wrong.sums: state: the row does not say its `time` axes\n");
}

struct Refuses : Square {
  using Square::Square;
  template <class T>
  void forward(In<T>, Out<T>) const {
    throw Error("it is refused");
  }
};

TEST(CheckRow, FindsAnErrorThatIsAnotherOne) {
  const Row row{.name = "error", .inputs = {"[1]"}, .error = "refused"};
  EXPECT_EQ(failures(entry_of<Refuses>(kSignature), row),
            "wrong.error: definition: the error is\n  it is refused\nnot\n  refused\n");
}

TEST(CheckRow, FindsAnErrorThatIsMissing) {
  const Row row{.name = "error", .inputs = {"[1]"}, .error = "refused"};
  EXPECT_EQ(failures(entry_of<Refuses, Square>(kSignature),
                     {.name = "error", .inputs = {"[1]"}, .error = "it is refused"}),
            "wrong.error: kernel: there is no error: it is refused\n");
  EXPECT_EQ(failures(entry_of<Square>(kSignature), row),
            "wrong.error: definition: there is no error: refused\n");
}

TEST(CheckRandomShapes, FindsAKernelThatDoesNotRefuse) {
  const auto all = check_random_shapes(entry_of<Refuses, Square>(kSignature), {kSquares});
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(holds(all[0], "kernel: it does not refuse as the definition does: it is refused"))
      << all[0];
}

TEST(CheckRandomShapes, FindsThatEveryDrawIsRefused) {
  const auto all = check_random_shapes(entry_of<Refuses>(kSignature), {kSquares});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0], "wrong: small shape: every draw was refused; the last one: it is refused");
}

struct Undocumented : Square {
  explicit Undocumented(Attributes& a) : Square(a) { a.get<int>("axis"); }
};

TEST(CheckDocuments, FindsAnAttributeWithoutOne) {
  const std::vector<std::string> expected{"wrong: document: attribute 'axis' has none"};
  EXPECT_EQ(check_documents(entry_of<Undocumented>(kSignature)), expected);
}

}  // namespace
}  // namespace atto::testing
