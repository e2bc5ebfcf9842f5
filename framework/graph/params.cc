#include "framework/graph/params.h"

#include <algorithm>
#include <map>
#include <vector>

namespace atto {
namespace {

constexpr std::size_t kDeepest = 100;  // params that need each other, one the next

class Evaluator {
 public:
  Evaluator(const Description& description, Problems& problems)
      : problems_(problems), has_config_(!description.config_path.empty()) {
    for (const ConfigEntry& entry : description.config)
      sources_[entry.name.text] = {entry.name, entry.value ? entry.value : entry.fallback};
    for (const auto& [name, value] : description.params) sources_[name.text] = {name, value};
  }

  Params evaluate() {
    for (const auto& [name, source] : sources_) params_.scope->set_failed(name);  // until it is set
    for (const auto& [name, source] : sources_) require_value(name);
    return std::move(params_);
  }

 private:
  struct Source {
    Name name;
    std::optional<Yaml> value;
  };

  void require_value(const std::string& name) {
    if (done_.contains(name)) return;
    const Source& source = sources_.at(name);
    path_.push_back(name);
    const auto loop = std::find(path_.begin(), path_.end(), name);
    if (loop + 1 != path_.end())
      fail(name, text("params need each other in a loop: ", list_of({loop, path_.end()})));
    else if (path_.size() > kDeepest)
      fail(name, text("over ", kDeepest, " params need each other in a row"));
    else
      set(name, source);
    path_.pop_back();
  }

  void fail(const std::string& name, const std::string& message) {
    problems_.add(Error(message, sources_.at(name).name.position));
    done_.insert(name);
  }

  void set(const std::string& name, const Source& source) {
    if (!source.value && has_config_) {  // apply_config() has reported it
      done_.insert(name);
      return;
    }
    if (!source.value) {
      params_.open.insert(name);
      params_.scope->set(name, Dim::symbol(name));
      done_.insert(name);
      return;
    }
    std::set<std::string> needed;
    collect_names(*source.value, needed);
    for (const std::string& other : needed)
      if (sources_.contains(other)) require_value(other);
    if (!done_.insert(name).second) return;  // part of a loop
    if (source.value->is_null()) return;     // was reported
    try {
      problems_.attempt(source.value->position, [&] {
        params_.scope->set(name, evaluate_param(*source.value, *params_.scope));
      });
    } catch (const NeedsFailed&) {
    }
  }

  Problems& problems_;
  const bool has_config_;
  std::map<std::string, Source> sources_;
  std::set<std::string> done_;
  std::vector<std::string> path_;
  Params params_;
};

}  // namespace

Params evaluate_params(const Description& description, Problems& problems) {
  return Evaluator(description, problems).evaluate();
}

}  // namespace atto
