#pragma once
#include <cstddef>
#include <memory>

namespace atto {

/// The one piece of memory that all results of a run stand in, 64-byte aligned. Under the address
/// sanitizer what holds no living value is poisoned, or overruns would hide in it.
class Arena {
 public:
  /// Makes room for so many bytes; what stood there is lost when it must grow. Error when there is
  /// no memory.
  void reserve(std::size_t bytes);
  std::byte* data() const { return data_.get(); }
  std::size_t bytes() const { return bytes_; }

  /// A value lives here now, or no longer.
  static void open(void* data, std::size_t bytes);
  static void close(void* data, std::size_t bytes);

 private:
  struct Free {
    std::size_t bytes;
    void operator()(std::byte* data) const;
  };
  std::unique_ptr<std::byte, Free> data_{nullptr, Free{0}};
  std::size_t bytes_ = 0;
};

}  // namespace atto
