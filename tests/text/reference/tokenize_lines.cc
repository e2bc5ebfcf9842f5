// tokenize_lines FILE: requests of compare.mjs, one a line of standard input, and the answers of
// answer.h, one a line of standard output.
#include <iostream>
#include <nlohmann/json.hpp>

#include "tests/text/reference/answer.h"

int main(int, char** arguments) {
  try {
    const atto::Tokenizer tokenizer = atto::Tokenizer::load(arguments[1]);
    for (std::string line; std::getline(std::cin, line);) {
      try {
        std::cout << atto::answer_to(line, tokenizer) << "\n";
      } catch (const atto::Error& error) {
        std::cout << nlohmann::json{{"error", error.message()}} << "\n";
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
