#include "framework/core/tensor.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace atto {
namespace {

template <class Work>
std::string message_of(const Work& work) {
  try {
    work();
    return "no error";
  } catch (const Error& error) {
    return error.message();
  }
}

template <class T>
std::vector<T> elements(const Tensor& tensor) {
  const auto data = tensor.data<T>();
  return {data.begin(), data.end()};
}

TEST(DType, NamesAndSizes) {
  EXPECT_STREQ(name_of(DType::float32), "float32");
  EXPECT_STREQ(name_of(DType::float64), "float64");
  EXPECT_STREQ(name_of(DType::int64), "int64");
  EXPECT_STREQ(name_of(DType::boolean), "bool");
  EXPECT_EQ(size_of(DType::float32), sizeof(float));
  EXPECT_EQ(size_of(DType::boolean), sizeof(bool));
  EXPECT_EQ(dtype_of(Kind::real, DType::float32), DType::float32);
  EXPECT_EQ(dtype_of(Kind::int64, DType::float32), DType::int64);
  EXPECT_EQ(dtype_of(Kind::boolean, DType::float64), DType::boolean);
  EXPECT_EQ(kind_of(DType::float32), Kind::real);
  EXPECT_EQ(kind_of(DType::boolean), Kind::boolean);
}

TEST(Tensor, IsZerosOnACacheLine) {
  const Tensor scalar;
  EXPECT_EQ(scalar.dtype(), DType::float64);
  EXPECT_EQ(scalar.shape(), Shape{});
  EXPECT_EQ(elements<double>(scalar), std::vector<double>{0});
  const Tensor tensor(DType::float32, {2, 3});
  EXPECT_EQ(tensor.size(), 6);
  EXPECT_EQ(tensor.bytes(), 24u);
  EXPECT_EQ(elements<float>(tensor), std::vector<float>(6, 0));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.raw()) % 64, 0u);
}

TEST(Tensor, MayBeEmpty) {
  const Tensor tensor(DType::int64, {3, 0});
  EXPECT_EQ(tensor.size(), 0);
  EXPECT_EQ(tensor.bytes(), 0u);
  EXPECT_EQ(tensor.clone().shape(), (Shape{3, 0}));
  EXPECT_EQ(tensor.cast(DType::float32).size(), 0);
}

TEST(Tensor, ShapesThatCannotBe) {
  EXPECT_EQ(message_of([] {
              Tensor(DType::float32, {2, -1});
            }),
            "a tensor cannot have the shape [2, -1]");
  EXPECT_EQ(message_of([] {
              Tensor(DType::float32, {1LL << 40, 1LL << 40});
            }),
            "the size 1099511627776 * 1099511627776 overflows 64 bits");
  EXPECT_EQ(message_of([] { Tensor(DType::float64, {1LL << 61}); }),
            "the size 2305843009213693952 * 8 overflows 64 bits");
}

// The address sanitizer ends the process where operator new would return null.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__
#endif
#endif
#if !defined(__SANITIZE_ADDRESS__)
TEST(Tensor, MemoryThatIsNotThere) {
  EXPECT_EQ(message_of([] { Tensor(DType::float64, {1LL << 58}); }),
            "there is no memory for a tensor of shape [288230376151711744], 2305843009213693952 "
            "bytes");
}
#endif

TEST(Tensor, OfValues) {
  EXPECT_EQ(elements<double>(Tensor::of<double>({2}, {1.5, 2})), (std::vector<double>{1.5, 2}));
  EXPECT_EQ(elements<bool>(Tensor::of<bool>({2}, {true, false})), (std::vector<bool>{true, false}));
  EXPECT_EQ(message_of([] {
              Tensor::of<float>({2, 2}, {1, 2, 3});
            }),
            "a tensor of shape [2, 2] takes 4 values, not 3");
}

TEST(Tensor, ACopySharesAndACloneDoesNot) {
  Tensor tensor = Tensor::of<float>({2}, {1, 2});
  const Tensor copy = tensor, clone = tensor.clone();
  tensor.data<float>()[0] = 9;
  EXPECT_EQ(elements<float>(copy), (std::vector<float>{9, 2}));
  EXPECT_EQ(elements<float>(clone), (std::vector<float>{1, 2}));
}

TEST(Tensor, KeepsTheOwnerOfItsElementsAlive) {
  auto owner = std::make_shared<std::vector<float>>(std::vector<float>{1, 2, 3});
  const std::weak_ptr<std::vector<float>> watch = owner;
  {
    Tensor tensor(DType::float32, {3}, owner, owner->data());
    owner.reset();
    const Tensor part = tensor.reshaped({3, 1});
    tensor = Tensor();
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(elements<float>(part), (std::vector<float>{1, 2, 3}));
  }
  EXPECT_TRUE(watch.expired());
}

