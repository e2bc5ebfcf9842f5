#pragma once
#include <string>
#include <vector>

#include "framework/data/npz.h"
#include "framework/graph/graph.h"

namespace atto::tools {

/// An array of an archive and the value of a graph that it belongs to.
struct ReferenceArray {
  std::string name;
  ValueId value = -1;
  std::vector<std::size_t> order = {};  ///< axis i is axis order[i] of the array; empty: as it is
  bool reshape = false;                 ///< only the order of the elements counts
};

/// The arrays of an .npz archive, matched with the values of a graph: by a map, else by name.
class Reference {
 public:
  /// `map` is the path of a YAML file {array: VALUE, ...}, or empty; VALUE is a name of the graph
  /// or {value: NAME, order: [0, 2, 1, 3], reshape: true}. Error, with its place in the map, for an
  /// array or a value that there is not.
  Reference(const std::string& path, const std::string& map, const Graph& graph);

  /// In the order of the graph.
  const std::vector<ReferenceArray>& arrays() const { return arrays_; }
  /// The arrays for which the graph has no value.
  const std::vector<std::string>& unmatched() const { return unmatched_; }
  /// With its axes in order.
  Tensor read(const ReferenceArray& array) const;

 private:
  NpzReader archive_;
  std::vector<ReferenceArray> arrays_;
  std::vector<std::string> unmatched_;
};

}  // namespace atto::tools
