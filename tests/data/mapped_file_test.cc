#include "framework/data/mapped_file.h"

#include <sys/stat.h>

#include <string>

#include "tests/data/helpers.h"

namespace atto {
namespace {

using testing::report_of;

class Mapped : public testing::InTemporaryFolder {};

std::string text_in(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST_F(Mapped, HasTheBytesOfTheFile) {
  const std::string large(100000, 'x');
  write_file("x", large);
  EXPECT_EQ(text_in(MappedFile("x")), large);
  write_file("empty", "");
  EXPECT_EQ(text_in(MappedFile("empty")), "");
}

TEST_F(Mapped, StaysWhenTheFileIsReplacedOrRemoved) {
  write_file("x", "before");
  const MappedFile file("x");
  write_file("y", "after!");
  std::filesystem::rename("y", "x");
  EXPECT_EQ(text_in(file), "before");
  std::filesystem::remove("x");
  EXPECT_EQ(text_in(file), "before");
}

TEST_F(Mapped, FilesThatCannotBeMapped) {
  std::filesystem::create_directory("folder");
  ASSERT_EQ(::mkfifo("pipe", 0600), 0);
  const struct {
    std::string path, message;
  } rows[] = {
      {"none", "the file cannot be opened: No such file or directory"},
      {"folder", "this is a directory, not a file"},
      {"pipe", "this is a pipe or a device; write its data to a file and give that"},
      {"/dev/null", "this is a pipe or a device; write its data to a file and give that"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(report_of([&] { MappedFile file(row.path); }), row.path + ": error: " + row.message);
}

}  // namespace
}  // namespace atto
