#include "framework/data/checkpoint.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "framework/core/json.h"
#include "framework/data/file.h"
#include "framework/data/npz.h"
#include "framework/data/safetensors.h"

namespace atto {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSafetensors = ".safetensors";
constexpr std::string_view kIndex = ".safetensors.index.json";
constexpr std::string_view kNpz = ".npz";
constexpr const char* kNamesInFolder[] = {"model.safetensors", "model.safetensors.index.json",
                                          "weights.npz", "model.npz"};

/// One file and how its tensors are read.
struct TensorFile {
  std::vector<Checkpoint::Entry> entries;  // sorted by name
  std::function<Tensor(const std::string& name)> read;
};

TensorFile open_safetensors(const std::string& path) {
  const auto file = std::make_shared<const SafetensorsFile>(path);
  TensorFile out;
  for (const StoredTensor& t : file->tensors())
    out.entries.push_back({t.name, t.type, t.shape, path, t.bytes.size()});
  out.read = [file](const std::string& name) { return file->read(*file->find(name)); };
  return out;
}

TensorFile open_npz(const std::string& path) {
  const auto file = std::make_shared<const NpzReader>(path);
  std::vector<std::string> names = file->names();
  std::sort(names.begin(), names.end());
  TensorFile out;
  for (std::string& name : names) {
    NpzReader::Stored stored = file->describe(name);
    out.entries.push_back({std::move(name), std::move(stored.header.descr),
                           std::move(stored.header.shape), path, stored.bytes});
  }
  out.read = [file](const std::string& name) { return file->read(name); };
  return out;
}

/// The tensors that an index places in each file.
using Places = std::map<std::string, std::set<std::string>>;

Places places_of(const JsonPlace& weight_map) {
  Places places;
  std::set<std::string> names;
  for (const auto& [name, value] : weight_map.object()) {
    const JsonPlace place(value, "weight_map." + printable(name));
    const std::string& file = place.string();
    const bool plain = file.find_first_of(std::string_view("/\0", 2)) == std::string::npos &&
                       !file.empty() && file != "." && file != "..";
    if (!plain) place.fail("'", printable(file), "' is no file in the folder of the index");
    if (!names.insert(name).second) place.fail("the tensor stands twice");
    places[file].insert(name);
  }
  return places;
}

Places read_index(const std::string& path) {
  const std::string content = read_file(path, "an index of safetensors files");
  const Json json = Json::parse(content, path);
  try {
    return places_of(JsonFields(JsonPlace(json, "")).required("weight_map"));
  } catch (const Error& error) {
    throw Error(text(error.message(), "; ", kDamaged));
  }
}

void check_present(const std::string& index, const Places& places) {
  std::vector<std::string> missing;
  for (const auto& [file, names] : places)
    if (!is_there(beside(index, file))) missing.push_back(printable(file));
  require(missing.empty(),
          "the index names files that are not in its folder: ", list_of(missing, missing.size()),
          "; download them too");
}

std::vector<std::string> difference(const std::set<std::string>& a,
                                    const std::set<std::string>& b) {
  std::vector<std::string> out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  for (std::string& name : out) name = printable(name);
  return out;
}

/// Error unless the file holds the tensors that the index places there, and no other.
void check_agreement(const TensorFile& file, const std::string& name,
                     const std::set<std::string>& placed) {
  constexpr const char* kRemedy = "; they are of different versions: download all of them again";
  std::set<std::string> held;
  for (const Checkpoint::Entry& entry : file.entries) held.insert(entry.name);
  const auto absent = difference(placed, held), other = difference(held, placed);
  require(absent.empty(), "the index places tensors in ", printable(name),
          " that are not there: ", list_of(absent), kRemedy);
  require(other.empty(), printable(name),
          " has tensors that the index does not place there: ", list_of(other), kRemedy);
}

std::vector<TensorFile> open_index(const std::string& path) {
  return about_file(path, [&] {
    const Places places = read_index(path);
    check_present(path, places);
    std::vector<TensorFile> files;
    for (const auto& [name, placed] : places) {
      files.push_back(open_safetensors(beside(path, name)));
      check_agreement(files.back(), name, placed);
    }
    return files;
  });
}

/// What to do when only files of these names are there.
std::string remedy(const std::vector<std::string>& names) {
  const auto ending_in = [&](const std::vector<std::string_view>& endings) {
    std::vector<std::string> found;
    for (const std::string& name : names)
      if (std::any_of(endings.begin(), endings.end(),
                      [&](std::string_view ending) { return name.ends_with(ending); }))
        found.push_back(printable(name));
    return found;
  };
  if (const auto others = ending_in({kSafetensors, kIndex, kNpz}); !others.empty())
    return "; give the path of a file: " + list_of(others);
  if (const auto pickles = ending_in({".bin", ".pt", ".pth", ".ckpt"}); !pickles.empty())
    return "; pickles of PyTorch (" + list_of(pickles) +
           ") are never loaded: write safetensors, in Python with "
           "model.save_pretrained(folder, safe_serialization=True)";
  if (const auto gguf = ending_in({".gguf"}); !gguf.empty())
    return "; GGUF files of llama.cpp (" + list_of(gguf) +
           ") are not read: give the safetensors that they were made from";
  return "; give a file or folder of weights";
}

std::string path_in_folder(const std::string& folder) {
  for (const char* name : kNamesInFolder)
    if (const fs::path path = fs::path(folder) / name; is_there(path)) return path.string();
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  throw Error(text("the folder has none of ",
                   list_of({std::begin(kNamesInFolder), std::end(kNamesInFolder)}), remedy(names)));
}

std::vector<TensorFile> open_file(const std::string& path) {
  if (path.ends_with(kIndex)) return open_index(path);
  if (path.ends_with(kSafetensors)) return {open_safetensors(path)};
  if (path.ends_with(kNpz)) return {open_npz(path)};
  throw Error(text("the name ends in none of ", kSafetensors, ", ", kIndex, ", ", kNpz,
                   remedy({fs::path(path).filename().string()})));
}

std::vector<TensorFile> open_files(const std::string& path) {
  return about_file(path, [&] {
    try {
      require(is_there(path), "there is no such file or folder");
      return open_file(is_folder(path) ? path_in_folder(path) : path);
    } catch (const fs::filesystem_error& error) {
      throw Error("it cannot be opened: " + error.code().message());
    }
  });
}

}  // namespace

