#include "ops/kernels/dense.h"

namespace atto {
namespace {

const RegisterKernel<DenseKernel<Weight::out_in>> registration("linear");

}  // namespace
}  // namespace atto
