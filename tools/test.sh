#!/usr/bin/env bash
# Installs what is missing, builds in release mode, and passes all tests. Arguments go to ctest (for example -R golden).
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh" tests
build release
ctest --test-dir "$root/build/release" --output-on-failure --no-tests=error "$@"
