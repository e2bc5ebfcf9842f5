"""What the benchmarks in this folder share: contenders take turns, medians are compared."""
import ctypes
import json
import os
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ATTO = os.environ.get("ATTO", os.path.join(ROOT, "build", "atto"))
PAUSE = 0.04  # seconds: OpenBLAS's threads spin for about 30 ms after a call


def atto_bench(*arguments):
    """The first case of `atto bench ... --json`."""
    done = subprocess.run([ATTO, "bench", *arguments, "--json"], cwd=ROOT, check=False,
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"atto bench {' '.join(arguments)}\n{done.stderr}")
    return json.loads(done.stdout)["cases"][0]


def seconds_of(work, runs, between=None):
    """The median time of so many calls, after two that do not count; `between` them, untimed."""
    times = []
    for _ in range(runs + 2):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
        if between:
            between()
    return statistics.median(times[2:])


def take_turns(contenders, rounds):
    """`contenders` by name: functions that return their seconds. The median of each over the
    rounds; what else the machine does meets all of them alike."""
    seconds = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, contender in contenders.items():
            time.sleep(PAUSE)
            seconds[name].append(contender())
    return {name: statistics.median(times) for name, times in seconds.items()}


def set_openblas_threads(threads):
    """Of the OpenBLAS that NumPy calls."""
    ctypes.CDLL("libopenblas.so.0").openblas_set_num_threads(threads)


def print_table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [c.rjust(w) for c, w in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
