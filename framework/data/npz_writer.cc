#include <minizip/zip.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "framework/data/npy_header.h"
#include "framework/data/npz.h"

// Writing is minizip's work: libzip writes nothing before zip_close(), so that every array would
// have to live until then.

namespace atto {
namespace {

constexpr std::size_t kLongestName = 0xFFFF - 64;    // bytes; zip counts them in 16 bits
constexpr std::uint64_t kLargestPiece = 1U << 30;    // bytes; minizip counts them in 32 bits
constexpr std::uint64_t kZip64 = 0xFFFF0000;         // bytes; from here on sizes need 64 bits
constexpr uLong kFirstOf1980 = 1U << 21 | 1U << 16;  // month 1, day 1: zip's first day
constexpr uLong kUtf8Name = 1U << 11;                // flag of zip

bool is_ascii(const std::string& name) {
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

NpzWriter::NpzWriter(const std::string& path) : file_(path) {
  zipFile archive = zipOpen64(file_.temporary().c_str(), APPEND_STATUS_CREATE);
  check(archive != nullptr);
  archive_ = archive;
}

NpzWriter::~NpzWriter() {
  if (archive_) zipClose(archive_, nullptr);
}

void NpzWriter::add(const std::string& name, const TensorView& tensor) {
  check_open();
  about_file(file_.path(), [&] {
    require(!name.empty(), "an array needs a name");
    require(name.find('\0') == std::string::npos && name.size() <= kLongestName, "the name '",
            printable(name), "' cannot stand in an archive: it is too long or has a zero byte");
    require(!names_.contains(name), "the array '", printable(name), "' is there already");
  });
  const std::string header = npy_header(tensor.dtype, tensor.shape());
  const std::uint64_t bytes = tensor.bytes();
  zip_fileinfo info = {};
  info.dosDate = kFirstOf1980;
  const int opened = zipOpenNewFileInZip4_64(
      archive_, (name + ".npy").c_str(), &info, nullptr, 0, nullptr, 0, nullptr, 0, 0, 0,
      -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0, 0, is_ascii(name) ? 0 : kUtf8Name,
      header.size() + bytes >= kZip64);
  check(opened == ZIP_OK);
  write(header.data(), header.size());
  write(tensor.data, bytes);
  check(zipCloseFileInZip(archive_) == ZIP_OK);
  names_.insert(name);
}

void NpzWriter::write(const void* bytes, std::uint64_t count) {
  const auto* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const std::uint64_t piece = std::min(count, kLargestPiece);
    check(zipWriteInFileInZip(archive_, next, static_cast<unsigned>(piece)) == ZIP_OK);
    next += piece;
    count -= piece;
  }
}

void NpzWriter::check_open() const {
  if (!archive_)
    throw Error("the archive is closed, or was given up after an error", in_file(file_.path()));
}

void NpzWriter::check(bool ok) {
  if (ok) return;
  const int error = errno;
  if (archive_) zipClose(std::exchange(archive_, nullptr), nullptr);
  throw Error("the archive cannot be written: " + system_message(error), in_file(file_.path()));
}

void NpzWriter::close() {
  check_open();
  check(zipClose(std::exchange(archive_, nullptr), nullptr) == ZIP_OK);
  file_.commit();
}

}  // namespace atto
