# Structures of the suites on spheres, extended phase spaces, several step sizes, energies, contact maps and groups: what
# the right methods claim is confirmed, and wrong ones of each (tests/mutants/structures.txt) are refuted.
. tests/tap.sh

GIMBAL_PLUGIN_PATH=$BUILD/methods:$BUILD/models GIMBAL_CACHE=$BUILD/reference-cache \
  run "$BUILD/tests/mutation" --table tests/mutants/structures.txt --write-variants "$scratch/variants"
is "$status" 0 "each text of the table is in its source once" || diag "$errors"
plugins= built=0
for variant in "$scratch/variants"/*.c; do
  "$GIMBAL" build "$variant" >"$scratch/build" 2>&1 || built=1
  plugins="$plugins --plugin ${variant%.c}.so"
done
is "$built" 0 "the wrong methods are built" || diag "$(cat "$scratch/build")"

# A model of spheres whose angles have no period, or whose heights are beyond 1, is refused.
sed 's/"spins"/"no_period"/; /\.period = /d' models/spins.c >"$scratch/no_period.c"
sed -e 's/"nonseparable_well"/"high"/; s/"\(cubic_hamiltonian\|coupled_actions\)"/"other_\1"/; s/out\[1\] = GIMBAL_Q(1, 4)/out[1] = 3/' \
  -e 's/\.n = "1",/.n = "1", .period = "2*pi",/; s/"autonomous reversible integrable"/"autonomous spheres"/' models/nonseparable.c >"$scratch/high.c"
# Heights near zero keep their unit, too.
sed 's/"spins"/"flat"/; s/out\[\([345]\)\] = -*GIMBAL_Q.*/out[\1] = \1 * GIMBAL_C(1e-5);/' models/spins.c >"$scratch/flat.c"
run "$GIMBAL" build "$scratch/flat.c"
run "$GIMBAL" verify --plugin "$scratch/flat.so" -M flat -m spherical_midpoint -o "$scratch/flat"
is "$status $(grep -c '"verdict":"confirmed"' "$scratch/flat/verdicts.jsonl")" "0 12" "spins near the equator are moved, too" ||
  diag "$errors"
for model in no_period high; do
  run "$GIMBAL" build "$scratch/$model.c"
  run "$GIMBAL" check "$scratch/$model.so"
  matches "$output" "not ok .*spheres: q are angles of period 2 pi, p heights between -1 and 1" "$model is refused"
done
run "$GIMBAL" check spins
matches "$output" "^ok .*spheres: q are angles" "spins pass the check"

