#include "framework/op/registry.h"

#include <dlfcn.h>

#include "framework/core/error.h"

namespace atto {
namespace {

using PluginFunction = const PluginInfo* (*)();

std::string described(const std::string& origin) {
  return origin.empty() ? "attograph itself" : text("the plug-in ", origin);
}

OpEntry entry_of(const OpRegistration& registration, const std::string& origin) {
  try {
    return {registration.name,
            Signature::parse(registration.signature),
            registration.document,
            registration.onnx,
            registration.traits,
            registration.has_backward,
            origin,
            registration.make,
            nullptr};
  } catch (Error& error) {
    throw error.note(text("operator '", registration.name, "' of ", described(origin)));
  }
}

/// What the linker knows of an address: the file and where that begins in memory.
Dl_info object_of(void* address) {
  Dl_info info{};
  ATTO_CHECK(dladdr(address, &info) != 0);
  return info;
}

/// The plug-in's own function. A search in a shared object goes on in what that is linked against,
/// where the library's own function would be found.
PluginFunction plugin_function(void* handle) {
  void* found = dlsym(handle, "atto_plugin");
  if (!found) return nullptr;
  void* ours = reinterpret_cast<void*>(&local_plugin_info);
  if (object_of(found).dli_fbase == object_of(ours).dli_fbase) return nullptr;
  return reinterpret_cast<PluginFunction>(found);
}

}  // namespace

std::vector<Attributes::Declaration> OpEntry::attributes() const {
  Attributes attributes = Attributes::for_documentation();
  try {
    make(attributes);
  } catch (const Error&) {
    // A placeholder that the constructor refuses; what it read is known all the same.
  }
  return attributes.declared();
}

Registry& Registry::instance() {
  static Registry registry(local_registrations());
  return registry;
}

Registry::Registry(const Registrations& own) { take(own, {}); }

const OpEntry* Registry::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<const OpEntry*> Registry::all() const {
  std::vector<const OpEntry*> out;
  for (const auto& [name, entry] : entries_) out.push_back(&entry);
  return out;
}

std::vector<std::string> Registry::names() const {
  std::vector<std::string> out;
  for (const auto& [name, entry] : entries_) out.push_back(name);
  return out;
}

void Registry::load_plugin(const std::string& path) {
  // The linker would look for a bare name in the system's folders.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    std::string reason = dlerror();
    if (reason.starts_with(file + ": ")) reason.erase(0, file.size() + 2);
    throw Error(text("cannot load the plug-in ", path, ": ", reason));
  }
  const PluginFunction plugin = plugin_function(handle);
  require(plugin, "the plug-in ", path, " has no operators: no file of it includes ",
          "framework/op/op.h");
  add_plugin(*plugin(), path);
}

void Registry::add_plugin(const PluginInfo& plugin, const std::string& path) {
  const auto built = [](const PluginInfo& info) {
    return text("operator page ", info.page, ", ", info.stamp);
  };
  const PluginInfo& ours = *local_plugin_info();
  if (plugin.page != ours.page || std::string(plugin.stamp) != ours.stamp)
    throw Error(text("the plug-in ", path, " was built with another compiler or version; ",
                     "rebuild the plug-in"))
        .note(text("the plug-in: ", built(plugin)))
        .note(text("attograph: ", built(ours)));
  require(!plugin.registrations->operators.empty(), "the plug-in ", path, " has no operators");
  take(*plugin.registrations, path);
}

void Registry::take(const Registrations& registrations, const std::string& origin) {
  std::map<std::string, OpEntry> taken;
  for (const OpRegistration& registration : registrations.operators) {
    OpEntry entry = entry_of(registration, origin);
    const OpEntry* other = find(entry.name);
    const bool is_new = !other && taken.emplace(entry.name, entry).second;
    require(is_new, "operator '", entry.name, "' of ", described(origin),
            " is there already, from ", described(other ? other->origin : origin));
  }
  for (const KernelRegistration& kernel : registrations.kernels) {
    const auto definition = taken.find(kernel.name);
    require(definition != taken.end(), described(origin), " has a kernel '", kernel.name,
            "' but no operator of that name");
    require(!definition->second.make_kernel, described(origin), " has two kernels '", kernel.name,
            "'");
    definition->second.make_kernel = kernel.make;
  }
  entries_.merge(taken);
}

}  // namespace atto
