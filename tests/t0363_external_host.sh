# All services of the host for methods that are programs, called by tests/external/tour.py.
. tests/tap.sh

if ! command -v python3 >/dev/null; then
  ok 0 "programs # SKIP there is no python3"
  done_testing
  exit
fi

for where in ode:pendulum lagrangian:kepler lagrangian:spherical_pendulum \
  lagrangian:nonholonomic_particle frame:kepler group:rigid_body; do
  run "$GIMBAL" run -m "tour_${where%:*}" -M "${where#*:}" -h 0.1 -T 0.2 --external \
    "python3 tests/external/tour.py ${where%:*}"
  is "$status" 0 "what the host answers fits together: $where" || diag "$errors"
done
probe() { # probe WORD
  run "$GIMBAL" verify tests/external/probe.yaml -o "$scratch/probe$1" --external \
    "python3 tests/external/tour.py lagrangian $1"
}
probe
matches "$output" 'constraint stillness # SKIP .* largest residual 0 over 4 steps of 0.1, not growing' \
  "a probe is measured"
probe moving
matches "$output" '^not ok 1 - tour_lagrangian spherical_pendulum:.* constraint stillness$' \
  "  and refutes where it is not zero"
done_testing
