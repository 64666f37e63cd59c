#!/usr/bin/env bash
# Fuzzes the targets of tests/fuzz/targets.def: tools/fuzz.sh [SECONDS [SEED [TARGET…]]]. Each target runs for 60 seconds by
# default, as many targets at a time as there are cores. Without a seed every call takes another one, and prints it. What
# a call adds to the corpus stays in build/fuzz/corpus, so a later call continues from there. If the environment selects a
# slice of the tests (SSDC_SLICE; SSDC_TEST_SEED is then the seed; see tools/test.sh), each target runs for a few seconds,
# from tests/fuzz/corpus and as large a slice of the generated seeds. An input that fails is kept in build/fuzz/finds;
# once the fault is fixed, move it to tests/fuzz/finds/TARGET, where a test reads it. SSDC_FUZZ_PRESET=fuzz-fast takes the
# build without a sanitizer, which makes more inputs a second and shares the corpus.
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
slice=${SSDC_SLICE:-1}
seconds=${1:-$((slice > 1 ? 7 : 60))}
seed=${2:-${SSDC_TEST_SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}}
preset=${SSDC_FUZZ_PRESET:-fuzz}
table=$root/tests/fuzz/targets.def
targets=("${@:3}")
if [ "${#targets[@]}" -eq 0 ]; then mapfile -t targets < <(sed -n 's/^SSD_FUZZ_TARGET(\([a-z_]*\),.*/\1/p' "$table"); fi
again="tools/fuzz.sh $seconds $seed"
if [ "$preset" != fuzz ]; then again="SSDC_FUZZ_PRESET=$preset $again"; fi
if [ "$slice" -gt 1 ]; then again="SSDC_SLICE=$slice $again"; fi
echo "fuzz: $seconds seconds a target with seed $seed, again: $again${3:+ ${*:3}}"
build "$preset" fuzzers >/dev/null || { echo "fuzz: the fuzzers do not build; see cmake --build build/$preset --target fuzzers" >&2; exit 1; }
here=$root/build/$preset
kept=$root/build/fuzz/corpus
finds=$root/build/fuzz/finds
if [ "$slice" -gt 1 ]; then
  kept=$(mktemp -d)
  trap 'rm -rf "$kept"' EXIT
fi
mkdir -p "$kept" "$finds" "$here/logs"
python3 "$root/tests/fuzz/corpus.py" "$kept" "$slice" "$seed"
export root here kept finds table seed seconds again

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

# parts USUAL LONGEST: the processes of a target as NAME LENGTH SECONDS. Inputs have the usual length for three quarters of
# the time, and in a short call with three of four seeds.
parts() {
  local long=$((seconds / 4))
  if [ "$seconds" -ge 20 ]; then
    printf '%s\n' "usual $1 $((seconds - long))" "long $2 $long"
  elif [ $((seed % 4)) = 0 ]; then
    echo "long $2 $seconds"
  else
    echo "usual $1 $seconds"
  fi
}

fuzz() {
  local usual longest seeds from name length time log failed=0
  IFS=', ' read -r usual longest seeds < <(sed -n "s/^SSD_FUZZ_TARGET($1, \(.*\))/\1/p" "$table")
  mkdir -p "$kept/$1"
  from=("$kept/$1")
  if [ -d "$root/tests/fuzz/corpus/$1" ]; then from+=("$root/tests/fuzz/corpus/$1"); fi
  if [ "$seeds" = language ]; then from+=("$kept/seeds" "-dict=$kept/dictionary"); fi
  while read -r name length time; do
    log=$here/logs/$1-$name
    part "$1" "$name" "$length" "$time" "${from[@]}" || { failed=1; tail -n 40 "$log"; }
    echo "fuzz: $1, at most $length bytes: $(figure 'number_of_executed_units: ' "$log") inputs," \
      "$(figure 'average_exec_per_sec: +' "$log") a second, $(figure 'cov: ' "$log") edges; again: $again $1"
  done < <(parts "$usual" "$longest")
  [ "$failed" = 0 ]
}
export -f part parts figure fuzz
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'set -uo pipefail; fuzz {}'
