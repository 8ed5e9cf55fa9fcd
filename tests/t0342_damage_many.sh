# Damage of four kinds at fourteen places of the journal and of a cached reference: found, and computed
# again to the same bytes; never another verdict. A sample, or all with DAMAGE=all in the environment.
. tests/tap.sh

places=14
[ "${DAMAGE:-}" = all ] && step=1 || step=5
cat >"$scratch/suite.yaml" <<'YAML'
methods: rk4
models: ["pendulum:oscillation", "kepler@cartesian:e03"]
precision: double
studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}]
YAML
export GIMBAL_CACHE="$scratch/cache"
run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/whole"
first=$status
sort "$scratch/whole/results.jsonl" >"$scratch/results"
cp -r "$scratch/cache" "$scratch/whole-cache"
[ "$(find "$scratch/cache" -type f | wc -l)" -ge 1 ] && [ "$(grep -c '"status":"done"' "$scratch/results")" = 2 ]
ok $? "there are references and results to damage" || diag "$errors"

# damage KIND FILE PLACE
damage() {
  size=$(wc -c <"$2")
  at=$((size * $3 / (places + 1)))
  case $1 in
  flip)
    byte=$(od -An -t u1 -j $at -N 1 "$2" | tr -d ' ')
    # shellcheck disable=SC2059
    printf "\\$(printf %o $((byte ^ 1)))" | dd of="$2" bs=1 seek=$at conv=notrunc status=none
    ;;
  lose)
    { head -c $at "$2"; tail -c +$((at + 2)) "$2"; } >"$scratch/less"
    cp "$scratch/less" "$2"
    ;;
  cut) truncate -s $at "$2" ;;
  blank) dd if=/dev/zero of="$2" bs=64 count=1 seek=$at oflag=seek_bytes conv=notrunc status=none ;;
  esac
}

same() { # same FOLDER
  [ "$status" = $first ] && sort "$1/results.jsonl" | cmp -s - "$scratch/results" &&
    [ "$(sed 's/"command":"[^"]*"//; s/"check":.*//' "$1/verdicts.jsonl")" = \
      "$(sed 's/"command":"[^"]*"//; s/"check":.*//' "$scratch/whole/verdicts.jsonl")" ]
}

kinds=0
for kind in flip lose cut blank; do
  kinds=$((kinds + 1))
  found=0
  again=0
  cached=0
  tried=0
  place=1
  [ $step = 1 ] || place=$kinds
  while [ $place -le $places ]; do
    tried=$((tried + 1))
    rm -rf "$scratch/new" "$scratch/cache"
    cp -r "$scratch/whole-cache" "$scratch/cache"
    mkdir "$scratch/new"
    cp "$scratch/whole"/*.json* "$scratch/new"
    damage $kind "$scratch/new/results.jsonl" $place
    run "$GIMBAL" report "$scratch/new"
    [ "$status" = 2 ] && found=$((found + 1)) || diag "$kind at $place is not found: $output$errors"
    run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/new" --resume
    same "$scratch/new" && again=$((again + 1)) || diag "$kind at $place of the journal: $errors"
    for file in "$scratch/cache"/*; do
      damage $kind "$file" $place
    done
    run "$GIMBAL" verify "$scratch/suite.yaml" -o "$scratch/new"
    same "$scratch/new" && diff -r "$scratch/cache" "$scratch/whole-cache" >/dev/null &&
      cached=$((cached + 1)) || diag "$kind at $place of the cache: $errors"
    place=$((place + step))
  done
  is "$found" $tried "$kind: found in the journal at each of $tried places"
  is "$again" $tried "  resumed to the same results and verdicts"
  is "$cached" $tried "  and in a reference, which is made again, the same"
done

done_testing
