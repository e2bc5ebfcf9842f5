#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <xtensor/xtensor_config.hpp>

#include "framework/op/attributes.h"
#include "framework/op/operator.h"

namespace atto {

/// An operator as it registers itself: static data and how to make one.
struct OpRegistration {
  const char* name;
  const char* signature;
  const char* document;
  const char* onnx;  ///< empty when ONNX has no such operator
  Traits traits;
  bool has_backward;
  std::unique_ptr<Operator> (*make)(Attributes&);
};

/// A kernel, under the name of the operator that defines what it computes.
struct KernelRegistration {
  const char* name;
  std::unique_ptr<Kernel> (*make)(Attributes&);
};

/// What one shared object (the library itself, or a plug-in) brings.
struct Registrations {
  std::vector<OpRegistration> operators;
  std::vector<KernelRegistration> kernels;
};

/// The list of the shared object that this is called in: hidden, so that each has its own.
__attribute__((visibility("hidden"))) inline Registrations& local_registrations() {
  static Registrations registrations;
  return registrations;
}

/// Raised whenever anything that crosses from a plug-in to the library changes its layout.
inline constexpr std::uint32_t kOperatorPage = 3;

#define ATTO_TEXT_OF(x) #x
#define ATTO_TEXT(x) ATTO_TEXT_OF(x)
/// What must be equal on both sides of a plug-in's boundary besides kOperatorPage.
inline constexpr const char* kOperatorStamp =
    "compiler " __VERSION__ ", xtensor " ATTO_TEXT(XTENSOR_VERSION_MAJOR) "." ATTO_TEXT(
        XTENSOR_VERSION_MINOR) ", C++ ABI " ATTO_TEXT(__GXX_ABI_VERSION);

/// What a plug-in hands over; its first two members never change their place.
struct PluginInfo {
  std::uint32_t page;
  const char* stamp;
  const Registrations* registrations;
};

/// Hidden, as the list is: a variable of a visible function would be one for the whole process.
__attribute__((visibility("hidden"))) inline const PluginInfo* local_plugin_info() {
  static const PluginInfo info{kOperatorPage, kOperatorStamp, &local_registrations()};
  return &info;
}

}  // namespace atto

/// The one function that a plug-in exports. Every file that includes op.h carries it.
extern "C" __attribute__((used, visibility("default"))) inline const atto::PluginInfo*
atto_plugin() {
  return atto::local_plugin_info();
}
