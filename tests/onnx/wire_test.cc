#include "tests/onnx/wire.h"

#include <string>

#include "tests/error_of.h"
#include "tests/onnx/model.h"

namespace atto::onnx {
namespace {

using namespace std::string_literals;

std::string refusal(const std::string& bytes) {
  return error_of([&] {
           for (Wire field(bytes); field.next();)
             if (field.number() == 2) field.integer();
         })
      .message();
}

TEST(Wire, ReadsEveryKindOfField) {
  const std::string bytes = "\x08\x96\x01\x12\x02hi\x1d\0\0\0\x3f"s;
  Wire field(bytes);
  ASSERT_TRUE(field.next());
  EXPECT_EQ(field.number(), 1U);
  EXPECT_EQ(field.integer(), 150);
  ASSERT_TRUE(field.next());
  EXPECT_EQ(field.bytes(), "hi");
  ASSERT_TRUE(field.next());
  EXPECT_EQ(field.real(), 0.5F);
  EXPECT_FALSE(field.next());
}

TEST(Wire, RepeatedNumbersArePackedOrNot) {
  const std::string bytes = "\x08\x01\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x0a\x02\x03\x04";
  std::vector<std::int64_t> numbers;
  for (Wire field(bytes); field.next();) field.integers(numbers);
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{1, -1, 3, 4}));
}

TEST(Wire, RefusesWhatIsNoMessage) {
  EXPECT_EQ(refusal("\x08"), "a field of 1 bytes, but only 0 are left");
  EXPECT_EQ(refusal("\x0a\x05hi"), "a field of 5 bytes, but only 2 are left");
  EXPECT_EQ(refusal("\x09\x01"), "a field of 8 bytes, but only 1 are left");
  EXPECT_EQ(refusal(std::string(11, '\xff')), "a number of more than 10 bytes");
  EXPECT_EQ(refusal("\x0b"), "field 1 has the unknown wire type 3");
  EXPECT_EQ(refusal("\x12\x01x"), "field 2 has wire type 2, not 0");
}

TEST(Wire, TensorsHaveAsManyElementsAsTheirShapeSays) {
  // dims {2}, type float, float_data {0.5}: packed.
  EXPECT_EQ(error_of([] { read_value("\x08\x02\x10\x01\x22\x04\0\0\0\x3f"s); }).message(),
            "a tensor of shape [2] with 1 elements");
  EXPECT_EQ(error_of([] { read_value("\x08\x01\x10\x01\x4a\x03\0\0\0"s); }).message(),
            "the bytes of a tensor hold part of a number");
}

}  // namespace
}  // namespace atto::onnx
