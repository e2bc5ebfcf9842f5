// Times our tokenizer for tokenizers.py, which says how to build it. Each line of standard input
// asks for one thing, and the answer is its seconds:
//
//     load TOKENIZER
//     encode TEXT_FILE      by the tokenizer that was loaded last
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>

#include "framework/text/tokenizer.h"

namespace {

constexpr double kTurn = 0.1;  // seconds of work, so that short texts are encoded many times

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <class Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  double seconds = 0;
  int calls = 0;
  for (; seconds < kTurn; ++calls) {
    work();
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  return seconds / calls;
}

}  // namespace

int main() {
  std::optional<atto::Tokenizer> tokenizer;
  for (std::string what, path; std::cin >> what && std::getline(std::cin >> std::ws, path);) {
    double seconds = 0;
    if (what == "load") {
      seconds = seconds_of([&] { tokenizer.emplace(atto::Tokenizer::load(path)); });
    } else {
      const std::string text = read(path);
      seconds = seconds_of([&] { tokenizer->encode(text); });
    }
    std::cout << seconds << std::endl;
  }
}
