#include "framework/data/npy.h"

#include <sys/stat.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/data/npy_header.h"
#include "tests/data/helpers.h"

namespace atto {
namespace {

using testing::bytes_of;
using testing::kInf;
using testing::kNan;
using testing::kSmallest;
using testing::report_of;
using testing::same;

struct NpyCase {
  std::string name;
  Tensor tensor;
  std::string hexadecimal;
};

std::vector<NpyCase> npy_cases() {
  return {
#include "tests/data/npy_literals.inc"
  };
}

Tensor parse(const std::string& bytes) {
  return parse_npy(std::as_bytes(std::span(bytes)), "x.npy");
}

/// A .npy file of version 1.0 with this header and `data` zero bytes behind it.
std::string npy(const std::string& header, std::size_t data = 0) {
  std::string out("\x93NUMPY\1\0", 8);
  out += static_cast<char>(header.size() & 0xFF);
  out += static_cast<char>(header.size() >> 8);
  return out + header + std::string(data, '\0');
}

std::string npy_of(const std::string& descr, const std::string& shape, std::size_t data = 0) {
  return npy("{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n",
             data);
}

std::string error_of(const std::string& bytes) {
  return report_of([&] { parse(bytes); });
}

const std::string kDamage = "; it is cut off or damaged: copy, download or write it again";

// The literals come from NumPy, by npy_literals.py.
TEST(Npy, ReadsWhatNumPyWrites) {
  for (const NpyCase& row : npy_cases()) {
    EXPECT_TRUE(same(parse(bytes_of(row.hexadecimal)), row.tensor)) << row.name;
  }
}

TEST(Npy, WidensEveryFloat16) {
  // Value by value from the definition in IEEE 754-2008, 3.4, for all 65536 bit patterns.
  std::string bytes = npy_of("<f2", "(65536,)");
  for (int bits = 0; bits < 65536; ++bits) {
    bytes += static_cast<char>(bits & 0xFF);
    bytes += static_cast<char>(bits >> 8);
  }
  const Tensor tensor = parse(bytes);
  const auto values = tensor.data<float>();
  for (int bits = 0; bits < 65536; ++bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float sign = bits >> 15 ? -1.0F : 1.0F;
    const float value = values[static_cast<std::size_t>(bits)];
    if (exponent == 31 && fraction != 0) {
      ASSERT_TRUE(std::isnan(value)) << bits;
      continue;
    }
    const float magnitude = exponent == 31 ? kInf<float>
                            : exponent == 0
                                ? std::ldexp(static_cast<float>(fraction), -24)
                                : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    ASSERT_EQ(value, sign * magnitude) << bits;
    ASSERT_EQ(std::signbit(value), sign < 0) << bits;
  }
}

TEST(Npy, ReadsMoreElementsThanItConvertsAtATime) {
  std::string bytes = npy_of("<u2", "(100000,)");
  for (int i = 0; i < 100000; ++i) {
    bytes += static_cast<char>(i & 0xFF);
    bytes += static_cast<char>(i >> 8 & 0xFF);
  }
  const Tensor tensor = parse(bytes);
  const auto values = tensor.data<std::int64_t>();
  for (int i = 0; i < 100000; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], i & 0xFFFF);
}

TEST(Npy, HeaderMayBeWrittenByOthers) {
  const Tensor zeros(DType::float32, {2});
  for (const char* header : {
           "{'shape': (2,), 'fortran_order': False, 'descr': '<f4'}",
           "{\"descr\": \"f4\", \"fortran_order\": True, \"shape\": (2,)}",
           "  {  'descr' :'=f4' ,'fortran_order':False,'shape':( 2L , )\n,\n}  \n",
       })
    EXPECT_TRUE(same(parse(npy(header, 8)), zeros)) << header;
}

// The writer's bytes are NumPy's own, for every dtype and shape that we write.
TEST(Npy, HeaderIsTheOneThatNumPyWrites) {
  int compared = 0;
  for (const NpyCase& row : npy_cases()) {
    const std::string bytes = bytes_of(row.hexadecimal);
    const std::string header = npy_header(row.tensor.dtype(), row.tensor.shape());
    for (const char* name : {"<f4", "<f8", "<i8", "b1", "scalar", "empty", "one column"}) {
      if (row.name != name) continue;
      EXPECT_EQ(header, bytes.substr(0, header.size())) << row.name;
      EXPECT_EQ(header.size() + row.tensor.bytes(), bytes.size()) << row.name;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 7);
}

TEST(Npy, LongHeaderHasVersion2) {
  const Shape shape(30000, 1);
  const std::string header = npy_header(DType::boolean, shape);
  EXPECT_EQ(header.substr(0, 8), std::string("\x93NUMPY\2\0", 8));
  EXPECT_EQ(header.size() % 64, 0U);
  EXPECT_EQ(error_of(header + '\0'),
            "x.npy: error: the header has 90100 bytes, more than the 65536 that are read: the "
            "array is structured, or it is cut off or damaged: copy, download or write it again");
}

TEST(NpyError, AnotherKindOfFile) {
  const std::string safetensors =
      std::string("\x40\0\0\0\0\0\0\0", 8) + "{\"a\":{\"dtype\":\"F32\"";
  const struct {
    std::string bytes, message;
  } rows[] = {
      {"", "an empty file, not a .npy file; write or download it again"},
      {"\n<!DOCTYPE html><html>",
       "a web page (HTML), not a .npy file; download the file itself, not the page about it"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:1",
       "a git-LFS pointer, not a .npy file; fetch the data with 'git lfs pull'"},
      {"PK\x03\x04 and so on",
       "a zip archive, not a .npy file; if np.savez wrote it, give it a name that ends in .npz"},
      {"\x1f\x8b\x08", "a gzip file, not a .npy file; unpack it with gunzip"},
      {"\x89HDF\r\n\x1a\n",
       "an HDF5 file, not a .npy file; read it with h5py and write the arrays with np.savez"},
      {"\x80\x04\x95",
       "a Python pickle, not a .npy file; load it in Python and write the arrays with np.save; "
       "pickles are never loaded"},
      {safetensors, "a safetensors file, not a .npy file; use it as a checkpoint"},
      {"1.0, 2.0\n3.0, 4.0\n",
       "text, not a .npy file: it begins with '1.0, 2.0\\x0a3.0, 4.0\\x0a'; numbers in text become "
       "an array by np.save(path, np.loadtxt(text_path))"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of(row.bytes), "x.npy: error: this is " + row.message);
  EXPECT_EQ(error_of("\x01\x02\xfe\xff"),
            "x.npy: error: this is not a .npy file: it begins with the bytes 01 02 fe ff; write it "
            "with NumPy or give another file");
}

TEST(NpyError, DamagedHeader) {
  const std::string whole = npy_of("<f4", "(2,)", 8);
  const std::string left = "x.npy: error: the header needs ";
  EXPECT_EQ(error_of(whole.substr(0, 7)), left + "2 more bytes, but 1 are left" + kDamage);
  EXPECT_EQ(error_of(whole.substr(0, 9)), left + "2 more bytes, but 1 are left" + kDamage);
  EXPECT_EQ(error_of(whole.substr(0, 20)), left + "58 more bytes, but 10 are left" + kDamage);
  const struct {
    std::string header, what;
  } rows[] = {
      {"", "should have '{' at its byte 0"},
      {"{", "should have a quoted string at its byte 1"},
      {"{'descr", "should have a quoted string that ends at its byte 1"},
      {"{'descr' '<f4'}", "should have ':' at its byte 9"},
      {"{'descr': '<f4' 'shape': ()}", "should have '}' at its byte 16"},
      {"{'descr': '<f4', 'fortran_order': false}", "should have True or False at its byte 34"},
      {"{'shape': 3}", "should have '(' at its byte 10"},
      {"{'shape': (3 4)}", "should have ',' or ')' at its byte 13"},
      {"{'shape': (a,)}", "should have a size at its byte 11"},
      {"{'shape': (", "should have a size at its byte 11"},
      {"{'shape': (3)}", "has a number as its shape, not a tuple such as (3,)"},
      {"{'shape': (-3,)}", "has a negative size in its shape"},
      {"{'shape': (9223372036854775808,)}", "has a size in its shape that 64 bits cannot hold"},
      {"{'shape': (), 'shape': ()}", "has the key 'shape' twice"},
      {"{'order': 'C'}", "has the unknown key 'order'"},
      {"{}", "has no 'descr'"},
      {"{'descr': '<f4'}", "has no 'fortran_order'"},
      {"{'descr': '<f4', 'fortran_order': False}", "has no 'shape'"},
      {"{} {}", "should have nothing more after '}' at its byte 3"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of(npy(row.header)),
              "x.npy: error: the header " + row.what + ": " + row.header + kDamage);
  EXPECT_EQ(error_of(npy("\x1b[2J" + std::string(100, ' '))),
            "x.npy: error: the header should have '{' at its byte 0: \\x1b[2J" +
                std::string(76, ' ') + "..." + kDamage);
}

TEST(NpyError, UnknownVersion) {
  std::string bytes = npy_of("<f4", "(2,)", 8);
  bytes[6] = 4;
  EXPECT_EQ(error_of(bytes),
            "x.npy: error: the file has version 4.0 of the .npy format; 1.0, 2.0 and 3.0 are read: "
            "write it again with np.save");
}

TEST(NpyError, DTypesThatAreNotRead) {
  EXPECT_EQ(error_of(npy_of("|O", "(2,)", 50)),
            "x.npy: error: the array holds Python objects (pickled), which are never loaded; "
            "convert it with .astype(np.float32), or another numeric dtype, and save it again with "
            "np.save");
  const struct {
    std::string descr, why;
  } rows[] = {
      {"<U3", "text; turn the words into numbers and save those with np.save"},
      {"|S5", "text; turn the words into numbers and save those with np.save"},
      {"<c16", "complex; save array.real and array.imag as arrays of their own"},
      {"<M8[ns]", "a date or a duration; save array.astype(np.int64)"},
      {"|V2",
       "raw bytes, as bfloat16 and fields are saved; save array.astype(np.float32), or each field"},
      {"<f16",
       "not read (f2, f4, f8, i1 to i8, u1 to u8 and b1 are); save array.astype(np.float64), or "
       "another numeric dtype"},
      {"",
       "not read (f2, f4, f8, i1 to i8, u1 to u8 and b1 are); save array.astype(np.float64), or "
       "another numeric dtype"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(error_of(npy_of(row.descr, "(2,)", 50)),
              "x.npy: error: the dtype '" + row.descr + "' is " + row.why);
  EXPECT_EQ(error_of(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,)}")),
            "x.npy: error: the array has a structured dtype (named fields): {'descr': [('x', "
            "'<f4')], 'fortran_order': False, 'shape': (1,)}; save each field, array['field'], as "
            "an array of its own");
}

TEST(NpyError, DataThatDoesNotFitTheHeader) {
  EXPECT_EQ(
      error_of(npy_of("<f4", "(2, 3)", 20)),
      "x.npy: error: the header says f4 [2, 3], which takes 24 bytes, but 20 follow it" + kDamage);
  EXPECT_EQ(error_of(npy_of("|b1", "()", 2)),
            "x.npy: error: the header says b1 [], which takes 1 bytes, but 2 follow it; one file "
            "holds one array: write each to a file of its own, or use np.savez");
  EXPECT_EQ(error_of(npy_of("<i8", "(1000000000000,)", 8)),
            "x.npy: error: the header says i8 [1000000000000], which takes 8000000000000 bytes, "
            "but 8 follow it" +
                kDamage);
}

TEST(NpyError, SizesThatOverflow) {
  for (const std::string shape : {"2147483648, 2147483648", "0, 2147483648, 2147483648"})
    EXPECT_EQ(error_of(npy_of("|b1", "(" + shape + ")")),
              "x.npy: error: the header has the shape [" + shape +
                  "], more bytes than 64 bits can count" + kDamage);
  std::string ones;
  for (int i = 0; i < 65; ++i) ones += "1, ";
  EXPECT_EQ(error_of(npy_of("|b1", "(" + ones + ")", 1)),
            "x.npy: error: the array has 65 axes; at most 64 are read: reshape it and save it "
            "again");
}

TEST(NpyError, Uint64AboveInt64) {
  EXPECT_EQ(error_of(npy_of("<u8", "(1,)") + std::string(8, '\xff')),
            "x.npy: error: the uint64 value 18446744073709551615 does not fit int64; save the "
            "array with .astype(np.int64) or .astype(np.float64)");
}

class NpyFile : public testing::InTemporaryFolder {};

TEST_F(NpyFile, ComesBackAsItWasWritten) {
  for (const Tensor& tensor :
       {Tensor::of<float>({2, 2}, {1, -0.0F, kInf<float>, 3e-45F}), Tensor::of<double>({}, {0.1}),
        Tensor::of<std::int64_t>({1, 3}, {kSmallest, 0, 7}), Tensor::of<bool>({2}, {true, false}),
        Tensor(DType::float32, {0, 5})}) {
    write_npy("x.npy", tensor);
    EXPECT_TRUE(same(read_npy("x.npy"), tensor));
  }
  EXPECT_EQ(files(), std::vector<std::string>{"x.npy"});
}

// np.save of np.array([1., 2.], '<f4') by NumPy 1.24.2.
TEST_F(NpyFile, HasTheBytesOfNumPy) {
  write_npy("x.npy", Tensor::of<float>({2}, {1, 2}));
  std::string expected("\x93NUMPY\1\0\x76\0", 10);
  expected += "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  expected += std::string(60, ' ') + "\n";
  expected += std::string("\0\0\x80\x3f\0\0\0\x40", 8);
  EXPECT_EQ(read_file("x.npy"), expected);
}

TEST_F(NpyFile, CannotBeOpened) {
  EXPECT_EQ(report_of([] { read_npy("none.npy"); }),
            "none.npy: error: the file cannot be opened: No such file or directory");
  std::filesystem::create_directory("d.npy");
  EXPECT_EQ(report_of([] { read_npy("d.npy"); }), "d.npy: error: this is a directory, not a file");
  ASSERT_EQ(::mkfifo("p.npy", 0600), 0);
  EXPECT_EQ(report_of([] { read_npy("p.npy"); }),
            "p.npy: error: this is a pipe or a device; write its data to a file and give that");
}

TEST_F(NpyFile, CannotBeWritten) {
  const Tensor tensor;
  EXPECT_EQ(report_of([&] { write_npy("none/x.npy", tensor); }),
            "none/x.npy: error: the folder 'none' does not exist; create it first");
  std::filesystem::create_directory("d.npy");
  EXPECT_EQ(report_of([&] { write_npy("d.npy", tensor); }),
            "d.npy: error: this is a directory; give the name of a file");
  ASSERT_EQ(::mkfifo("p.npy", 0600), 0);
  EXPECT_EQ(report_of([&] { write_npy("p.npy", tensor); }),
            "p.npy: error: this is a pipe or a device; give the name of a file");
  EXPECT_EQ(files(), (std::vector<std::string>{"d.npy", "p.npy"}));
}

}  // namespace
}  // namespace atto
