#!/usr/bin/env bash
# Fuzzes the targets of tests/fuzz/targets.def: tools/fuzz.sh [SECONDS [SEED [TARGET…]]]. Each target runs for 60 seconds by
# default, or for a few if the environment selects a slice of the tests (SSDC_SLICE; SSDC_TEST_SEED is then the seed; see
# tools/test.sh), as many targets at a time as there are cores. Without a seed every call takes another one, and prints
# it. What a call adds to the corpus stays in build/fuzz/corpus, so a later call continues from there. An input that fails
# is kept in build/fuzz/finds; once the fault is fixed, move it to tests/fuzz/finds/TARGET, where a test reads it.
# SSDC_FUZZ_PRESET=fuzz-fast takes the build without sanitizers, which makes more inputs a second and shares the corpus.
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
seconds=${1:-$(( ${SSDC_SLICE:-1} > 1 ? 9 : 60 ))}
seed=${2:-${SSDC_TEST_SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}}
preset=${SSDC_FUZZ_PRESET:-fuzz}
table=$root/tests/fuzz/targets.def
targets=("${@:3}")
if [ "${#targets[@]}" -eq 0 ]; then mapfile -t targets < <(sed -n 's/^SSD_FUZZ_TARGET(\([a-z_]*\),.*/\1/p' "$table"); fi
echo "fuzz: $seconds seconds a target, again: ${SSDC_FUZZ_PRESET:+SSDC_FUZZ_PRESET=$preset }tools/fuzz.sh $seconds $seed${3:+ ${*:3}}"
build "$preset" fuzzers >/dev/null || { echo "fuzz: the fuzzers do not build; see cmake --build build/$preset --target fuzzers" >&2; exit 1; }
here=$root/build/$preset
kept=$root/build/fuzz/corpus
finds=$root/build/fuzz/finds
mkdir -p "$kept" "$finds" "$here/logs"
python3 "$root/tests/fuzz/corpus.py" "$kept"
export root here kept finds table seed seconds

# part TARGET NAME LENGTH SECONDS ARGUMENTS…: one process. Its log is logs/TARGET-NAME.
#
# An input may take 60 s (the machine may be busy), one allocation 512 MiB, and the fuzzer with everything that it keeps
# of all inputs 1 GiB: far more than any input should need. The sanitizer keeps 32 MiB of freed memory to detect late uses
# of it; its default of 256 MiB, rounded up by size classes, would take most of that GiB. Leaks are looked for when the
# process ends: to look during the run takes a tenth of the time.
part() {
  ASAN_OPTIONS="quarantine_size_mb=32${ASAN_OPTIONS:+:$ASAN_OPTIONS}" \
    "$here/bin/fuzz_$1" -max_total_time="$4" -seed="$seed" -max_len="$3" -timeout=60 -detect_leaks=0 -malloc_limit_mb=512 \
    -rss_limit_mb=1024 -artifact_prefix="$finds/$1-" -print_final_stats=1 "${@:5}" >"$here/logs/$1-$2" 2>&1
}

# figure PATTERN LOG: the last number behind the pattern, or 0.
figure() { grep -oP "$1\K[0-9]+" "$2" | tail -n 1 || echo 0; }

# Three quarters of the time with inputs of the usual length, and then a quarter with long ones.
fuzz() {
  local usual longest seeds from=() failed=0 name log executed=0 edges=0
  IFS=', ' read -r usual longest seeds < <(sed -n "s/^SSD_FUZZ_TARGET($1, \(.*\))/\1/p" "$table")
  mkdir -p "$kept/$1"
  from=("$kept/$1")
  if [ -d "$root/tests/fuzz/corpus/$1" ]; then from+=("$root/tests/fuzz/corpus/$1"); fi
  if [ "$seeds" = language ]; then from+=("$kept/seeds" "-dict=$kept/dictionary"); fi
  local long=$((seconds / 4))
  part "$1" usual "$usual" $((seconds - long)) "${from[@]}" || failed=usual
  part "$1" long "$longest" "$((long > 0 ? long : 1))" "${from[@]}" || failed=long
  for name in usual long; do
    log=$here/logs/$1-$name
    if [ "$failed" = "$name" ]; then tail -n 40 "$log"; fi
    executed=$((executed + $(figure 'number_of_executed_units: ' "$log")))
    local found; found=$(figure 'cov: ' "$log")
    edges=$((found > edges ? found : edges))
  done
  echo "fuzz: $1: $executed inputs, $((executed / seconds)) a second ($(figure 'average_exec_per_sec: +' "$here/logs/$1-usual") of usual length), $edges edges"
  [ "$failed" = 0 ]
}
export -f part figure fuzz
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'set -uo pipefail; fuzz {}'
