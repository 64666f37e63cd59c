#!/usr/bin/env bash
# Installs the Debian 12 packages that ssdc needs and that are missing; with the argument "tests" also those that only
# the tests need, with "packages" those that make and try packages. demo.sh, test.sh and package.sh source this file; it
# can also be run by itself. No other script names packages.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tools/versions.env
. "$root/tools/versions.env"

packages=(
  g++ cmake ninja-build ccache pkg-config git                  # build
  "llvm-$LLVM_MAJOR-dev" "clang-$LLVM_MAJOR"                   # code generation, and the engine's bitcode
  "libclang-rt-$LLVM_MAJOR-dev"                                # fuzzers
  antlr4 libantlr4-runtime-dev default-jre-headless            # parser
  libgraphviz-dev fonts-dejavu-core                            # pictures
  libfmt-dev nlohmann-json3-dev libcli11-dev libzstd-dev zlib1g-dev libxxhash-dev
  python3-dev python3-venv                                     # the Python package
  libgtest-dev libbenchmark-dev valgrind python3               # tests and benchmarks
)

if [ "${1:-}" = tests ]; then
  packages+=(chromium-headless-shell                           # opens the pages of experiments
             "clang-format-$LLVM_MAJOR")                       # the layout of the sources
fi

if [ "${1:-}" = packages ]; then
  packages+=(dpkg-dev file                                     # the Debian package, and its dependencies
             debootstrap)                                      # a bare Debian to try them in
fi

missing_packages() {
  local name
  for name in "${packages[@]}"; do
    dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null | grep -qx installed || echo "$name"
  done
}

install_missing() {
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "setup: this is not Debian. Install by hand what docs/install.md lists under \"Other distributions\", then run again with SSDC_NO_SETUP=1." >&2
    return 1
  fi
  local missing
  mapfile -t missing < <(missing_packages)
  if [ "${#missing[@]}" -eq 0 ]; then return 0; fi
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: these packages are missing, and neither root nor sudo is at hand to install them: ${missing[*]}" >&2
      return 1
    fi
    sudo=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  "${sudo[@]}" apt-get update -qq
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# build PRESET [TARGET…]: configures once, then builds the targets, or everything.
build() {
  [ -f "$root/build/$1/build.ninja" ] || (cd "$root" && cmake --preset "$1" >/dev/null)
  cmake --build "$root/build/$1" ${2:+--target "${@:2}"}
}

if [ -z "${SSDC_NO_SETUP:-}" ]; then install_missing; fi
