#include "framework/op/registry.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/error_of.h"

namespace atto {
namespace {

std::unique_ptr<Operator> no_operator(Attributes& a) {
  a.get<int>("axis", "the axis");
  a.word("mask", {"none", "causal"}, "what is seen", "none");
  return nullptr;
}
std::unique_ptr<Operator> refused_operator(Attributes& a) {
  a.get<Dims>("to", "the axes");
  throw Error("no placeholder will do");
}
std::unique_ptr<Kernel> no_kernel(Attributes&) { return nullptr; }

OpRegistration operator_of(const char* name, const char* signature = "x[...] -> y[...]") {
  return {name, signature, "Does nothing.", "", {}, true, no_operator};
}

PluginInfo plugin_of(const Registrations& registrations) {
  return {kOperatorPage, kOperatorStamp, &registrations};
}

std::string refusal(const std::string& path) {
  Registry registry({});
  return error_of([&] { registry.load_plugin(path); }).message();
}

TEST(Registry, FindsOperatorsByName) {
  const Registry registry({{operator_of("b"), operator_of("a")}, {{"b", no_kernel}}});
  EXPECT_EQ(registry.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(registry.find("c"), nullptr);
  ASSERT_EQ(registry.all().size(), 2u);
  EXPECT_EQ(registry.all()[1], registry.find("b"));
  const OpEntry& b = *registry.find("b");
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(b.signature.outputs[0].name, "y");
  EXPECT_EQ(b.document, "Does nothing.");
  EXPECT_EQ(b.origin, "");
  EXPECT_TRUE(b.has_backward);
  EXPECT_EQ(b.make, no_operator);
  EXPECT_EQ(b.make_kernel, no_kernel);
  EXPECT_EQ(registry.find("a")->make_kernel, nullptr);
}

TEST(Registry, DocumentsTheAttributesOfAnOperator) {
  Registrations own{{operator_of("a"), operator_of("b")}, {}};
  own.operators[1].make = refused_operator;
  const Registry registry(own);
  const auto attributes = registry.find("a")->attributes();
  ASSERT_EQ(attributes.size(), 2u);
  EXPECT_EQ(attributes[0].name, "axis");
  EXPECT_TRUE(attributes[0].required);
  EXPECT_EQ(attributes[1].default_value, "none");
  ASSERT_EQ(registry.find("b")->attributes().size(), 1u);
  EXPECT_EQ(registry.find("b")->attributes()[0].type, "sizes");
}

TEST(Registry, RefusesASignatureThatCannotBeRead) {
  const Error error = error_of([] { Registry({{operator_of("bad", "x[ -> y[]")}, {}}); });
  EXPECT_EQ(error.report(),
            "signature:1:4: error: expected a name\n"
            "    x[ -> y[]\n"
            "       ^\n"
            "note: operator 'bad' of attograph itself");
}

TEST(Registry, RefusesTwoOperatorsOfOneName) {
  EXPECT_EQ(error_of([] {
              Registry({{operator_of("a"), operator_of("a")}, {}});
            }).message(),
            "operator 'a' of attograph itself is there already, from attograph itself");
  Registry registry({{operator_of("a")}, {}});
  const Registrations same{{operator_of("b"), operator_of("a")}, {}};
  EXPECT_EQ(error_of([&] { registry.add_plugin(plugin_of(same), "./lib.so"); }).message(),
            "operator 'a' of the plug-in ./lib.so is there already, from attograph itself");
  EXPECT_EQ(registry.find("b"), nullptr) << "all of a plug-in or nothing";
}

TEST(Registry, RefusesAKernelWithoutItsOperator) {
  EXPECT_EQ(error_of([] {
              Registry({{operator_of("a")}, {{"b", no_kernel}}});
            }).message(),
            "attograph itself has a kernel 'b' but no operator of that name");
  EXPECT_EQ(error_of([] {
              Registry({{operator_of("a")}, {{"a", no_kernel}, {"a", no_kernel}}});
            }).message(),
            "attograph itself has two kernels 'a'");
  Registry registry({{operator_of("a")}, {}});
  const Registrations faster{{operator_of("b")}, {{"a", no_kernel}}};
  EXPECT_EQ(error_of([&] { registry.add_plugin(plugin_of(faster), "lib.so"); }).message(),
            "the plug-in lib.so has a kernel 'a' but no operator of that name");
}

TEST(Registry, TakesWhatAPluginBrings) {
  Registry registry({{operator_of("a")}, {}});
  const Registrations brought{{operator_of("b")}, {{"b", no_kernel}}};
  registry.add_plugin(plugin_of(brought), "lib.so");
  ASSERT_NE(registry.find("b"), nullptr);
  EXPECT_EQ(registry.find("b")->origin, "lib.so");
  EXPECT_EQ(registry.find("b")->make_kernel, no_kernel);
}

TEST(Registry, RefusesAPluginOfAnotherBuild) {
  Registry registry({});
  // What lies behind the first two members is of another layout: it must not be looked at.
  const auto* unreadable = reinterpret_cast<const Registrations*>(std::uintptr_t{1});
  const auto report = [&](std::uint32_t page, const char* stamp) {
    return error_of([&] { registry.add_plugin({page, stamp, unreadable}, "lib.so"); }).report();
  };
  const std::string ours =
      text("\nnote: attograph: operator page ", kOperatorPage, ", ", kOperatorStamp);
  const std::string message =
      "error: the plug-in lib.so was built with another compiler or version; rebuild the plug-in\n"
      "note: the plug-in: operator page ";
  EXPECT_EQ(report(0, kOperatorStamp), text(message, "0, ", kOperatorStamp, ours));
  EXPECT_EQ(report(kOperatorPage, "compiler 3"),
            text(message, kOperatorPage, ", compiler 3", ours));
}

TEST(Registry, RefusesWhatIsNoPlugin) {
  const Registrations empty;
  Registry registry({});
  EXPECT_EQ(error_of([&] { registry.add_plugin(plugin_of(empty), "lib.so"); }).message(),
            "the plug-in lib.so has no operators");

  EXPECT_EQ(refusal("no_such_file.so"),
            "cannot load the plug-in no_such_file.so: cannot open shared object file: No such "
            "file or directory");
  // The C library is a bare name that the linker would find in the system's folders.
  EXPECT_EQ(refusal("libc.so.6").find("cannot load the plug-in libc.so.6: cannot open"), 0u);

  const auto path = std::filesystem::path(testing::TempDir()) / "no_library.so";
  std::ofstream(path) << "<html>";
  EXPECT_EQ(refusal(path), text("cannot load the plug-in ", path.string(), ": file too short"));
  std::filesystem::remove(path);
}

TEST(Registry, RefusesALibraryWithoutOperators) {
  const char* rest = " has no operators: no file of it includes framework/op/op.h";
  Dl_info info{};
  ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, "getpid"), &info), 0);
  const std::string c_library = std::filesystem::canonical(info.dli_fname);
  EXPECT_EQ(refusal(c_library), text("the plug-in ", c_library, rest));

