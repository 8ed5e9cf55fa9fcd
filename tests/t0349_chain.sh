# The three forms of the chain of spherical pendulums: the holonomic and the homogeneous one are one map,
# and the Hamel form comes to their motion with order 2, for 2 rods and for 20.
. tests/tap.sh

# bobs METHOD FORM N H: where the bobs are at t = 1/2.
bobs() {
  "$GIMBAL" run -m "$1" -M "spherical_pendulum_chain@$2:swinging:N=$3" -h "$4" -T 1/2 --no-reference \
    --json | tr -d ' \n' | sed 's/.*"q":[^[]*\[[^]]*\],"values":\[\([^]]*\)\].*/\1/' | tr "," "\n" |
    awk -v form="$2" -v N="$3" '{ q[NR - 1] = $1 }
      END {
        for (k = 0; k < N; k++)
          for (a = 0; a < 3; a++) {
            rod = form == "body" ? q[9 * k + 3 * a + 2] : q[3 * k + a]
            x[a] = form == "bobs" ? rod : x[a] + rod
            printf "%.17g\n", x[a]
          }
      }'
}
# apart A B: the largest distance of two columns; "none" where they are not as long.
apart() {
  paste "$1" "$2" | awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > most) most = d }
    NF != 2 { bad = 1 } END { print bad || !NR ? "none" : most + 0 }'
}
within() { # VALUE LOW HIGH TEXT
  is "$(awk -v v="$1" -v l="$2" -v h="$3" 'BEGIN { print (v != "none" && v >= l && v <= h) }')" 1 \
    "$4 ($1)"
}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for N in 2 20; do
  for h in 1/40 1/80; do
    for pair in rattle@bobs sphere_homogeneous@rods hamel_sphere@body; do
      bobs "${pair%@*}" "${pair#*@}" "$N" "$h" >"$dir/${pair#*@}.${h#*/}"
    done
  done
  is "$(wc -l <"$dir/bobs.40" | tr -d ' ')" "$((3 * N))" "$N rods: all bobs are there"
  # Newton's method ends at roundings of momenta that add up over the chain.
  within "$(apart "$dir/bobs.40" "$dir/rods.40")" 0 1e-11 "$N rods: two forms are one map"
  coarse=$(apart "$dir/bobs.40" "$dir/body.40") fine=$(apart "$dir/bobs.80" "$dir/body.80")
  within "$coarse" 1e-7 1e-1 "$N rods: the third is another one"
  # A difference of order 2 with terms of order 4 behind it.
  within "$(awk -v c="$coarse" -v f="$fine" 'BEGIN { print f ? c / f : "none" }')" 3.5 4.5 \
    "$N rods: their distance goes like h^2"
done

# The last of 1000 rods carry a thousandth of the first ones' tension, over coordinates of some hundred.
run "$GIMBAL" run -m rattle -M spherical_pendulum_chain:swinging:N=1000 -h 0.001 -T 0.01 \
  --no-reference --json
is "$status" 0 "1000 rods with small steps" || diag "$errors"
within "$(printf '%s\n' "$output" | sed -n 's/.*"constraint_residual": \([-+.e0-9]*\),*.*/\1/p')" 0 1e-11 \
  "1000 rods keep their lengths up to roundings"
done_testing
