#include "framework/data/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace atto {
namespace {

constexpr std::size_t kQuotedBytes = 8;       // of a file whose kind is unknown
constexpr std::size_t kPyTorchNameEnd = 256;  // bytes in which the first member's name ends

std::string hex(unsigned char byte) {
  constexpr char digits[] = "0123456789abcdef";
  return {digits[byte >> 4], digits[byte & 15]};
}

struct Kind {
  std::string_view magic;  // the file's first bytes
  const char* what;
  const char* remedy;
};

constexpr const char* kDownload = "download the file itself, not the page about it";
constexpr const char* kPickle =
    "load it in Python and write the arrays with np.save; pickles are never loaded";
constexpr const char* kPyTorch = "a file of torch.save (a pickle)";
constexpr const char* kSafetensors =
    "such files are never loaded: write safetensors with "
    "model.save_pretrained(folder, safe_serialization=True)";

constexpr Kind kKinds[] = {
    {"\x93NUMPY", "a .npy file (one array)", "give it a name that ends in .npy"},
    {"PK\x03\x04", "a zip archive", "if np.savez wrote it, give it a name that ends in .npz"},
    {"PK\x05\x06", "an empty zip archive", "write the arrays again with np.savez"},
    {"version https://git-lfs", "a git-LFS pointer", "fetch the data with 'git lfs pull'"},
    {"<!doctype", "a web page (HTML)", kDownload},
    {"<!DOCTYPE", "a web page (HTML)", kDownload},
    {"<html", "a web page (HTML)", kDownload},
    {"<HTML", "a web page (HTML)", kDownload},
    {"\x1f\x8b", "a gzip file", "unpack it with gunzip"},
    {"\x89HDF\r\n", "an HDF5 file", "read it with h5py and write the arrays with np.savez"},
    {"GGUF", "a GGUF file of llama.cpp", "give the safetensors that it was made from"},
    {"\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", kPyTorch, kSafetensors},
    {"\x80\x02", "a Python pickle", kPickle},
    {"\x80\x03", "a Python pickle", kPickle},
    {"\x80\x04", "a Python pickle", kPickle},
    {"\x80\x05", "a Python pickle", kPickle},
};

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\r' || c == '\t';  // ASCII
  });
}

/// torch.save writes a zip archive; data.pkl is its first member.
bool is_pytorch(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04") &&
         bytes.substr(0, kPyTorchNameEnd).find("/data.pkl") != std::string_view::npos;
}

/// A safetensors file is the size of its header in 8 bytes, then the header, a JSON object.
bool is_safetensors(std::string_view bytes) {
  return bytes.size() >= 10 && bytes.substr(8, 2) == "{\"" && !is_text(bytes.substr(0, 8));
}

Kind kind_of_file(std::string_view head) {
  if (head.empty()) return {"", "an empty file", "write or download it again"};
  if (is_pytorch(head)) return {"", kPyTorch, kSafetensors};
  const auto start = std::min(head.find_first_not_of(" \t\r\n"), head.size());
  for (const Kind& kind : kKinds)
    if (head.starts_with(kind.magic) || head.substr(start).starts_with(kind.magic)) return kind;
  return {"", nullptr, nullptr};
}

/// open() that a signal does not interrupt; Error when it fails.
int open_file(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  } while (descriptor < 0 && errno == EINTR);
  require(descriptor >= 0, "the file cannot be opened: ", system_message(errno));
  return descriptor;
}

/// Creates `target`.part-<process>-<n> with the first n that is free.
std::string create_beside(const std::string& target) {
  for (int n = 0;; ++n) {
    const std::string name = text(target, ".part-", ::getpid(), "-", n);
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      ::close(descriptor);
      return name;
    }
    const int error = errno;
    if (error == EEXIST || error == EINTR) continue;
    const std::string folder = std::filesystem::path(target).parent_path().string();
    require(error != ENOENT, "the folder '", folder, "' does not exist; create it first");
    throw Error("the file cannot be created: " + system_message(error));
  }
}

}  // namespace

Position in_file(const std::string& path) {
  return {std::make_shared<const Source>(Source{path, {}}), 0, 0};
}

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() != std::filesystem::file_type::not_found;
}

bool is_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

std::string beside(const std::string& file, const std::string& path) {
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += "\\x" + hex(byte);
    } else {
      out += c;
    }
  }
  return text.size() > limit ? out + "..." : out;
}

std::string system_message(int error_number) {
  return std::generic_category().message(error_number);
}