  // A plug-in is linked against the library, whose own function must not be taken for the
  // plug-in's.
  ASSERT_NE(dladdr(reinterpret_cast<void*>(&Registry::instance), &info), 0);
  const std::string library = std::filesystem::canonical(info.dli_fname);
  EXPECT_EQ(refusal(library), text("the plug-in ", library, rest));
}

TEST(Registry, LoadsAPlugin) {
  Registry registry({});
  registry.load_plugin(ATTO_PLUGIN);
  const OpEntry* twice = registry.find("twice");
  ASSERT_NE(twice, nullptr);
  EXPECT_EQ(registry.names().size(), 1u) << "the plug-in's own operators and no others";
  EXPECT_EQ(twice->origin, ATTO_PLUGIN);
  Attributes attributes;
  const auto op = twice->make(attributes);
  const Tensor x = Tensor::of<double>({2}, {1.5, -2});
  Tensor y(DType::float64, {2});
  op->forward(DType::float64, std::vector{x.view()}, std::vector{y.view()}, {});
  EXPECT_EQ(y.data<double>()[0], 3);
  EXPECT_EQ(y.data<double>()[1], -4);
}

TEST(Registry, ThereIsOneOfTheProcess) { EXPECT_EQ(&Registry::instance(), &Registry::instance()); }

}  // namespace
}  // namespace atto
