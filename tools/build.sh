# What tools/atto, tools/test and .ci/run share; sourced by them with bash. Everything that is said
# here goes to stderr: stdout belongs to what is run afterwards.
#
# ATTO_BUILD_DIR  where to build (build/ in the repository)
# ATTO_CMAKE      more arguments for cmake (-DATTO_SANITIZE=ON -DATTO_WERROR=ON)

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${ATTO_BUILD_DIR:-$root/build}
[[ $build == /* ]] || build=$root/$build

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() {
  say "$@"
  exit 1
}

# packages KIND...: what tools/packages.txt lists for these kinds.
packages() {
  awk -v kinds="$*" 'index(" " kinds " ", " " $1 " ") { print $2 }' "$root/tools/packages.txt"
}

# install_packages KIND...: installs those that are not there.
install_packages() {
  command -v dpkg-query >/dev/null || return 0  # no Debian: CMake says what it does not find
  local package missing=() log
  for package in $(packages "$@"); do
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  local install="apt-get install -y --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    say "these Debian packages are missing; install them and start again:"
    fail "  sudo apt-get update && sudo $install"
  fi
  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  log=$(mktemp)
  if ! { DEBIAN_FRONTEND=noninteractive apt-get update &&
    DEBIAN_FRONTEND=noninteractive $install; } </dev/null >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "the packages could not be installed (see above); by hand: apt-get update && $install"
  fi
  rm -f "$log"
}

# What -march=native means here: objects that were built on another processor may not run.
processor() { grep -m 1 -E '^(flags|Features)' /proc/cpuinfo || true; }

# up_to_date STAMP PATH...: whether no file below the paths was changed, added or removed since the
# stamp was set, no Debian package either, and the processor is the same.
up_to_date() {
  local stamp=$1
  shift
  [[ -f $stamp && $(<"$stamp") == "$(processor)" ]] || return 1
  [[ ! /var/lib/dpkg/status -nt $stamp ]] || return 1
  [[ -z $(find "$@" -newercm "$stamp" -print -quit 2>&1) ]]
}

# ensure TARGET KIND...: TARGET (atto or all) is built from the files as they are now.
ensure() {
  local target=$1 stamp=$build/.$1.stamp paths=("$root"/{CMakeLists.txt,tools,framework,ops})
  shift
  [[ $target == atto ]] || paths+=("$root/tests")
  ! up_to_date "$stamp" "${paths[@]}" || return 0
  install_packages "$@"
  mkdir -p "$build"
  exec {lock}>"$build/.lock"
  if ! flock -n "$lock"; then
    say "waiting for another build in $build"
    flock "$lock"
  fi
  if ! up_to_date "$stamp" "${paths[@]}"; then
    processor >"$stamp.new"  # older than anything that is edited while the compiler runs
    configure
    compile "$target"
    mv "$stamp.new" "$stamp"
  fi
  exec {lock}>&-
}

configure() {
  local log
  # shellcheck disable=SC2206  # ATTO_CMAKE is a list of words
  local arguments=(-S "$root" -B "$build" -G Ninja ${ATTO_CMAKE:-})
  log=$(cmake "${arguments[@]}" 2>&1) && return
  # A folder that was moved, or half configured, is configured anew.
  log=$(cmake --fresh "${arguments[@]}" 2>&1) && return
  printf '%s\n' "$log" >&2
  fail "the build could not be configured (see above)"
}

compile() {
  [[ $(ninja -n -C "$build" "$1" 2>&1) != *"no work to do"* ]] || return 0
  local quiet=--quiet
  if [[ -t 2 ]]; then
    quiet=
    export NINJA_STATUS="${0##*/}: building %f/%t "
  else
    say "building in $build (the first time takes some minutes)"
  fi
  ninja $quiet -C "$build" "$1" >&2 || fail "the build failed (see above)"
}