# METHOD MODEL STUDY QUANTITY VALUE WORD
cat >"$scratch/table" <<'TABLE'
spherical_midpoint                       spins:*                 structure symplectic yes confirmed
spherical_midpoint__linear_extension     spins:anisotropic       structure symplectic yes refuted
spherical_midpoint__field_of_start       spins:anisotropic       structure symplectic yes refuted
spherical_midpoint__linear_extension     spins:isotropic         structure reversible yes confirmed
spin_rotations                           spins:isotropic         structure symplectic yes refuted
spin_rotations                           spins:isotropic         structure volume yes confirmed
isospectral_midpoint                     rigid_body@matrix:*     structure symplectic yes confirmed
isospectral_dirk                         heavy_top@matrix:slow   structure symplectic yes confirmed
isospectral_midpoint__classical_midpoint rigid_body@matrix:*     structure symplectic yes refuted
isospectral_dirk__twice_the_square       rigid_body@matrix:*     structure symplectic yes refuted
semiexplicit_2                           nonseparable_well:*     structure symplectic yes confirmed
semiexplicit_4                           nonseparable_well:*     structure symplectic yes confirmed
semiexplicit_2__unprojected              nonseparable_well:*     structure symplectic yes refuted
semiexplicit_4__one_copy                 nonseparable_well:*     structure symplectic yes refuted
tao_2                                    nonseparable_well:*     energy    energy     bounded confirmed
tao_2                                    nonseparable_well:*     order     q          2 confirmed
tao_2__wrong_copy                        nonseparable_well:*     order     q          2 refuted
tao_4                                    nonseparable_well:*     order     q          4 confirmed
tao_4__half_a_flow                       nonseparable_well:*     order     q          4 refuted
multirate                                henon_heiles:*          structure symplectic yes confirmed
multirate__kept_force                    henon_heiles:*          structure symplectic yes refuted
multirate__short_steps                   henon_heiles:*          order     q          2 refuted
energy_momentum_ggl                      spherical_pendulum@bob:below energy energy exact confirmed
energy_momentum_ggl                      spherical_pendulum@bob:below constraint nodes exact confirmed
energy_momentum_ggl                      spherical_pendulum@bob:below structure symplectic yes refuted
energy_momentum_ggl__velocity_of_end     spherical_pendulum@bob:below energy energy exact refuted
energy_momentum_ggl__velocity_of_end     spherical_pendulum@bob:below order q 2 refuted
energy_momentum_ggl__without_derivative  spherical_pendulum@bob:below energy energy exact refuted
mollified_impulse                        henon_heiles:*          structure symplectic yes confirmed
mollified_impulse                        henon_heiles:*          order     q          2 confirmed
mollified_impulse__impulse_of_mean       henon_heiles:*          structure symplectic yes refuted
mollified_impulse__mean_of_first_order   henon_heiles:*          order     q          2 refuted
implicit_explicit                        henon_heiles:*          order     q          2 confirmed
implicit_explicit                        henon_heiles:*          structure symplectic yes confirmed
implicit_explicit__whole_kick            henon_heiles:*          order     q          2 refuted
asynchronous                             henon_heiles:*          order     q          2 confirmed
asynchronous__kick_at_end                henon_heiles:*          order     q          2 refuted
asynchronous__exchanged_grids            henon_heiles:*          order     q          2 refuted
asynchronous                             henon_heiles:*          structure reversible yes confirmed
asynchronous__kick_at_end                henon_heiles:*          structure reversible yes refuted
componentwise_splitting                  adaptive_kepler:e06     structure reversible yes confirmed
componentwise_splitting__one_way         adaptive_kepler:e06     structure reversible yes refuted
componentwise_splitting__density_first   adaptive_kepler:e06     structure reversible yes refuted
componentwise_splitting                  adaptive_kepler:e06     energy    energy     bounded confirmed
componentwise_splitting__one_way         adaptive_kepler:e06     energy    energy     bounded refuted
componentwise_splitting__density_of_start adaptive_kepler:e06    energy    energy     bounded refuted
explicit_leapfrog_drift                  logarithmic_kepler:e06  curve     phase_orbit yes confirmed
explicit_leapfrog                        logarithmic_kepler:e06  curve     phase_orbit yes refuted
implicit_midpoint                        logarithmic_kepler:e06  curve     phase_orbit yes refuted
relaxation_rk4                           henon_heiles:*          energy    energy     exact confirmed
relaxation_rk4__unrelaxed_positions      henon_heiles:*          energy    energy     exact refuted
relaxation_rk4                           henon_heiles:*          order     q          4 refuted
hbvm_3_2                                 cubic_hamiltonian:*     energy    energy     exact confirmed
hbvm_3_2                                 nonseparable_well:*     energy    energy     exact refuted
hbvm_4_2                                 nonseparable_well:*     energy    energy     exact confirmed
hbvm_3_2__wrong_norm                     cubic_hamiltonian:*     order     q          4 refuted
kahan                                    cubic_hamiltonian:*     constraint modified_hamiltonian exact confirmed
kahan__midpoint_rule                     cubic_hamiltonian:*     constraint modified_hamiltonian exact refuted
kahan                                    nonseparable_well:*     constraint modified_hamiltonian exact refuted
kahan                                    cubic_hamiltonian:*     energy    energy     exact refuted
symplectic_dirk                          quadratised_pendulum:*  invariant modified_energy exact confirmed
symplectic_dirk                          quadratised_pendulum:*  energy    energy     exact refuted
trapezoidal_rule                         quadratised_quartic:*   energy    energy     exact refuted
implicit_midpoint                        quadratised_quartic:*   energy    energy     exact confirmed
contact_variational                      contact_particle:*      structure contact    yes confirmed
contact_variational__undamped_end        contact_particle:*      structure contact    yes refuted
contact_variational__no_kinetic_energy   contact_particle:*      structure contact    yes refuted
contact_variational                      contact_particle:*      structure conformal  yes refuted
galerkin_2_gauss_2                       henon_heiles:*          order     q          4 confirmed
galerkin_3_gauss_3                       henon_heiles:*          order     q          6 confirmed
galerkin_2_gauss_2__unweighted_force     henon_heiles:*          order     q          4 refuted
galerkin_3_gauss_3__no_first_force       henon_heiles:*          order     q          6 refuted
galerkin_3_lobatto_3                     henon_heiles:*          order     q          6 refuted
gonzalez_discrete_gradient               nonseparable_well:*     energy    energy     exact confirmed
gonzalez_discrete_gradient__gradient_at_mean nonseparable_well:* energy    energy     exact refuted
gonzalez_discrete_gradient               nonseparable_well:*     structure symplectic yes refuted
itoh_abe_discrete_gradient               cubic_hamiltonian:*     energy    energy     exact confirmed
itoh_abe_discrete_gradient               cubic_hamiltonian:*     order     q          2 confirmed
itoh_abe_discrete_gradient__one_direction cubic_hamiltonian:*     energy    energy     exact confirmed
itoh_abe_discrete_gradient__one_direction cubic_hamiltonian:*     order     q          2 refuted
itoh_abe_discrete_gradient__one_direction cubic_hamiltonian:*     structure reversible yes refuted
itoh_abe_discrete_gradient__gradients_at_corners cubic_hamiltonian:* energy energy    exact refuted
symplectic_network                       pendulum:oscillation    structure symplectic yes confirmed
symplectic_network                       pendulum:oscillation    energy    energy     bounded confirmed
symplectic_network                       pendulum:oscillation    order     q          2 refuted
symplectic_network__kick_of_start        pendulum:oscillation    structure symplectic yes refuted
symplectic_network__kick_of_start        pendulum:oscillation    energy    energy     bounded refuted
newmark_average                          nonholonomic_particle@cartesian:* constraint nodes exact confirmed
newmark_average__constraint_of_start     nonholonomic_particle@cartesian:* constraint nodes exact refuted
newmark_average                          henon_heiles:*          order     q          2 confirmed
newmark_average__twice_beta              henon_heiles:*          order     q          2 refuted
newmark_composition                      nonholonomic_particle@cartesian:* order q   2 confirmed
newmark_damped                           nonholonomic_particle@cartesian:* order q   2 refuted
hamilton_pontryagin_euler                rigid_body@matrix:*     structure symplectic yes confirmed
hamilton_pontryagin_euler__no_tangent    rigid_body@matrix:*     structure symplectic yes refuted
hamilton_pontryagin_euler                rigid_body@matrix:*     invariant momentum_map exact confirmed
hamilton_pontryagin_euler__no_tangent    rigid_body@matrix:*     invariant momentum_map exact refuted
hamilton_pontryagin_verlet_exp           heavy_top@matrix:slow   order     q          2 confirmed
hamilton_pontryagin_verlet_exp__no_tangent heavy_top@matrix:slow order     q          2 refuted
coadjoint_midpoint                       rigid_body@matrix:*     structure symplectic yes refuted
runge_kutta_munthe_kaas_4                rigid_body@matrix:*     invariant row_length exact confirmed
runge_kutta_munthe_kaas_4__chord         rigid_body@matrix:*     invariant row_length exact refuted
lie_generalised_alpha                    heavy_top@constrained:slow constraint position_constraint exact confirmed
lie_generalised_alpha__yielding          heavy_top@constrained:slow constraint position_constraint exact refuted
TABLE
{
  printf 'plugin_claims: false\nmethods: ["*"]\nmodels: ["*"]\nstudies:\n'
  awk '{ study = $3 ~ /energy|invariant|constraint/ ? "long" : $3
         key = study " " $1 " " $2
         if (!(key in seen)) {
           seen[key] = 1
           printf "  - {study: %s, name: s%d, methods: \"%s\", models: \"%s\"%s}\n", study, NR, $1, $2,
             study == "long" ? ", cases: all, " ($2 ~ /adaptive/ ? "h: 1/5, steps: 20000" : "h: 1/10, steps: 4000") : study == "structure" || study == "curve" ? ", cases: all" : ""
         }
         from[NR] = key }' "$scratch/table"
  echo claims:
  awk '{ printf "  - {methods: \"%s\", models: \"%s\", study: %s, quantity: %s, value: \"%s\", text: row %d.}\n", $1, $2, $3, $4, $5, NR }' "$scratch/table"
} >"$scratch/suite.yaml"
# shellcheck disable=SC2086 # words
run "$GIMBAL" verify "$scratch/suite.yaml" $plugins -j 2 -o "$scratch/out"
is "$(grep -c '"verdict":"failed"' "$scratch/out/verdicts.jsonl")" 0 "nothing failed" || diag "$errors"
row=0
while read -r method model study quantity value word; do
  row=$((row + 1))
  is "$(grep "\"text\":\"row $row\\.\"" "$scratch/out/verdicts.jsonl" | sed 's/.*"verdict":"\([a-z_ ]*\)".*/\1/' | sort -u | tr '\n' ' ')" \
    "$word " "$method on $model: $study $quantity $value is $word"
done <"$scratch/table"
done_testing