TEST(Tensor, View) {
  const Tensor tensor = Tensor::of<std::int64_t>({2, 3}, {1, 2, 3, 4, 5, 6});
  const TensorView view = tensor.view();
  EXPECT_EQ(view.data, tensor.raw());
  EXPECT_EQ(view.shape(), (Shape{2, 3}));
  EXPECT_EQ(view.dtype, DType::int64);
  EXPECT_EQ(view.size(), 6);
  EXPECT_EQ(view.bytes(), 48u);
  EXPECT_EQ(Tensor().view().size(), 1);
}

TEST(Tensor, Reshaped) {
  const Tensor tensor = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor flat = tensor.reshaped({6});
  EXPECT_EQ(flat.shape(), Shape{6});
  EXPECT_EQ(flat.raw(), tensor.raw());
  EXPECT_EQ(message_of([&] { tensor.reshaped({4}); }),
            "a tensor of shape [2, 3] cannot become [4]");
  EXPECT_EQ(message_of([&] {
              tensor.reshaped({-2, -3});
            }),
            "a tensor cannot have the shape [-2, -3]");
}

TEST(Tensor, CastsThatKeepValues) {
  const Tensor real = Tensor::of<double>({4}, {-1, 0, 1, 4503599627370496});
  EXPECT_EQ(elements<std::int64_t>(real.cast(DType::int64)),
            (std::vector<std::int64_t>{-1, 0, 1, 4503599627370496}));
  EXPECT_EQ(elements<float>(real.cast(DType::float32)),
            (std::vector<float>{-1, 0, 1, 4503599627370496}));
  EXPECT_EQ(elements<bool>(Tensor::of<float>({3}, {0, 1, -0.0f}).cast(DType::boolean)),
            (std::vector<bool>{false, true, false}));
  EXPECT_EQ(elements<double>(Tensor::of<bool>({2}, {true, false}).cast(DType::float64)),
            (std::vector<double>{1, 0}));
  EXPECT_EQ(elements<bool>(Tensor::of<std::int64_t>({2}, {0, 1}).cast(DType::boolean)),
            (std::vector<bool>{false, true}));
  EXPECT_EQ(real.cast(DType::float64).raw(), real.raw()) << "the same dtype is the same tensor";
  const double lowest = -9223372036854775808.0;
  EXPECT_EQ(elements<std::int64_t>(Tensor::of<double>({}, {lowest}).cast(DType::int64)),
            std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()});
}

TEST(Tensor, CastsThatWouldChangeAValue) {
  const auto as_int = [](double value) {
    return message_of([&] { Tensor::of<double>({}, {value}).cast(DType::int64); });
  };
  EXPECT_EQ(as_int(2.5), "2.5 is no 64-bit whole number");
  EXPECT_EQ(as_int(1000000.5), "1000000.5 is no 64-bit whole number");
  EXPECT_EQ(as_int(9223372036854775808.0), "9223372036854775808 is no 64-bit whole number");
  EXPECT_EQ(as_int(std::nan("")), "nan is no 64-bit whole number");
  EXPECT_EQ(as_int(-std::numeric_limits<double>::infinity()), "-inf is no 64-bit whole number");
  EXPECT_EQ(message_of([] { Tensor::of<float>({}, {0.1f}).cast(DType::int64); }),
            "0.1 is no 64-bit whole number");
  const auto as_bool = [](std::int64_t value) {
    return message_of([&] { Tensor::of<std::int64_t>({}, {value}).cast(DType::boolean); });
  };
  EXPECT_EQ(as_bool(2), "2 is neither 0 (false) nor 1 (true)");
  EXPECT_EQ(as_bool(-1), "-1 is neither 0 (false) nor 1 (true)");
  EXPECT_EQ(message_of([] { Tensor::of<float>({}, {0.5f}).cast(DType::boolean); }),
            "0.5 is neither 0 (false) nor 1 (true)");
  EXPECT_EQ(message_of([] { Tensor::of<double>({}, {std::nan("")}).cast(DType::boolean); }),
            "nan is neither 0 (false) nor 1 (true)");
}

TEST(TensorDeathTest, DataOfAnotherTypeIsABug) {
  const Tensor tensor(DType::float32, {2});
  EXPECT_DEATH(tensor.data<double>(), "internal check failed");
}

}  // namespace
}  // namespace atto
