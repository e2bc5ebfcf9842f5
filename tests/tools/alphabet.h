#pragma once
#include <filesystem>
#include <fstream>
#include <string>

#include "framework/data/safetensors.h"
#include "tests/text/small_tokenizer.h"
#include "tests/tools/atto.h"

namespace atto::testing {

/// A folder with a model whose text is known: behind each letter comes the next one of `a` to `z`,
/// and behind `z` the end. Its logits are 5 for what comes and 0 for all else.
class AlphabetTest : public ::testing::Test {
 protected:
  static constexpr std::int64_t kTokens = 259;  // of the small tokenizer

  void SetUp() override {
    std::filesystem::create_directories(folder_);
    write("tokenizer.json", small_tokenizer_json());
    write("config.json", R"({"model_type": "alphabet", "n": 259, "context": 40})");
    write("generation_config.json", R"({"eos_token_id": 0})");
    write("alphabet.yaml", R"(attograph: 1
config: {V: n, C: context}
inputs: {ids: {dtype: int64, shape: [B, T]}}
graph:
  - logits: {embedding: ids, prefix: next, rows: V, to: [V]}
outputs: [logits]
generate: {tokens: ids, logits: logits, context: C}
)");
    Tensor next(DType::float32, {kTokens, kTokens});
    for (std::int64_t id = 0; id < kTokens; ++id) {
      const std::int64_t behind = id == 'z' ? 0 : id >= 'a' && id < 'z' ? id + 1 : 'a';
      next.data<float>()[static_cast<std::size_t>(id * kTokens + behind)] = 5;
    }
    write_safetensors(folder_ + "/model.safetensors", {{"next.weight", next}});
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// A file of the folder.
  void write(const std::string& name, const std::string& content) const {
    std::ofstream(std::filesystem::path(folder_) / name) << content;
  }
  void remove(const std::string& name) const {
    std::filesystem::remove(std::filesystem::path(folder_) / name);
  }
  /// The program in the folder.
  AttoResult run(const std::string& arguments) const { return run_atto(arguments, folder_); }

  const std::string folder_ = text(::testing::TempDir(), "alphabet-", getpid());
};

}  // namespace atto::testing
