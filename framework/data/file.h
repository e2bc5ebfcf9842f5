#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/core/error.h"

namespace atto {

/// What to do about a file that lacks bytes or has wrong ones; ends many messages.
inline constexpr std::string_view kDamaged =
    "it is cut off or damaged: copy, download or write it again";

/// So many of a file's first bytes tell what it is.
inline constexpr std::size_t kHeadBytes = 512;

/// The place of an error that is about a whole file: its report begins with the path.
Position in_file(const std::string& path);

/// Runs `work`; an Error that has no place yet gets the file.
template <class Work>
decltype(auto) about_file(const std::string& path, Work&& work) {
  try {
    return work();
  } catch (Error& error) {
    throw error.at(in_file(path));
  }
}

/// Whether there is something at a path; also what cannot be looked at, so that whoever opens it
/// hears why. Never throws, as the functions of std::filesystem do for a long name.
bool is_there(const std::filesystem::path& path);
/// Whether a folder is there.
bool is_folder(const std::filesystem::path& path);

/// A path that a file names: relative to the folder of that file.
std::string beside(const std::string& file, const std::string& path);

/// `text` fit for a message: control characters as \x1b, at most `limit` bytes and then `...`.
std::string printable(std::string_view text, std::size_t limit = 80);

/// The system's words for an errno, such as "No such file or directory".
std::string system_message(int error_number);

/// `this is a web page (HTML), not <wanted>; download ...`: what a file is that does not begin as
/// `wanted` does, and what to do. `head` is its first bytes, up to kHeadBytes.
std::string mistaken(std::span<const std::byte> head, std::string_view wanted);

/// The same for kinds of files that have a beginning of their own, safetensors left out; else
/// empty.
std::string known_mistake(std::span<const std::byte> head, std::string_view wanted);

/// Bytes that come once, from front to back, and whose number is known before.
class ByteSource {
 public:
  explicit ByteSource(std::uint64_t bytes) : remaining_(bytes) {}
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  std::uint64_t remaining() const { return remaining_; }
  /// The next `count` bytes, at most remaining(). Error when they cannot be had.
  void read(void* to, std::size_t count);

 protected:
  void set_remaining(std::uint64_t bytes) { remaining_ = bytes; }

 private:
  virtual void fetch(void* to, std::size_t count) = 0;

  std::uint64_t remaining_;
};

/// Bytes in memory; they must outlive it.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes)
      : ByteSource(bytes.size()), next_(bytes.data()) {}

 private:
  void fetch(void* to, std::size_t count) override;

  const std::byte* next_;
};

/// A regular file, open for reading. Error when it cannot be opened or is a directory, a pipe or a
/// device.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path);
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  int descriptor_ = -1;
  std::uint64_t bytes_ = 0;
};

/// An OpenFile from front to back.
class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path);

 private:
  void fetch(void* to, std::size_t count) override;

  OpenFile file_;
};

/// All bytes of a file. Error, about the file, when it cannot be read.
std::string read_file(const std::string& path);
/// The same; Error also for what known_mistake() knows. `wanted` is what it should be, with `a`.
std::string read_file(const std::string& path, std::string_view wanted);

/// A file that takes its place whole or not at all: it is written under a temporary name beside
/// `path`, which commit() renames. Without commit() the temporary file is removed and whatever was
/// at `path` stays. (A process that is killed leaves `path`.part-... behind. Nothing is promised
/// about a power failure: the bytes are not forced to the disk.)
class PendingFile {
 public:
  /// Creates the empty temporary file. Error when that fails or `path` is no regular file.
  explicit PendingFile(std::string path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  const std::string& path() const { return path_; }
  const std::string& temporary() const { return temporary_; }
  void commit();

 private:
  std::string path_;
  std::string target_;     // path_ with symbolic links followed
  std::string temporary_;  // empty after commit()
};

/// Writes the pieces, one behind the other, to a file that takes its place whole or not at all.
/// Error, about the file, when that fails.
void write_file(const std::string& path, const std::vector<std::span<const std::byte>>& pieces);

}  // namespace atto
