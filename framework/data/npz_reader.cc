#include <zip.h>

#include <algorithm>
#include <array>

#include "framework/data/npy.h"
#include "framework/data/npz.h"

// Reading is libzip's work: minizip 1.1 cannot read members of 4 GB or behind 4 GB on a 64-bit
// Linux (it compares a 32-bit mark with a 64-bit -1, so that a zip64 size is never looked up).

namespace atto {
namespace {

constexpr std::string_view kEnding = ".npy";
constexpr std::uint64_t kDeflateFactor =
    1032;  // the most that deflate can shrink: 258 bytes to 2 bits

std::string message_of(zip_error_t& error) {
  const std::string message = zip_error_strerror(&error);
  zip_error_fini(&error);
  return message;
}

/// Error unless the file begins as a zip archive does.
void check_magic(FileSource& file) {
  std::array<char, kHeadBytes> head;
  const auto count =
      static_cast<std::size_t>(std::min<std::uint64_t>(file.remaining(), head.size()));
  file.read(head.data(), count);
  const std::string_view begin(head.data(), count);
  if (begin.starts_with("PK\x03\x04") || begin.starts_with("PK\x05\x06")) return;
  throw Error(mistaken(std::as_bytes(std::span(head).first(count)), "an .npz archive"));
}

std::shared_ptr<void> open_archive(const std::string& path) {
  int code = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (archive) return {archive, [](void* a) { zip_discard(static_cast<zip_t*>(a)); }};
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  throw Error(text("the archive's directory, at its end, cannot be read (", message_of(error),
                   "); ", kDamaged));
}

/// One member, decompressed. Its size is bounded by the bytes of the file that it is made of.
class Member final : public ByteSource {
 public:
  Member(zip_t* archive, std::uint64_t index, std::uint64_t file_bytes) : ByteSource(0) {
    zip_stat_t status;
    zip_stat_init(&status);
    require(zip_stat_index(archive, index, 0, &status) == 0, "its entry cannot be read; ",
            kDamaged);
    require(status.encryption_method == ZIP_EM_NONE,
            "it is encrypted; write it again with np.savez");
    const bool stored = status.comp_method == ZIP_CM_STORE;
    require(stored || status.comp_method == ZIP_CM_DEFLATE, "it is compressed by method ",
            status.comp_method,
            " of zip; stored and deflated arrays are read: write it again with np.savez");
    const std::uint64_t factor = stored ? 1 : kDeflateFactor;
    require(status.comp_size <= file_bytes && status.size / factor <= status.comp_size,
            "it claims ", status.size, " bytes, made of ", status.comp_size, ", in a file of ",
            file_bytes, "; ", kDamaged);
    file_ = zip_fopen_index(archive, index, 0);
    require(file_ != nullptr, "it cannot be opened (", zip_strerror(archive), "); ", kDamaged);
    set_remaining(status.size);
  }
  ~Member() override { zip_fclose(file_); }

  /// Error unless it ends here, with the right checksum.
  void check_end() {
    char byte = 0;
    const auto got = zip_fread(file_, &byte, 1);
    require(got <= 0, "it has more bytes than its entry says; ", kDamaged);
    check(got == 0);
  }

 private:
  void fetch(void* to, std::size_t count) override {
    auto* next = static_cast<char*>(to);
    while (count > 0) {
      const auto got = zip_fread(file_, next, count);
      check(got >= 0);
      require(got > 0, "it has fewer bytes than its entry says; ", kDamaged);
      next += got;
      count -= static_cast<std::size_t>(got);
    }
  }

  void check(bool ok) {
    if (ok) return;
    const bool checksum = zip_error_code_zip(zip_file_get_error(file_)) == ZIP_ER_CRC;
    require(!checksum, "its checksum is wrong; ", kDamaged);
    throw Error(text("it cannot be read (", zip_file_strerror(file_), "); ", kDamaged));
  }

  zip_file_t* file_ = nullptr;
};

}  // namespace

NpzReader::NpzReader(std::string path) : path_(std::move(path)) {
  about_file(path_, [&] {
    FileSource file(path_);
    bytes_ = file.remaining();
    check_magic(file);
    archive_ = open_archive(path_);
    auto* archive = static_cast<zip_t*>(archive_.get());
    const auto count = static_cast<std::uint64_t>(zip_get_num_entries(archive, 0));
    for (std::uint64_t i = 0; i < count; ++i) {
      const char* found = zip_get_name(archive, i, ZIP_FL_ENC_GUESS);
      require(found != nullptr, "the name of its member ", i, " cannot be read; ", kDamaged);
      std::string name(found);
      if (!name.ends_with(kEnding)) continue;
      name.resize(name.size() - kEnding.size());
      require(index_.emplace(name, i).second, "two arrays have the name '", printable(name),
              "'; write the archive again with a name for each");
      names_.push_back(std::move(name));
    }
  });
}

std::uint64_t NpzReader::find(const std::string& name) const {
  const auto found = index_.find(name);
  if (found != index_.end()) return found->second;
  std::vector<std::string> known;
  for (const std::string& other : names_) known.push_back(printable(other));
  const std::string guess = did_you_mean(printable(name), known);
  throw Error(text("the archive has no array '", printable(name), "'", guess,
                   guess.empty() ? "; it has " : " It has ",
                   known.empty() ? "none" : list_of(known)));
}

template <class Work>
auto NpzReader::with_member(const std::string& name, Work&& work) const {
  return about_file(path_, [&] {
    const std::uint64_t index = find(name);
    try {
      Member member(static_cast<zip_t*>(archive_.get()), index, bytes_);
      return work(member);
    } catch (const Error& error) {
      throw Error(text("array '", printable(name), "': ", error.message()));
    }
  });
}

Tensor NpzReader::read(const std::string& name) const {
  return with_member(name, [](Member& member) {
    Tensor tensor = parse_npy(member);
    member.check_end();
    return tensor;
  });
}

NpzReader::Stored NpzReader::describe(const std::string& name) const {
  return with_member(name, [](Member& member) {
    NpyHeader header = take_npy_header(member);
    return Stored{std::move(header), member.remaining()};
  });
}

}  // namespace atto
