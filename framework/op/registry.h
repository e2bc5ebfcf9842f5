#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/op/registration.h"
#include "framework/op/signature.h"

namespace atto {

/// An operator that a graph may use.
struct OpEntry {
  std::string name;
  Signature signature;
  std::string document;
  std::string onnx;  ///< `Softmax-13`; empty when ONNX has no such operator
  Traits traits;
  bool has_backward = false;
  std::string origin;  ///< the plug-in's path; empty for the library's own
  std::unique_ptr<Operator> (*make)(Attributes&) = nullptr;
  std::unique_ptr<Kernel> (*make_kernel)(Attributes&) = nullptr;  ///< null without a kernel

  /// The attributes, as a construction for documentation reads them; of a constructor that refuses
  /// its placeholders those that it read before.
  std::vector<Attributes::Declaration> attributes() const;
};

/// The operators by name: the library's own, and those of plug-ins. Changed by one thread, before
/// others read it.
class Registry {
 public:
  /// The one of this process; the library's operators are in it.
  static Registry& instance();
  /// One that has these, as the library's own. Error when a signature cannot be read, two operators
  /// have one name, or a kernel has no operator.
  explicit Registry(const Registrations& own);

  /// Null when there is none.
  const OpEntry* find(const std::string& name) const;
  /// In alphabetical order.
  std::vector<const OpEntry*> all() const;
  std::vector<std::string> names() const;

  /// Loads a shared object and takes its operators; a path without a folder is a file in the
  /// current one. Error with the path when it cannot be loaded, has no operators, or cannot be
  /// added. It stays loaded until the process ends.
  void load_plugin(const std::string& path);
  /// Takes what a plug-in brings, all of it or nothing. Error when it was built against another
  /// page or by another compiler, a signature cannot be read, an operator is there already, or a
  /// kernel is for an operator that the plug-in does not bring itself.
  void add_plugin(const PluginInfo& plugin, const std::string& path);

 private:
  void take(const Registrations& registrations, const std::string& origin);

  std::map<std::string, OpEntry> entries_;
};

}  // namespace atto
