# Long runs that are short, 400 steps: a drift that half the step leaves too is seen over the time in which
# the coarse run shows it, and round-off of a much smaller step does not excuse it. Methods that keep
# the energy pass with the same runs.
. tests/tap.sh

cat >"$scratch/suite.yaml" <<'YAML'
title: Short long runs
studies:
  - {study: long, steps: 400}
claims:
  - {methods: [rk4, runge_kutta_munthe_kaas_4], study: energy, quantity: energy, value: bounded}
YAML
run "$GIMBAL" verify "$scratch/suite.yaml" -j 2 -o "$scratch/out" -m rk4 -m runge_kutta_munthe_kaas_4 \
  -m stormer_verlet -m symplectic_euler -m implicit_midpoint -m gauss_2 -m yoshida_4 \
  -M kepler -M pendulum -M henon_heiles -M double_pendulum -M rigid_body
is "$status" 1 "the wrong claims do not pass" || diag "$errors"
verdicts() {
  grep '"study":"energy"' "$scratch/out/verdicts.jsonl" | grep '"claimed":"bounded"' |
    grep -e "\"method\":\"$1\",\"model\":\"$2\"" | sed 's/.*"verdict":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' '
}
for model in kepler pendulum henon_heiles double_pendulum rigid_body; do
  is "$(verdicts rk4 $model)" "refuted " "rk4 drifts on $model"
done
is "$(verdicts runge_kutta_munthe_kaas_4 rigid_body)" "refuted " "the Munthe-Kaas form of rk4 drifts on a group"
for method in stormer_verlet symplectic_euler implicit_midpoint gauss_2 yoshida_4; do
  is "$(verdicts $method '[a-z_]*')" "confirmed " "the energy of $method is confirmed"
done
matches "$(grep '"method":"rk4","model":"kepler"' "$scratch/out/verdicts.jsonl")" \
  'drifts by [^;]* over (T = [0-9.]+) at h = 0.1 [^;]*; the root-mean-square error over \1 scales' \
  "the run with half the step is as long as the one that drifts"

done_testing
