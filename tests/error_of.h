#pragma once
#include <gtest/gtest.h>

#include "framework/core/error.h"

namespace atto {

/// The Error that `work` throws; a failure of the test when it throws none.
template <class Work>
Error error_of(Work&& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "there was no error";
  return Error("there was no error");
}

}  // namespace atto
