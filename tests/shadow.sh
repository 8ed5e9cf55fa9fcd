#!/bin/sh
# The table tests/shadow.md (`make shadow`), from the output folder of a run of tests/shadow.yaml:
#     tests/shadow.sh FOLDER
out=$1
cat <<'TEXT'
# Which trajectories keep a nearby Hamiltonian

Made by `make shadow` from `tests/shadow.yaml` with the methods of `tests/plugins/shadow_methods.c`; `tests/t0321_shadow.sh` tests the verdicts. H_h(n) = p_n·Dq_n − DS_n over one time T in double precision, 1000 steps of h and 2000 of h/2, S the method's own discrete action (`harness/studies/shadow/measure.c` derives it). D is the central difference of order 2K: the range of H_h falls like h^2K where there is such a Hamiltonian, and like the power of the defect without one. The energy's range, which shows neither, is given too. A symplectic method with a wrong S looks like the others, but its step map is symplectic (the defect of its derivative is measured only where the range stays, and is 1e-25 by rounding): then it is *S or the method*, and undecided. Where the energy's range is round-off too, with high orders, there is *no power*.

| method | model | T | h | K = 4: range with h | with h/2 | power | K = 8: range with h/2 | energy's range | symplectic defect | verdict |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|---|
TEXT
# numbers NAME: those of that name, in their order
numbers() {
  grep -o "\"$1\":[-+.e0-9]*" | sed 's/.*://'
}
grep '^{"key":"shadow/' "$out/results.jsonl" | grep '"coarse"' | sort | while IFS= read -r line; do
  key=$(echo "$line" | sed 's/^{"key":"\([^"]*\)".*/\1/')
  found=$(grep "^{\"key\":\"$key\"" "$out/verdicts.jsonl")
  verdict=$(echo "$found" | sed 's/.*"verdict":"\([a-z]*\)".*/\1/')
  case $found in
  *'"cause":"action_or_method"'* | *'"cause":"symplecticity_not_seen"'*) verdict="$verdict: S or the method" ;;
  *'"cause":"no_power"'*) verdict="$verdict: no power" ;;
  *'"cause":"no_counterexample"'*) verdict="denied, $verdict: no witness" ;;
  *'"claimed":"no"'*) verdict="denied, $verdict" ;;
  esac
  measured=${line#*\"measured\":}
  symplectic=$(echo "$measured" | grep -o '"symplectic":{"defect":[-+.e0-9]*' | sed 's/.*://; 1q')
  # shellcheck disable=SC2046
  set -- "$(echo "$key" | cut -d/ -f2)" "$(echo "$key" | cut -d/ -f3)" \
    $(echo "$measured" | numbers duration | sed 1q) $(echo "$measured" | numbers h | sed 1q) \
    $(echo "$measured" | numbers coarse | sed 2q) \
    $(echo "$measured" | grep -o '"hamiltonian":{"defect":[-+.e0-9]*' | sed -n '2s/.*://p') \
    $(echo "$measured" | numbers energy | sed -n 2p) "${symplectic:--}"
  echo "$*" | awk -v verdict="$verdict" '{
    printf "| %s | %s | %g | %g | %.1e | %.1e | %.2f | %.1e | %.1e | %s | %s |\n", $1, $2, $3, $4, $5,
      $6, log($5 / $6) / log(2), $7, $8, $9 == "-" ? "" : sprintf("%.1e", $9), verdict }'
done
