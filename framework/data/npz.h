#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "framework/core/tensor.h"
#include "framework/data/file.h"
#include "framework/data/npy_header.h"

namespace atto {

/// Reads the arrays of an .npz archive (np.savez, np.savez_compressed): a zip archive whose members
/// are .npy files. A name is only a name, whatever slashes and dots are in it; nothing is ever
/// extracted. Not for two threads at once.
///
/// Every Error begins with the path, names the array and ends with what to do.
class NpzReader {
 public:
  /// Reads the archive's directory. Error when the file is no archive, or two arrays have one name.
  explicit NpzReader(std::string path);

  /// As in NumPy: the members that end in `.npy`, without that ending, in the archive's order.
  const std::vector<std::string>& names() const { return names_; }
  bool has(const std::string& name) const { return index_.contains(name); }
  /// The array, as read_npy() reads it, its checksum compared. Error when there is none of the name
  /// (with the names that there are), or it is damaged, encrypted or compressed by other means
  /// than deflate. Memory is taken only for sizes that the bytes in the file can really yield.
  Tensor read(const std::string& name) const;
  /// What read() would read, without its elements.
  struct Stored {
    NpyHeader header;
    std::uint64_t bytes = 0;  ///< that follow the header
  };
  Stored describe(const std::string& name) const;

 private:
  std::uint64_t find(const std::string& name) const;
  template <class Work>
  auto with_member(const std::string& name, Work&& work) const;

  std::string path_;
  std::uint64_t bytes_ = 0;        // of the file
  std::shared_ptr<void> archive_;  // libzip's zip_t
  std::vector<std::string> names_;
  std::map<std::string, std::uint64_t> index_;  // of a member in the archive
};

/// Writes an .npz archive that np.load reads: one stored (not deflated) .npy member for each array,
/// on the disk as soon as it is added, so that no array needs to live longer. Equal arrays give
/// equal bytes: the time stamps are fixed. The file takes its place on close(), whole; without it
/// nothing is left.
class NpzWriter {
 public:
  /// Error when no file can be created beside `path`.
  explicit NpzWriter(const std::string& path);
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;

  /// Error when the name is empty, too long or was added before, or the disk is full.
  void add(const std::string& name, const TensorView& tensor);
  void add(const std::string& name, const Tensor& tensor) { add(name, tensor.view()); }
  /// Ends the archive and puts it in its place. Error when that fails. Nothing may follow.
  void close();

 private:
  void write(const void* bytes, std::uint64_t count);
  void check_open() const;
  void check(bool ok);

  PendingFile file_;
  void* archive_ = nullptr;  // minizip's zipFile; null after close() and after a failure
  std::set<std::string> names_;
};

}  // namespace atto
