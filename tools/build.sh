# What tools/atto, tools/test and .ci/run share; sourced by them with bash. Everything that is said
# here goes to stderr: stdout belongs to what is run afterwards.
#
# ATTO_BUILD_DIR  where to build (build/ in the repository)
# ATTO_CMAKE      more arguments for cmake (-DATTO_SANITIZE=ON -DATTO_WERROR=ON)

root=${BASH_SOURCE[0]%/*/*}  # whoever sources this gives the absolute path
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
    say "Debian packages are missing; install them and start again:"
    echo "  sudo apt-get update && sudo $install" >&2
    exit 1
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

# What a build depends on besides what is in the files: where they are, the arguments, and the
# processor that -march=native means.
circumstances="$root ${ATTO_CMAKE:-}"
while read -r line; do
  case $line in flags* | Features*) circumstances+=" $line" && break ;; esac
done </proc/cpuinfo

# up_to_date STAMP PATH...: whether no file below the paths was changed, added or removed since the
# stamp was set, no Debian package either, and the circumstances are the same. This is all that is
# done when there is nothing to do, so it starts one process only.
up_to_date() {
  local stamp=$1 built_in
  shift
  [[ -f $stamp && ! /var/lib/dpkg/status -nt $stamp ]] && read -r built_in <"$stamp" &&
    [[ $built_in == "$circumstances" && -z $(find "$@" -newercm "$stamp" -print -quit 2>&1) ]]
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
    # Set now, the stamp is older than what somebody edits while the compiler runs.
    printf '%s\n' "$circumstances" >"$stamp.new"
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
  if [[ -t 2 ]]; then
    NINJA_STATUS="${0##*/}: building %f/%t " ninja -C "$build" "$1" >&2
  else
    say "building in $build (the first time takes some minutes)"
    ninja --quiet -C "$build" "$1" | sed '/^ninja: no work to do/d' >&2
  fi || fail "the build failed (see above)"
}
