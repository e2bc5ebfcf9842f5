#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/error.h"
#include "framework/core/tensor.h"

namespace atto::testing {

template <class T>
constexpr T kInf = std::numeric_limits<T>::infinity();
template <class T>
constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();

/// The bytes that hexadecimal digits stand for.
inline std::string bytes_of(std::string_view hexadecimal) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    out += static_cast<char>(std::stoi(std::string(hexadecimal.substr(i, 2)), nullptr, 16));
  return out;
}

/// Why `work` failed, or "no error".
template <class Work>
std::string report_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.report();
  }
  return "no error";
}

/// An empty folder of the running test, removed behind it; the current folder meanwhile, so that
/// messages show plain names.
class InTemporaryFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    before_ = std::filesystem::current_path();
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string(test->test_suite_name()) + "." + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    std::filesystem::current_path(folder_);
  }

  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  static void write_file(const std::string& path, std::string_view bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  static std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// The names in the folder, in order.
  std::vector<std::string> files() const {
    std::vector<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      out.push_back(entry.path().filename().string());
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  std::filesystem::path before_, folder_;
};

/// Equal in dtype, shape and every bit.
inline ::testing::AssertionResult same(const Tensor& a, const Tensor& b) {
  if (a.dtype() != b.dtype())
    return ::testing::AssertionFailure() << name_of(a.dtype()) << " is not " << name_of(b.dtype());
  if (a.shape() != b.shape())
    return ::testing::AssertionFailure() << text_of(a.shape()) << " is not " << text_of(b.shape());
  const auto* x = static_cast<const char*>(a.raw());
  const auto* y = static_cast<const char*>(b.raw());
  for (std::size_t i = 0; i < a.bytes(); ++i)
    if (x[i] != y[i])
      return ::testing::AssertionFailure() << "byte " << i << " of the elements differs";
  return ::testing::AssertionSuccess();
}

}  // namespace atto::testing
