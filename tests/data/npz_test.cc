#include "framework/data/npz.h"

#include <sys/resource.h>

#include <csignal>
#include <string>
#include <vector>

#include "tests/data/helpers.h"

namespace atto {
namespace {

using testing::bytes_of;
using testing::report_of;
using testing::same;

// From NumPy and Python's zipfile, by npz_literals.py.
#include "tests/data/npz_literals.inc"

const std::string kDamage = "; it is cut off or damaged: copy, download or write it again";

const std::vector<std::string> kNames = {"a", "b/c.d"};

Tensor a() { return Tensor::of<std::int64_t>({2}, {1, -2}); }
Tensor b() { return Tensor::of<float>({2, 1}, {0.5F, 2}); }

class Npz : public testing::InTemporaryFolder {
 protected:
  /// Of `work` on the archive x.npz with these bytes.
  static std::string error_of(const std::string& bytes, const std::string& name = "a") {
    write_file("x.npz", bytes);
    return report_of([&] { NpzReader("x.npz").read(name); });
  }

  /// The archive with `from` replaced everywhere by `to`, of equal length.
  static std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
    std::size_t found = 0;
    for (auto at = bytes.find(from); at != std::string::npos; at = bytes.find(from, at + 1)) {
      bytes.replace(at, from.size(), to);
      ++found;
    }
    EXPECT_GT(found, 0U);
    return bytes;
  }
};

TEST_F(Npz, ReadsWhatNumPyWrites) {
  for (const char* archive : {kSavez, kSavezCompressed, kZip64, kWritten}) {
    write_file("x.npz", bytes_of(archive));
    const NpzReader reader("x.npz");
    EXPECT_EQ(reader.names(), kNames);
    EXPECT_TRUE(reader.has("b/c.d"));
    EXPECT_FALSE(reader.has("a.npy"));
    EXPECT_TRUE(same(reader.read("b/c.d"), b()));
    EXPECT_TRUE(same(reader.read("a"), a()));
    EXPECT_TRUE(same(reader.read("a"), a()));
  }
  write_file("x.npz", bytes_of(kSavezEmpty));
  EXPECT_EQ(NpzReader("x.npz").names(), std::vector<std::string>());
}

TEST_F(Npz, DescribesAnArrayByItsHeader) {
  for (const char* archive : {kSavez, kSavezCompressed, kZip64}) {
    write_file("x.npz", bytes_of(archive));
    const NpzReader::Stored stored = NpzReader("x.npz").describe("b/c.d");
    EXPECT_EQ(stored.header.descr, "<f4");
    EXPECT_EQ(stored.header.shape, (Shape{2, 1}));
    EXPECT_EQ(stored.bytes, 8U);
  }
  EXPECT_EQ(report_of([] { NpzReader("x.npz").describe("c"); }),
            "x.npz: error: the archive has no array 'c'; it has a, b/c.d");
}

// Written by Python's zipfile with the same settings; npz_literals.py says which.
TEST_F(Npz, WritesTheSameBytesAsPython) {
  NpzWriter writer("x.npz");
  writer.add("a", a());
  writer.add("b/c.d", b());
  EXPECT_FALSE(std::filesystem::exists("x.npz"));
  writer.close();
  EXPECT_EQ(read_file("x.npz"), bytes_of(kWritten));

  NpzWriter other("y.npz");
  other.add("\xc3\xa9", Tensor::of<bool>({}, {true}));
  other.close();
  EXPECT_EQ(read_file("y.npz"), bytes_of(kWrittenUtf8));

  NpzWriter empty("z.npz");
  empty.close();
  EXPECT_EQ(read_file("z.npz"), bytes_of(kSavezEmpty));
  EXPECT_EQ(files(), (std::vector<std::string>{"x.npz", "y.npz", "z.npz"}));
}

TEST_F(Npz, NamesAreOnlyNames) {
  const std::vector<std::string> names = {"../../up", "/root", "h.3.attended", "..",
                                          ".npy",     "a b\n", "\xc3\xa9"};
  NpzWriter writer("x.npz");
  for (std::size_t i = 0; i < names.size(); ++i)
    writer.add(names[i], Tensor::of<double>({}, {static_cast<double>(i)}));
  writer.close();
  const NpzReader reader("x.npz");
  EXPECT_EQ(reader.names(), names);
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_TRUE(same(reader.read(names[i]), Tensor::of<double>({}, {static_cast<double>(i)})));
  EXPECT_EQ(files(), std::vector<std::string>{"x.npz"});
}

TEST_F(Npz, ArraysOfManyPieces) {
  Tensor large(DType::int64, {300, 1000});
  std::int64_t next = 0;
  for (std::int64_t& value : large.data<std::int64_t>()) value = next++;
  NpzWriter writer("x.npz");
  writer.add("large", large);
  writer.close();
  EXPECT_TRUE(same(NpzReader("x.npz").read("large"), large));
}

TEST_F(Npz, OnlyCloseReplacesTheFile) {
  write_file("x.npz", "as it was");
  {
    NpzWriter writer("x.npz");
    writer.add("a", a());
    EXPECT_EQ(files().size(), 2U);
  }
  EXPECT_EQ(files(), std::vector<std::string>{"x.npz"});
  EXPECT_EQ(read_file("x.npz"), "as it was");
}

TEST_F(Npz, ASymbolicLinkKeepsPointing) {
  std::filesystem::create_directory("d");
  write_file("d/real.npz", "old");
  std::filesystem::create_symlink("d/real.npz", "x.npz");
  NpzWriter writer("x.npz");
  writer.add("a", a());
  writer.close();
  EXPECT_TRUE(std::filesystem::is_symlink("x.npz"));
  EXPECT_TRUE(same(NpzReader("d/real.npz").read("a"), a()));
}

TEST_F(Npz, NamesThatCannotBeWritten) {
  NpzWriter writer("x.npz");
  writer.add("a", a());
  EXPECT_EQ(report_of([&] { writer.add("a", b()); }),
            "x.npz: error: the array 'a' is there already");
  EXPECT_EQ(report_of([&] { writer.add("", b()); }), "x.npz: error: an array needs a name");
  EXPECT_EQ(report_of([&] { writer.add(std::string("b\0c", 3), b()); }),
            "x.npz: error: the name 'b\\x00c' cannot stand in an archive: it is too long or has a "
            "zero byte");
  EXPECT_EQ(report_of([&] { writer.add(std::string(65530, 'n'), b()); }),
            "x.npz: error: the name '" + std::string(80, 'n') +
                "...' cannot stand in an archive: it is too long or has a zero byte");
  writer.close();
  EXPECT_EQ(NpzReader("x.npz").names(), std::vector<std::string>{"a"});
}

TEST_F(Npz, ADiskThatIsFull) {
  // A limit on the size of files stands for the disk: writing fails in the same way.
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small = {100000, limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::string first, second, third;
  {
    NpzWriter writer("x.npz");
    writer.add("a", a());
    first = report_of([&] { writer.add("large", Tensor(DType::float64, {100000})); });
    second = report_of([&] { writer.add("b", b()); });
    third = report_of([&] { writer.close(); });
  }
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, before);
  EXPECT_EQ(first, "x.npz: error: the archive cannot be written: File too large");
  EXPECT_EQ(second, "x.npz: error: the archive is closed, or was given up after an error");
  EXPECT_EQ(third, second);
  EXPECT_EQ(files(), std::vector<std::string>());
}

TEST_F(Npz, AnotherKindOfFile) {
  EXPECT_EQ(error_of(""),
            "x.npz: error: this is an empty file, not an .npz archive; write or download it again");
  EXPECT_EQ(error_of("\x93NUMPY\1"),
            "x.npz: error: this is a .npy file (one array), not an .npz archive; give it a name "
            "that ends in .npy");
  EXPECT_EQ(error_of("<html>"),
            "x.npz: error: this is a web page (HTML), not an .npz archive; download the file "
            "itself, not the page about it");
  EXPECT_EQ(report_of([] { NpzReader("none.npz"); }),
            "none.npz: error: the file cannot be opened: No such file or directory");
}

TEST_F(Npz, CutOff) {
  const std::string bytes = bytes_of(kSavez);
  EXPECT_EQ(error_of(bytes.substr(0, bytes.size() - 1)),
            "x.npz: error: the archive's directory, at its end, cannot be read (Not a zip "
            "archive)" +
                kDamage);
  for (std::size_t size = 4; size < bytes.size(); size += 9)
    EXPECT_NE(error_of(bytes.substr(0, size)), "no error") << size;
}

TEST_F(Npz, NoSuchArray) {
  EXPECT_EQ(error_of(bytes_of(kSavez), "b/c.e"),
            "x.npz: error: the archive has no array 'b/c.e'; did you mean 'b/c.d'? It has a, "
            "b/c.d");
  EXPECT_EQ(error_of(bytes_of(kSavez), "weights"),
            "x.npz: error: the archive has no array 'weights'; it has a, b/c.d");
  EXPECT_EQ(error_of(bytes_of(kSavezEmpty)),
            "x.npz: error: the archive has no array 'a'; it has none");
}

TEST_F(Npz, TwoOfOneName) {
  NpzWriter writer("x.npz");
  writer.add("a", a());
  writer.add("b", b());
  writer.close();
  EXPECT_EQ(error_of(replaced(read_file("x.npz"), "b.npy", "a.npy")),
            "x.npz: error: two arrays have the name 'a'; write the archive again with a name for "
            "each");
}

TEST_F(Npz, DamagedArray) {
  const std::string place = "x.npz: error: array 'a': ";
  const std::string stored = bytes_of(kSavez);
  EXPECT_EQ(error_of(replaced(stored, "\xfe\xff\xff\xff", "\xfd\xff\xff\xff")),
            place + "its checksum is wrong" + kDamage);
  EXPECT_EQ(error_of(replaced(stored, "'<i8'", "'<i4'")),
            place +
                "the header says i4 [2], which takes 8 bytes, but 16 follow it; one file holds "
                "one array: write each to a file of its own, or use np.savez");
  const std::string other = bytes_of(kOtherMembers);
  EXPECT_EQ(error_of(other),
            place +
                "this is text, not a .npy file: it begins with 'not an array'; numbers in text "
                "become an array by np.save(path, np.loadtxt(text_path))");
  EXPECT_EQ(error_of(other, "b"),
            "x.npz: error: array 'b': the header says i8 [2], which takes 16 bytes, but 12 follow "
            "it" +
                kDamage);
  EXPECT_EQ(error_of(other, "readme.txt"),
            "x.npz: error: the archive has no array 'readme.txt'; it has a, b");
}

TEST_F(Npz, DamagedDeflatedArray) {
  std::string bytes = bytes_of(kSavezCompressed);
  const auto data = bytes.find("a.npy") + 5 + 20;  // behind the name and the zip64 field
  bytes.replace(data, 4, 4, '\xff');
  EXPECT_EQ(error_of(bytes),
            "x.npz: error: array 'a': it cannot be read (Zlib error: data error)" + kDamage);
}

/// Writes a little-endian number into the entry of the first array in the archive's directory.
std::string with_entry(std::string bytes, std::size_t offset, std::uint32_t value,
                       std::size_t size) {
  const auto entry = bytes.find("PK\x01\x02");
  for (std::size_t i = 0; i < size; ++i)
    bytes[entry + offset + i] = static_cast<char>(value >> (8 * i));
  return bytes;
}

TEST_F(Npz, SizesThatTheFileCannotHave) {
  constexpr std::size_t kCompressed = 20, kSize = 24;  // offsets in an entry
  EXPECT_EQ(error_of(with_entry(bytes_of(kSavezCompressed), kSize, 4000000000U, 4)),
            "x.npz: error: array 'a': it claims 4000000000 bytes, made of 75, in a file of 394" +
                kDamage);
  EXPECT_EQ(
      error_of(with_entry(bytes_of(kSavez), kSize, 145, 4)),
      "x.npz: error: array 'a': it claims 145 bytes, made of 144, in a file of 522" + kDamage);
  EXPECT_EQ(error_of(with_entry(bytes_of(kSavezCompressed), kCompressed, 4000000000U, 4)),
            "x.npz: error: array 'a': it claims 144 bytes, made of 4000000000, in a file of 394" +
                kDamage);
}

TEST_F(Npz, SizesThatTheBytesDoNotHave) {
  EXPECT_EQ(error_of(bytes_of(kDeflatedShort)),
            "x.npz: error: array 'a': it has fewer bytes than its entry says" + kDamage);
  EXPECT_EQ(error_of(bytes_of(kDeflatedLong)),
            "x.npz: error: array 'a': it has more bytes than its entry says" + kDamage);
}

TEST_F(Npz, MembersThatAreNotRead) {
  EXPECT_EQ(error_of(bytes_of(kBzip2)),
            "x.npz: error: array 'a': it is compressed by method 12 of zip; stored and deflated "
            "arrays are read: write it again with np.savez");
  constexpr std::size_t kFlags = 8;
  EXPECT_EQ(error_of(with_entry(bytes_of(kWritten), kFlags, 1, 2)),
            "x.npz: error: array 'a': it is encrypted; write it again with np.savez");
}

}  // namespace
}  // namespace atto
