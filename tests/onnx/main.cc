// onnx_conformance [FOLDER]: runs ONNX's node tests by our operators and prints what came of them.
#include <algorithm>
#include <exception>
#include <iostream>

#include "tests/onnx/conformance.h"

int main(int argc, char** argv) {
  using atto::onnx::Result;
  try {
    const auto results = atto::onnx::run_all(argc > 1 ? argv[1] : atto::onnx::kNodeTests);
    atto::onnx::print(results, std::cout);
    return std::any_of(results.begin(), results.end(), [](const Result& result) {
      return result.outcome == Result::Outcome::failed;
    });
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
