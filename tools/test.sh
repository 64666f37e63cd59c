#!/usr/bin/env bash
# Installs missing packages, builds in release mode, and runs the tests: with `--quick` the tests that find most, in two
# minutes; with `--deep` all tests in full, and the planted faults (tests/mutation); otherwise all tests, but only a part
# of the long suites, which differs from commit to commit (SSDC_TEST_SEED selects another part). Other arguments go to
# ctest (-R golden).
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh" tests
slice=5
selected=()
case "${1:-}" in
  --quick) selected=(-L quick); shift ;;
  --deep) slice=1 selected=(-C deep); shift ;;
esac
: "${SSDC_TEST_SEED:=$((16#$(git -C "$root" rev-parse --short=8 HEAD 2>/dev/null || echo 1) % 1000000))}"
export SSDC_TEST_SEED SSDC_SLICE="${SSDC_SLICE:-$slice}"
build release
if [ "$SSDC_SLICE" -gt 1 ]; then
  echo "test: one in $SSDC_SLICE cases of the deep suites; the same ones again: SSDC_TEST_SEED=$SSDC_TEST_SEED tools/test.sh"
fi
ctest --test-dir "$root/build/release" --output-on-failure --no-tests=error -j "$(nproc)" "${selected[@]}" "$@"
