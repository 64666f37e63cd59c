#!/usr/bin/env bash
# The first minute with ssdc. Installs missing packages, builds in release mode, simulates a design on a trace, and runs
# the experiment of a paper. The reports appear on the screen; the results as JSON, pictures of the layout and the
# experiment's page are left in build/demo.
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
build release ssdc prebuilt_engines
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
show "$ssdc" run papers/hu2013.ssd:Fig19 -o "$out/Fig19"
printf '\nLeft in %s: results.json, allocation.svg, tree.svg, Fig19/report.html\n' "${out#"$root/"}"
