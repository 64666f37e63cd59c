#!/usr/bin/env bash
# Fuzzes the front end: tools/fuzz.sh [SECONDS [SEED]]. Each target runs for 60 seconds by default, or for 15 if the
# environment selects a slice of the tests (SSDC_SLICE; SSDC_TEST_SEED is then the seed; see tools/test.sh). The corpus
# stays in build/fuzz/corpus, so a later call continues from there. An input that fails is kept in build/fuzz/finds;
# once the fault is fixed, move it to tests/fuzz/finds, where a test reads it.
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
seconds=${1:-$(( ${SSDC_SLICE:-1} > 1 ? 15 : 60 ))}
seed=${2:-${SSDC_TEST_SEED:-1}}
echo "fuzz: $seconds seconds a target, again: tools/fuzz.sh $seconds $seed"
build fuzz >/dev/null || { echo "fuzz: the fuzzers do not build; see cmake --build build/fuzz" >&2; exit 1; }
here=$root/build/fuzz
python3 "$root/tests/fuzz/corpus.py" "$here/corpus"
mkdir -p "$here/finds"
found=0
for target in parse check; do
  mkdir -p "$here/corpus/$target"
  # The dictionary and the seeds are made from the sources each time. An input may take 60 s (the machine may be busy),
  # one allocation 512 MiB, and the fuzzer with everything that it keeps of all inputs 1 GiB: far more than any input
  # should need. The sanitizer keeps 32 MiB of freed memory to detect late uses of it; its default of 256 MiB, rounded
  # up by size classes, would take most of that GiB.
  ASAN_OPTIONS="quarantine_size_mb=32${ASAN_OPTIONS:+:$ASAN_OPTIONS}" \
    "$here/bin/fuzz_$target" -max_total_time="$seconds" -seed="$seed" -dict="$here/corpus/dictionary" -max_len=16384 -timeout=60 \
    -malloc_limit_mb=512 -rss_limit_mb=1024 -artifact_prefix="$here/finds/$target-" -print_final_stats=1 "$here/corpus/$target" "$here/corpus/seeds" \
    >"$here/$target.log" 2>&1 || { found=1; tail -n 40 "$here/$target.log"; }
  echo "fuzz: $target: $(grep -oP 'number_of_executed_units: \K.*' "$here/$target.log" || echo no count of) inputs"
done
exit "$found"