std::string mistaken(std::span<const std::byte> head, std::string_view wanted) {
  const std::string_view bytes = text_of(head);
  if (is_safetensors(bytes))
    return text("this is a safetensors file, not ", wanted, "; use it as a checkpoint");
  if (std::string known = known_mistake(head, wanted); !known.empty()) return known;
  if (is_text(bytes))
    return text("this is text, not ", wanted, ": it begins with '", printable(bytes, 40),
                "'; numbers in text become an array by np.save(path, np.loadtxt(text_path))");
  std::string begin;
  for (const std::byte b : head.first(std::min(head.size(), kQuotedBytes)))
    begin += " " + hex(std::to_integer<unsigned char>(b));
  return text("this is not ", wanted, ": it begins with the bytes", begin,
              "; write it with NumPy or give another file");
}

std::string known_mistake(std::span<const std::byte> head, std::string_view wanted) {
  const std::string_view bytes = text_of(head);
  if (is_safetensors(bytes)) return {};  // its length may look like another kind's beginning
  const Kind kind = kind_of_file(bytes);
  if (!kind.what) return {};
  return text("this is ", kind.what, ", not ", wanted, "; ", kind.remedy);
}

void ByteSource::read(void* to, std::size_t count) {
  ATTO_CHECK(count <= remaining_);
  fetch(to, count);
  remaining_ -= count;
}

void MemorySource::fetch(void* to, std::size_t count) {
  if (count == 0) return;
  std::memcpy(to, next_, count);
  next_ += count;
}

OpenFile::OpenFile(const std::string& path) : descriptor_(open_file(path)) {
  struct stat status = {};
  const bool known = ::fstat(descriptor_, &status) == 0;
  if (known && S_ISREG(status.st_mode)) {
    bytes_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  ::close(descriptor_);
  require(!known || !S_ISDIR(status.st_mode), "this is a directory, not a file");
  throw Error("this is a pipe or a device; write its data to a file and give that");
}

OpenFile::~OpenFile() { ::close(descriptor_); }

FileSource::FileSource(const std::string& path) : ByteSource(0), file_(path) {
  set_remaining(file_.bytes());
}

std::string read_file(const std::string& path) {
  return about_file(path, [&] {
    FileSource file(path);
    std::string content(file.remaining(), '\0');
    file.read(content.data(), content.size());
    return content;
  });
}

std::string read_file(const std::string& path, std::string_view wanted) {
  std::string content = read_file(path);
  const auto head = std::as_bytes(std::span(content)).first(std::min(content.size(), kHeadBytes));
  if (const std::string other = known_mistake(head, wanted); !other.empty())
    throw Error(other, in_file(path));
  return content;
}

void FileSource::fetch(void* to, std::size_t count) {
  auto* next = static_cast<char*>(to);
  while (count > 0) {
    const ssize_t got = ::read(file_.descriptor(), next, count);
    if (got < 0 && errno == EINTR) continue;
    require(got >= 0, "the file cannot be read: ", system_message(errno));
    require(got > 0, "the file became shorter while it was read; try again when it is complete");
    next += got;
    count -= static_cast<std::size_t>(got);
  }
}

PendingFile::PendingFile(std::string path) : path_(std::move(path)), target_(path_) {
  about_file(path_, [&] {
    std::error_code ignored;
    if (std::filesystem::exists(path_, ignored)) {
      require(!std::filesystem::is_directory(path_, ignored),
              "this is a directory; give the name of a file");
      require(std::filesystem::is_regular_file(path_, ignored),
              "this is a pipe or a device; give the name of a file");
      const auto real = std::filesystem::canonical(path_, ignored);
      if (!ignored) target_ = real.string();
    }
    temporary_ = create_beside(target_);
  });
}

PendingFile::~PendingFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void PendingFile::commit() {
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0)
    throw Error("the file cannot be replaced: " + system_message(errno), in_file(path_));
  temporary_.clear();
}

void write_file(const std::string& path, const std::vector<std::span<const std::byte>>& pieces) {
  PendingFile pending(path);
  const auto check = [&](bool ok) {
    if (!ok) throw Error("the file cannot be written: " + system_message(errno), in_file(path));
  };
  const auto close = [](std::FILE* file) { std::fclose(file); };
  std::unique_ptr<std::FILE, decltype(close)> file(std::fopen(pending.temporary().c_str(), "wb"),
                                                   close);
  check(file != nullptr);
  for (const auto& piece : pieces)
    check(piece.empty() || std::fwrite(piece.data(), 1, piece.size(), file.get()) == piece.size());
  check(std::fclose(file.release()) == 0);
  pending.commit();
}

}  // namespace atto
