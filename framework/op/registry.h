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
  Traits traits;
  bool has_backward = false;
  std::string origin;  ///< the plug-in's path; empty for the library's own
  std::unique_ptr<Operator> (*make)(Attributes&) = nullptr;
  std::unique_ptr<Kernel> (*make_kernel)(Attributes&) = nullptr;  ///< null without a kernel

  /// The attributes, as a construction for documentation reads them.
  std::vector<Attributes::Declaration> attributes() const;
};

/// The operators by name: the library's own, and those of plug-ins.
class Registry {
 public:
  /// The one of this process; the library's operators are in it.
  static Registry& instance();

  /// Null when there is none.
  const OpEntry* find(const std::string& name) const;
  /// In alphabetical order.
  std::vector<const OpEntry*> all() const;
  std::vector<std::string> names() const;

  /// Loads a shared object and takes its operators. Error with the path when it cannot be loaded,
  /// has no `atto_plugin`, was built against another page or by another compiler, or names an
  /// operator that is there already. It stays loaded until the process ends.
  void load_plugin(const std::string& path);

 private:
  Registry();
  void take(const Registrations& registrations, const std::string& origin);

  std::map<std::string, OpEntry> entries_;
};

}  // namespace atto