struct Checkpoint::State {
  std::string path;
  std::vector<TensorFile> files;
  std::vector<Entry> entries;
  std::map<std::string, std::pair<const TensorFile*, std::size_t>> index;  // into `entries`
  std::map<std::string, Tensor> read;
};

Checkpoint Checkpoint::open(const std::string& path) {
  const auto state = std::make_shared<State>();
  state->path = path;
  state->files = open_files(path);
  for (TensorFile& file : state->files)
    for (Entry& entry : file.entries) {
      state->index[entry.name] = {&file, state->entries.size()};
      state->entries.push_back(std::move(entry));
    }
  return Checkpoint(state);
}

const std::string& Checkpoint::path() const { return state_->path; }

const std::vector<Checkpoint::Entry>& Checkpoint::entries() const { return state_->entries; }

const Checkpoint::Entry* Checkpoint::find(const std::string& name) const {
  const auto found = state_->index.find(name);
  return found == state_->index.end() ? nullptr : &state_->entries[found->second.second];
}

Tensor Checkpoint::read(const std::string& name) const {
  if (const auto known = state_->read.find(name); known != state_->read.end()) return known->second;
  const auto found = state_->index.find(name);
  if (found == state_->index.end()) {
    std::vector<std::string> names;
    for (const Entry& entry : entries()) names.push_back(printable(entry.name));
    const std::string guess = did_you_mean(printable(name), names);
    throw Error(text("the checkpoint has no tensor '", printable(name), "'",
                     guess.empty() ? "; it has " + list_of(names) : guess),
                in_file(path()));
  }
  return state_->read.emplace(name, found->second.first->read(name)).first->second;
}

}  // namespace atto
