#include "ops/kernels/dense.h"

namespace atto {
namespace {

const RegisterKernel<DenseKernel<Weight::in_out>> registration("dense");

}  // namespace
}  // namespace atto
