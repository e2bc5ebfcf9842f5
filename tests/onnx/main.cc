// onnx_conformance [FOLDER]: runs ONNX's node tests by our operators and prints what came of them.
#include <exception>
#include <iostream>

#include "tests/onnx/conformance.h"

int main(int argc, char** argv) {
  try {
    atto::onnx::print(atto::onnx::run_all(argc > 1 ? argv[1] : atto::onnx::kNodeTests), std::cout);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
