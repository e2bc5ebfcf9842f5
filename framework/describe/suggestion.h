#pragma once
#include <string>
#include <vector>

#include "framework/core/error.h"

namespace atto {

/// How a message about an unknown word ends: with the known word that is near, else with all.
inline std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  const std::string guess = did_you_mean(word, known);
  if (!guess.empty()) return guess;
  if (known.empty()) return "; there are none";
  return (known.size() == 1 ? "; there is only " : "; there are ") + list_of(known, 20);
}

}  // namespace atto
