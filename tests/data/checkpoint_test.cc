#include "framework/data/checkpoint.h"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "framework/data/npz.h"
#include "framework/data/safetensors.h"
#include "tests/data/helpers.h"

namespace atto {
namespace {

using testing::report_of;
using testing::same;

/// A float32 tensor, its first and its last element.
struct StoredRow {
  const char* name;
  Shape shape;
  float first, last;
};
// By checkpoint_literals.py.
#include "tests/data/checkpoint_literals.inc"

const std::string kDamage = "; it is cut off or damaged: copy, download or write it again";
const std::string kVersions = "; they are of different versions: download all of them again";

Tensor a() { return Tensor::of<float>({2}, {1, 2}); }
Tensor b() { return Tensor::of<std::int64_t>({1, 1}, {3}); }
Tensor c() { return Tensor::of<double>({}, {4}); }

class Checkpoints : public testing::InTemporaryFolder {
 protected:
  static std::string error_of(const std::string& path) {
    return report_of([&] { Checkpoint::open(path); });
  }

  static void write_npz(const std::string& path) {
    NpzWriter writer(path);
    writer.add("b", b());
    writer.add("a", a());
    writer.close();
  }

  /// a and c in one file, b in another, and their index.
  static void write_shards(const std::string& folder = ".") {
    write_safetensors(folder + "/m-1.safetensors", {{"c", c()}, {"a", a()}});
    write_safetensors(folder + "/m-2.safetensors", {{"b", b()}});
    write_index(R"("a":"m-1.safetensors","b":"m-2.safetensors","c":"m-1.safetensors")", folder);
  }
  static void write_index(const std::string& weight_map, const std::string& folder = ".") {
    write_file(folder + "/model.safetensors.index.json",
               R"({"metadata":{"total_size":24},"weight_map":{)" + weight_map + "}}");
  }
};

std::string listed(const Checkpoint& checkpoint) {
  std::string out;
  for (const Checkpoint::Entry& e : checkpoint.entries())
    out += text(e.file, " ", e.name, " ", e.type, " ", text_of(e.shape), " ", e.bytes, "\n");
  return out;
}

TEST_F(Checkpoints, OneFile) {
  write_safetensors("x.safetensors", {{"b", b()}, {"a", a()}});
  const Checkpoint checkpoint = Checkpoint::open("x.safetensors");
  EXPECT_EQ(checkpoint.path(), "x.safetensors");
  EXPECT_EQ(listed(checkpoint),
            "x.safetensors a F32 [2] 8\n"
            "x.safetensors b I64 [1, 1] 8\n");
  EXPECT_TRUE(same(checkpoint.read("a"), a()));
  EXPECT_TRUE(same(checkpoint.read("b"), b()));
  EXPECT_EQ(checkpoint.find("b")->shape, (Shape{1, 1}));
  EXPECT_EQ(checkpoint.find("c"), nullptr);
}

TEST_F(Checkpoints, AnArchiveOfNumPy) {
  write_npz("x.npz");
  const Checkpoint checkpoint = Checkpoint::open("x.npz");
  EXPECT_EQ(listed(checkpoint),
            "x.npz a <f4 [2] 8\n"
            "x.npz b <i8 [1, 1] 8\n");
  EXPECT_TRUE(same(checkpoint.read("a"), a()));
  EXPECT_TRUE(same(checkpoint.read("b"), b()));
}

TEST_F(Checkpoints, SeveralFiles) {
  write_shards();
  for (const std::string path : {"model.safetensors.index.json", "."}) {
    const Checkpoint checkpoint = Checkpoint::open(path);
    EXPECT_EQ(listed(checkpoint),
              "m-1.safetensors a F32 [2] 8\n"
              "m-1.safetensors c F64 [] 8\n"
              "m-2.safetensors b I64 [1, 1] 8\n");
    EXPECT_TRUE(same(checkpoint.read("a"), a()));
    EXPECT_TRUE(same(checkpoint.read("b"), b()));
    EXPECT_TRUE(same(checkpoint.read("c"), c()));
  }
}

TEST_F(Checkpoints, WhatAFolderIsReadFrom) {
  std::filesystem::create_directory("f");
  write_npz("f/model.npz");
  EXPECT_EQ(Checkpoint::open("f").entries()[0].file, "f/model.npz");
  write_npz("f/weights.npz");
  EXPECT_EQ(Checkpoint::open("f/").entries()[0].file, "f/weights.npz");
  write_shards("f");
  EXPECT_EQ(Checkpoint::open("f").entries()[0].file, "f/m-1.safetensors");
  write_safetensors("f/model.safetensors", {{"a", a()}});
  EXPECT_EQ(Checkpoint::open("f").entries()[0].file, "f/model.safetensors");
  EXPECT_EQ(Checkpoint::open("f").path(), "f");
}

TEST_F(Checkpoints, ASecondReadGivesTheSameMemory) {
  write_npz("x.npz");
  write_shards();
  for (const std::string path : {"x.npz", "."}) {
    const Checkpoint checkpoint = Checkpoint::open(path), copy = checkpoint;
    EXPECT_EQ(checkpoint.read("a").raw(), checkpoint.read("a").raw());
    EXPECT_EQ(checkpoint.read("b").raw(), copy.read("b").raw());
  }
}

TEST_F(Checkpoints, TensorsOutliveIt) {
  write_shards();
  const Tensor kept = Checkpoint::open(".").read("a");
  EXPECT_TRUE(same(kept, a()));
}

TEST_F(Checkpoints, NoSuchTensor) {
  write_shards();
  write_safetensors("x.safetensors", {{"h.0.attn.weight", a()}});
  EXPECT_EQ(report_of([] { Checkpoint::open("x.safetensors").read("h.1.attn.weight"); }),
            "x.safetensors: error: the checkpoint has no tensor 'h.1.attn.weight'; did you mean "
            "'h.0.attn.weight'?");
  EXPECT_EQ(report_of([] { Checkpoint::open(".").read("weight"); }),
            ".: error: the checkpoint has no tensor 'weight'; it has a, c, b");
}

TEST_F(Checkpoints, FoldersWithoutACheckpoint) {
  const struct {
    std::vector<std::string> files;
    std::string remedy;
  } rows[] = {
      {{}, "give a file or folder of weights"},
      {{"config.json", "pytorch_model-1.bin", "pytorch_model-2.bin"},
       "pickles of PyTorch (pytorch_model-1.bin, pytorch_model-2.bin) are never loaded: write "
       "safetensors, in Python with model.save_pretrained(folder, safe_serialization=True)"},
      {{"consolidated.pth", "model.gguf"},
       "pickles of PyTorch (consolidated.pth) are never loaded: write safetensors, in Python with "
       "model.save_pretrained(folder, safe_serialization=True)"},
      {{"model.gguf"},
       "GGUF files of llama.cpp (model.gguf) are not read: give the safetensors that they were "
       "made from"},
      {{"adapter.safetensors", "other.npz", "model.pt"},
       "give the path of a file: adapter.safetensors, other.npz"},
  };
  for (const auto& row : rows) {
    std::filesystem::remove_all("f");
    std::filesystem::create_directory("f");
    for (const std::string& name : row.files) write_file("f/" + name, "x");
    EXPECT_EQ(error_of("f"),
              "f: error: the folder has none of model.safetensors, model.safetensors.index.json, "
              "weights.npz, model.npz; " +
                  row.remedy);
  }
}

TEST_F(Checkpoints, PathsThatAreNoCheckpoint) {
  const std::string endings =
      "the name ends in none of .safetensors, .safetensors.index.json, .npz; ";
  for (const char* name : {"model.pt", "model.gguf", "model"}) write_file(name, "x");
  write_file("model.safetensors", "version https://git-lfs.github.com/spec/v1\n");
  write_file("other.npz", "x");
  const struct {
    std::string path, message;
  } rows[] = {
      {"none.safetensors", "there is no such file or folder"},
      {"", "there is no such file or folder"},
      {"model/x.npz", "there is no such file or folder"},
      {"model.pt", endings + "pickles of PyTorch (model.pt) are never loaded: write safetensors, "
                             "in Python with model.save_pretrained(folder, "
                             "safe_serialization=True)"},
      {"model.gguf", endings + "GGUF files of llama.cpp (model.gguf) are not read: give the "
                               "safetensors that they were made from"},
      {"model", endings + "give a file or folder of weights"},
      {"model.safetensors",
       "this is a git-LFS pointer, not a safetensors file; fetch the data with 'git lfs pull'"},
      {"other.npz",
       "this is text, not an .npz archive: it begins with 'x'; numbers in text become an array by "
       "np.save(path, np.loadtxt(text_path))"},
  };
  for (const auto& row : rows) EXPECT_EQ(error_of(row.path), row.path + ": error: " + row.message);
}

TEST_F(Checkpoints, DamagedIndex) {
  const std::string file = "model.safetensors.index.json";
  const auto no_file = [&](const std::string& name) {
    return "weight_map.a: '" + name + "' is no file in the folder of the index" + kDamage;
  };
  const struct {
    std::string content, message;
  } rows[] = {
      {"version https://git-lfs.github.com/spec/v1\n",
       "this is a git-LFS pointer, not an index of safetensors files; fetch the data with 'git "
       "lfs pull'"},
      {"[]", "this is an array, not an object" + kDamage},
      {"{}", "'weight_map' is missing" + kDamage},
      {R"({"weight_map":[]})", "weight_map: this is an array, not an object" + kDamage},
      {R"({"weight_map":{"a":1}})", "weight_map.a: this is a whole number, not a string" + kDamage},
      {R"({"weight_map":{"a":""}})", no_file("")},
      {R"({"weight_map":{"a":".."}})", no_file("..")},
      {R"({"weight_map":{"a":"../x.safetensors"}})", no_file("../x.safetensors")},
      {R"({"weight_map":{"a":"/x.safetensors"}})", no_file("/x.safetensors")},
      {R"({"weight_map":{"a":"f/x.safetensors"}})", no_file("f/x.safetensors")},
      {R"({"weight_map":{"a":"x\u0000.safetensors"}})", no_file("x\\x00.safetensors")},
      {R"({"weight_map":{"a":"x","a":"y"}})", "weight_map.a: the tensor stands twice" + kDamage},
      {R"({"weight_map":{"a":"x","b":"m-1.safetensors","c":"y"}})",
       "the index names files that are not in its folder: x, y; download them too"},
  };
  write_shards();
  for (const auto& row : rows) {
    write_file(file, row.content);
    EXPECT_EQ(error_of(file), file + ": error: " + row.message);
  }
  write_file(file, "{\"weight_map\":\n  {,}}");
  EXPECT_EQ(error_of(file),
            file +
                ":2:4: error: this is no valid JSON: unexpected ','; expected string literal\n"
                "      {,}}\n"
                "       ^");
}

TEST_F(Checkpoints, AllMissingFilesAreNamed) {
  std::string weight_map, names;
  for (int i = 10; i < 40; ++i) {
    const std::string number = std::to_string(i);
    weight_map += (i > 10 ? ",\"t" : "\"t") + number + "\":\"m-" + number + "\"";
    names += (i > 10 ? ", m-" : "m-") + number;
  }
  write_index(weight_map);
  EXPECT_EQ(error_of("."),
            "./model.safetensors.index.json: error: the index names files that are not in its "
            "folder: " +
                names + "; download them too");
}

TEST_F(Checkpoints, IndexAndFilesDisagree) {
  const std::string one = "\"a\":\"m-1.safetensors\"", two = "\"b\":\"m-2.safetensors\"",
                    three = "\"c\":\"m-1.safetensors\"";
  const struct {
    std::string weight_map, message;
  } rows[] = {
      {one + "," + two,
       "m-1.safetensors has tensors that the index does not place there: c" + kVersions},
      {one + "," + two + "," + three + R"(,"d":"m-2.safetensors","e":"m-2.safetensors")",
       "the index places tensors in m-2.safetensors that are not there: d, e" + kVersions},
      {one + "," + two + R"(,"c":"m-2.safetensors")",
       "m-1.safetensors has tensors that the index does not place there: c" + kVersions},
      {one + "," + three + R"(,"b":"m-1.safetensors")",
       "the index places tensors in m-1.safetensors that are not there: b" + kVersions},
  };
  write_shards();
  for (const auto& row : rows) {
    write_index(row.weight_map);
    EXPECT_EQ(error_of("model.safetensors.index.json"),
              "model.safetensors.index.json: error: " + row.message);
  }
  write_shards();
  write_safetensors("m-2.safetensors", {{"a", a()}, {"b", b()}});
  EXPECT_EQ(
      error_of("."),
      "./model.safetensors.index.json: error: m-2.safetensors has tensors that the index does "
      "not place there: a" +
          kVersions);
  write_file("m-2.safetensors", "");
  EXPECT_EQ(error_of("."),
            "m-2.safetensors: error: this is an empty file, not a safetensors file; write or "
            "download it again");
}

TEST(Checkpoint, ALlama) {
  const char* data = std::getenv("ATTO_TEST_DATA");
  if (!data) GTEST_SKIP() << "ATTO_TEST_DATA is not set";
  const Checkpoint checkpoint = Checkpoint::open(std::string(data) + "/stories260k");
  const auto& entries = checkpoint.entries();
  ASSERT_EQ(entries.size(), std::size(kStories));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i].name, kStories[i].name);
    EXPECT_EQ(entries[i].type, "F32");
    EXPECT_EQ(entries[i].shape, kStories[i].shape) << kStories[i].name;
    const Tensor tensor = checkpoint.read(kStories[i].name);
    EXPECT_EQ(tensor.data<float>().front(), kStories[i].first) << kStories[i].name;
    EXPECT_EQ(tensor.data<float>().back(), kStories[i].last) << kStories[i].name;
  }
}

}  // namespace
}  // namespace atto
