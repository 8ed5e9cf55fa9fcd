# Phase spaces that are not those of canonical coordinates: T*G of a Lie group, whose form turns with
# the body, and manifolds of constraints that are not quadratic. What is symplectic there is found to be, in
# either precision, and what is not is not.
. tests/tap.sh

# claim METHODS MODEL: a suite that says of the methods that they are symplectic and keep volumes.
claim() {
  cat <<YAML
models: "$2"
methods: [$1]
plugin_claims: false
studies: [{study: structure}]
claims:
  - {methods: "*", study: structure, quantity: symplectic, value: "yes"}
  - {methods: "*", study: structure, quantity: volume, value: "yes"}
YAML
}
found() { # found QUANTITY: each method with its verdict
  sed -n 's/.*"method":"\([^"]*\)".*"quantity":"'"$1"'".*"verdict":"\([^"]*\)".*/\1 \2/p' \
    "$scratch/out/verdicts.jsonl" | sort | uniq | tr '\n' ' '
}
all() { # all VERDICT METHOD…
  word=$1
  shift
  for method in $(printf '%s\n' "$@" | sort); do
    printf '%s %s ' "$method" "$word"
  done
}

variational="lie_vprk_gauss_2 lie_vprk_gauss_2_exp lie_vprk_lobatto_2 lie_vprk_lobatto_3"
others="lie_euler crouch_grossman_3 commutator_free_4 runge_kutta_munthe_kaas_4 lie_generalised_alpha"
floating="--plugin $BUILD/tests/plugins/floating_body.so"
list() { printf '%s, ' "$@"; }

for precision in auto double; do
  # Of the defects of orders 3 and 4 double precision shows the larger ones; the steps that it shows them
  # with are found by the study itself.
  for model in rigid_body heavy_top:bruels_cardona_arnold driven_body:A:amplitude=0 floating_body; do
    methods=$variational
    case $model in rigid_body | heavy_top:*) methods="$methods moser_veselov" ;; esac
    claim "$(list $methods)" "$model" >"$scratch/right.yaml"
    run "$GIMBAL" verify "$scratch/right.yaml" --precision $precision $floating -o "$scratch/out"
    is "$(found symplectic)" "$(all confirmed $methods)" \
      "$precision, $model: variational methods are symplectic" || diag "$errors"
    is "$(found volume)" "$(all confirmed $methods)" "  and keep volumes"
    wrong=$others
    [ $model != floating_body ] || wrong=${others% *} # it does not say that it is separable
    claim "$(list $wrong)" "$model" >"$scratch/others.yaml"
    run "$GIMBAL" verify "$scratch/others.yaml" --precision $precision $floating -o "$scratch/out"
    is "$(found symplectic)" "$(all refuted $wrong)" "  others are not" || diag "$errors"
  done

  claim "lie_lobatto_holonomic_2, lie_lobatto_holonomic_3" driven_body_on_rail:A:amplitude=0 \
    >"$scratch/rail.yaml"
  run "$GIMBAL" verify "$scratch/rail.yaml" --precision $precision -o "$scratch/out"
  is "$(found symplectic)" "$(all confirmed lie_lobatto_holonomic_2 lie_lobatto_holonomic_3)" \
    "$precision: on a rail, the constrained phase space of a group" || diag "$errors"

  # Its constraint is of degree four: differences of order two do not give its tangents.
  constrained="rattle lobatto_holonomic_2 lobatto_holonomic_3 gauss_2_projected"
  claim "$(list $constrained projected_rk4)" quartic_bead >"$scratch/bead.yaml"
  run "$GIMBAL" verify "$scratch/bead.yaml" --precision $precision \
    --plugin "$BUILD/tests/plugins/quartic_bead.so" -o "$scratch/out"
  is "$(found symplectic)" "$({ all confirmed $constrained; all refuted projected_rk4; } | xargs -n 2 | sort | tr '\n' ' ')" \
    "$precision: on a curve of degree four" || diag "$errors"
done

# A method may impose its constraints on positions alone: its later states have velocities off them.
claim "free_velocity, free_velocity_friction" spherical_pendulum:below >"$scratch/free.yaml"
run "$GIMBAL" verify "$scratch/free.yaml" --plugin "$BUILD/tests/plugins/free_velocity.so" -o "$scratch/out"
is "$(found symplectic)" "free_velocity confirmed free_velocity_friction refuted " \
  "velocities off the constraints, and a friction of 1e-12" || diag "$errors"

# With a force that depends on time, nothing is symplectic; nor is there a form for fields of (q,v).
claim "lie_vprk_gauss_2, gauss_2" driven_body >"$scratch/driven.yaml"
run "$GIMBAL" verify "$scratch/driven.yaml" -o "$scratch/out"
is "$(found symplectic)" "gauss_2 skipped lie_vprk_gauss_2 refuted " "a driven body" || diag "$errors"
done_testing
