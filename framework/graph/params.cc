#include "framework/graph/params.h"

#include <map>
#include <vector>

namespace atto {
namespace {

constexpr std::size_t kDeepest = 100;  // params that need each other, one the next

class Evaluator {
 public:
  Evaluator(const Description& description, Problems& problems) : problems_(problems) {
    for (const ConfigEntry& entry : description.config)
      sources_[entry.name.text] = {entry.name, entry.fallback};
    for (const auto& [name, value] : description.params) sources_[name.text] = {name, value};
  }

  Params evaluate() {
    for (const auto& [name, source] : sources_) require_value(name);
    return std::move(params_);
  }

 private:
  struct Source {
    Name name;
    std::optional<Yaml> value;
  };

  void require_value(const std::string& name) {
    if (params_.scope->find(name)) return;
    const Source& source = sources_.at(name);
    for (std::size_t i = 0; i < path_.size(); ++i) {
      if (path_[i] != name) continue;
      path_.push_back(name);
      Error error(text("params need each other in a loop: ",
                       list_of({path_.begin() + static_cast<std::ptrdiff_t>(i), path_.end()})),
                  source.name.position);
      path_.pop_back();
      problems_.add(std::move(error));
      params_.scope->set(name, Dim::symbol(name));
      return;
    }
    path_.push_back(name);
    if (path_.size() > kDeepest) {
      problems_.add(Error(text("over ", kDeepest, " params need each other in a row"),
                          source.name.position));
      params_.scope->set(name, Dim::symbol(name));
    } else {
      set(name, source);
    }
    path_.pop_back();
  }

  void set(const std::string& name, const Source& source) {
    if (!source.value) {
      params_.open.insert(name);
      params_.scope->set(name, Dim::symbol(name));
      return;
    }
    std::set<std::string> needed;
    collect_names(*source.value, needed);
    for (const std::string& other : needed)
      if (sources_.contains(other)) require_value(other);
    AttributeValue value = Dim::symbol(name);  // what keeps a failure from spreading
    problems_.attempt(source.value->position,
                      [&] { value = evaluate_param(*source.value, *params_.scope); });
    if (!params_.scope->find(name)) params_.scope->set(name, std::move(value));
  }

  Problems& problems_;
  std::map<std::string, Source> sources_;
  std::vector<std::string> path_;
  Params params_;
};

}  // namespace

Params evaluate_params(const Description& description, Problems& problems) {
  return Evaluator(description, problems).evaluate();
}

}  // namespace atto
