// A config.json, for each model of models/ that has `config:`: read, applied, and the graph built
// as far as it is small.
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/describe/config_file.h"
#include "framework/describe/load.h"
#include "framework/graph/build.h"

namespace {

using namespace atto;

constexpr std::size_t kFewParts = 1000;  // of a model: sanitizers are slow

std::vector<Description> models() {
  std::vector<Description> all;
  for (const auto& entry : std::filesystem::directory_iterator(ATTO_SOURCE_DIR "/models"))
    if (entry.path().extension() == ".yaml") all.push_back(load(entry.path().string()));
  return all;
}

void use(const ConfigFile& config, Description model) {
  Problems problems;
  apply_config(config, model, problems);
  build(model, problems, nullptr, kFewParts);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
  static const std::vector<Description> all = models();
  try {
    const ConfigFile config{
        "config.json", Json::parse({reinterpret_cast<const char*>(bytes), count}, "config.json")};
    for (const Description& model : all) {
      try {
        use(config, model);
      } catch (const Error&) {
      } catch (const Problems&) {
      }
    }
  } catch (const Error&) {
  }
  return 0;
}
