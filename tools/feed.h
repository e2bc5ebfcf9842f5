#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "framework/describe/description.h"
#include "framework/run/session.h"

namespace atto::tools {

/// The tensors for a model's inputs: what its file feeds, and over it the flags `-i NAME=VALUE`,
/// where VALUE is
///
///     [1, 2, 3] or [the, cat]      numbers or words as YAML; words also as 'the cat'
///     @file.npy  @file.npz:key     an array of a file
///     random, random:T=16          normal reals, words or numbers 0 and 1; sizes that nothing else
///     says
///
/// Error with the flag's or the file's place.
Feed make_feed(const Graph& graph, const NamedList<Yaml>& fed,
               const std::vector<std::string>& flags, std::uint64_t seed);

}  // namespace atto::tools
