// What OpenBLAS reads from the environment when it is loaded, answered here: one thread, all else
// as it is by default. Its threads are not needed, gemm.h has its own; and none is started, which
// would take more time than the whole of a small run. These functions stand in for OpenBLAS's file
// of the same name (driver/others/openblas_env.c), so the linker leaves that out; hidden, they
// answer no other OpenBLAS in the process.
#define ATTO_ANSWERS_OPENBLAS extern "C" __attribute__((visibility("hidden")))

ATTO_ANSWERS_OPENBLAS void openblas_read_env() {}
ATTO_ANSWERS_OPENBLAS int openblas_num_threads_env() { return 1; }
ATTO_ANSWERS_OPENBLAS int openblas_goto_num_threads_env() { return 0; }
ATTO_ANSWERS_OPENBLAS int openblas_omp_num_threads_env() { return 0; }
ATTO_ANSWERS_OPENBLAS int openblas_omp_adaptive_env() { return 0; }
ATTO_ANSWERS_OPENBLAS int openblas_verbose() { return 0; }
ATTO_ANSWERS_OPENBLAS unsigned int openblas_thread_timeout() { return 0; }
ATTO_ANSWERS_OPENBLAS int openblas_block_factor() { return 0; }
