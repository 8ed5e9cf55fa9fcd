#!/bin/sh
# prepare.sh FOLDER: for one.sh, a program with two methods and two models next to it, an undisturbed
# run, and in FOLDER/calls the calls in it: kind, role, number, class. BUILD is the build folder.
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd -P)
build=$(cd "${BUILD:-build}" && pwd -P)
mkdir -p "$folder/tree/build/methods" "$folder/tree/build/models" "$folder/first/out"
cp "$build/gimbal" "$folder/tree/build"
cp "$build/methods/rk4.so" "$build/methods/stormer_verlet.so" "$folder/tree/build/methods"
cp "$build/models/pendulum.so" "$build/models/kepler.so" "$folder/tree/build/models"
cp "$build/tests/plugins/few_digits.so" "$folder/tree/mark.so"
cp "$build/tests/fault/fault.so" "$folder"
cp -r reports ci "$folder/tree"
cat >"$folder/suite.yaml" <<'YAML'
title: Faults
methods: [rk4, stormer_verlet]
models: ["pendulum:oscillation", "kepler@cartesian:e03"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96]}]
YAML
cd "$folder/first"
cp ../tree/mark.so .
: >counts
GIMBAL_CACHE=$PWD/cache ../tree/build/gimbal verify "$folder/suite.yaml" --plugin "$PWD/mark.so" -o out \
  >tap 2>errors </dev/null || { cat errors; exit 1; }
mkdir -p ../expected
sort out/results.jsonl >../expected/results
sed "s,$PWD,WORK,g" tap >../expected/tap
for file in verdicts.jsonl verify.tap junit.xml; do
  sed "s,$PWD,WORK,g" "out/$file" | sed 's/"check":.*//; s/ time="[^"]*"//' >"../expected/$file"
done
find out -type f ! -name '.*' | sort >../expected/files
# In the orders of fault.c; memory is counted in the requested role only.
role=0
for name in run worker child; do
  rm -rf cache out
  : >counts
  GIMBAL_CACHE=$PWD/cache GIMBAL_FAULT=memory:$name:0 GIMBAL_FAULT_COUNTS=$PWD/counts \
    GIMBAL_FAULT_PROGRAM=$folder/tree/build/gimbal LD_PRELOAD=$folder/fault.so \
    "$folder/tree/build/gimbal" verify "$folder/suite.yaml" --plugin "$PWD/mark.so" -o out >/dev/null 2>&1 </dev/null
  {
    od -An -v -w8 -t u8 -j $((64 * role)) -N 64 counts
    od -An -v -w4 -t u4 -j $((200 + 4 * 8 * 4096 * role)) -N $((4 * 8 * 4096)) counts
  } | awk -v role=$name '
    BEGIN { split("memory write fsync fork pipe load rename open", kind) }
    NR <= 8 { count[NR] = $1; next }
    { n = (NR - 9) % 4096 + 1; k = int((NR - 9) / 4096) + 1 }
    n <= count[k] { print kind[k], role, n, $1 }'
  role=$((role + 1))
done >"$folder/calls"
awk '{ count[$1 " " $2]++ } END { for (kind in count) print kind, count[kind] }' "$folder/calls" |
  sort >"$folder/counts"
