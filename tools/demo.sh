#!/usr/bin/env bash
# The first minute with ssdc: installs what is missing, builds in release mode, simulates a design on a trace, and leaves the report on
# the screen, the results as JSON and pictures of the layout in build/demo.
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build release ssdc
ssdc="$root/build/release/bin/ssdc"
out="$root/build/demo"
mkdir -p "$out"
cd "$root/examples"

say() { printf '\n$ %s\n' "${*//"$root/"/}"; }
show() { say "$@"; "$@"; }

show "$ssdc" check small_drive.ssd
show "$ssdc" trace info traces/office.csv.zst
show "$ssdc" run small_drive.ssd:SmallDrive --workload Office --check -o "$out/results.json"
show "$ssdc" draw small_drive.ssd:SmallDrive --view allocation -o "$out/allocation.svg"
show "$ssdc" draw small_drive.ssd:SmallDrive --view tree -o "$out/tree.svg"
printf '\nLeft in %s: results.json, allocation.svg, tree.svg\n' "${out#"$root/"}"
