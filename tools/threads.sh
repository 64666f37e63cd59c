#!/usr/bin/env bash
# Builds ssdc with the thread sanitizer and runs the tests of what runs in several threads (tests/threads.py).
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build tsan ssdc
TSAN_OPTIONS="${TSAN_OPTIONS:-} exitcode=66" python3 "$root/tests/threads.py" --program "$root/build/tsan/bin/ssdc" "$@"
