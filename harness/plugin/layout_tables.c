/* The structures of gimbal.h, field by field: what a plugin must give, and what it may. */
#include "plugin/layout.h"

#define FIELD(type, kind, field, required, of)                                                     \
  { #field, FIELD_##kind, offsetof(type, field), required, of }
#define NEEDED(type, kind, field) FIELD(type, kind, field, PETSC_TRUE, NULL)
#define OPTIONAL(type, kind, field) FIELD(type, kind, field, PETSC_FALSE, NULL)
#define LAYOUT(type, word, fields)                                                                 \
  { word, sizeof(type), (int)(sizeof(fields) / sizeof(fields[0])), fields }

static const Field value_fields[] = {NEEDED(gimbal_value, WORD, name),
                                     NEEDED(gimbal_value, TEXT, value),
                                     OPTIONAL(gimbal_value, TEXT, description)};
static const Layout parameter_layout = LAYOUT(gimbal_value, "parameter", value_fields);
static const Layout coefficients_layout = LAYOUT(gimbal_value, "coefficients", value_fields);

static const Field lagrangian_fields[] = {
    NEEDED(gimbal_lagrangian, FUNCTION, L),        OPTIONAL(gimbal_lagrangian, FUNCTION, D1L),
    OPTIONAL(gimbal_lagrangian, FUNCTION, D2L),      OPTIONAL(gimbal_lagrangian, FUNCTION, D22L),
    OPTIONAL(gimbal_lagrangian, FUNCTION, force),  OPTIONAL(gimbal_lagrangian, FUNCTION, Phi),
    OPTIONAL(gimbal_lagrangian, FUNCTION, D2Phi),  OPTIONAL(gimbal_lagrangian, FUNCTION, g),
    OPTIONAL(gimbal_lagrangian, FUNCTION, Dg),     OPTIONAL(gimbal_lagrangian, TEXT, band),
    OPTIONAL(gimbal_lagrangian, FUNCTION, Dg_band)};
static const Layout lagrangian_layout = LAYOUT(gimbal_lagrangian, "lagrangian", lagrangian_fields);

static const Field hamiltonian_fields[] = {
    NEEDED(gimbal_hamiltonian, FUNCTION, H),     OPTIONAL(gimbal_hamiltonian, FUNCTION, D1H),
    OPTIONAL(gimbal_hamiltonian, FUNCTION, D2H),   OPTIONAL(gimbal_hamiltonian, FUNCTION, force),
    OPTIONAL(gimbal_hamiltonian, FUNCTION, Psi), OPTIONAL(gimbal_hamiltonian, FUNCTION, reaction)};
static const Layout hamiltonian_layout =
    LAYOUT(gimbal_hamiltonian, "hamiltonian", hamiltonian_fields);

static const Field frame_fields[] = {
    NEEDED(gimbal_frame, FUNCTION, psi),      NEEDED(gimbal_frame, FUNCTION, ell),
    OPTIONAL(gimbal_frame, FUNCTION, D1ell),    OPTIONAL(gimbal_frame, FUNCTION, D2ell),
    OPTIONAL(gimbal_frame, FUNCTION, D22ell), OPTIONAL(gimbal_frame, FUNCTION, structure),
    OPTIONAL(gimbal_frame, FUNCTION, force)};
static const Layout frame_layout = LAYOUT(gimbal_frame, "frame", frame_fields);

static const Field group_fields[] = {
    NEEDED(gimbal_group, TEXT, group),        NEEDED(gimbal_group, FUNCTION, ell),
    NEEDED(gimbal_group, FUNCTION, D1ell),    OPTIONAL(gimbal_group, FUNCTION, D2ell),
    OPTIONAL(gimbal_group, FUNCTION, D22ell), OPTIONAL(gimbal_group, FUNCTION, force),
    OPTIONAL(gimbal_group, FUNCTION, phi),    OPTIONAL(gimbal_group, FUNCTION, D2phi),
    OPTIONAL(gimbal_group, FUNCTION, g),      OPTIONAL(gimbal_group, FUNCTION, Dg)};
static const Layout group_layout = LAYOUT(gimbal_group, "group", group_fields);

static const Field ode_fields[] = {NEEDED(gimbal_ode, FUNCTION, f)};
static const Layout ode_layout = LAYOUT(gimbal_ode, "ode", ode_fields);

static const Field lattice_fields[] = {
    NEEDED(gimbal_lattice, TEXT, sites), NEEDED(gimbal_lattice, TEXT, components),
    OPTIONAL(gimbal_lattice, TEXT, periodic),
    FIELD(gimbal_lattice, EMBEDDED, lagrangian, PETSC_TRUE, &lagrangian_layout)};
static const Layout lattice_layout = LAYOUT(gimbal_lattice, "lattice", lattice_fields);

static const Field invariant_fields[] = {
    NEEDED(gimbal_invariant, WORD, name), OPTIONAL(gimbal_invariant, TEXT, kind),
    NEEDED(gimbal_invariant, FUNCTION, value), OPTIONAL(gimbal_invariant, TEXT, when),
    OPTIONAL(gimbal_invariant, FUNCTION, generator)};
static const Layout invariant_layout = LAYOUT(gimbal_invariant, "invariant", invariant_fields);

static const Field case_fields[] = {
    NEEDED(gimbal_case, WORD, name),      OPTIONAL(gimbal_case, TEXT, settings),
    OPTIONAL(gimbal_case, TEXT, members), OPTIONAL(gimbal_case, TEXT, duration),
    OPTIONAL(gimbal_case, TEXT, step),    OPTIONAL(gimbal_case, TEXT, description),
    OPTIONAL(gimbal_case, TEXT, begin),   OPTIONAL(gimbal_case, TEXT, longest)};
static const Layout case_layout = LAYOUT(gimbal_case, "case", case_fields);

static const Field equilibrium_fields[] = {
    NEEDED(gimbal_equilibrium, WORD, name), NEEDED(gimbal_equilibrium, WORD, stability),
    NEEDED(gimbal_equilibrium, FUNCTION, state), NEEDED(gimbal_equilibrium, FUNCTION, perturbation),
    NEEDED(gimbal_equilibrium, FUNCTION, deviation)};
static const Layout equilibrium_layout =
    LAYOUT(gimbal_equilibrium, "equilibrium", equilibrium_fields);

static const Field apsides_fields[] = {
    NEEDED(gimbal_apsides, WORD, name), NEEDED(gimbal_apsides, FUNCTION, rate),
    NEEDED(gimbal_apsides, FUNCTION, angle), NEEDED(gimbal_apsides, FUNCTION, advance)};
static const Layout apsides_layout = LAYOUT(gimbal_apsides, "apsides", apsides_fields);

static const Field picture_fields[] = {
    NEEDED(gimbal_picture, WORD, name),     NEEDED(gimbal_picture, TEXT, title),
    NEEDED(gimbal_picture, TEXT, of),       OPTIONAL(gimbal_picture, TEXT, section),
    OPTIONAL(gimbal_picture, TEXT, sphere), OPTIONAL(gimbal_picture, TEXT, duration),
    OPTIONAL(gimbal_picture, TEXT, when),   OPTIONAL(gimbal_picture, TEXT, words)};
static const Layout picture_layout = LAYOUT(gimbal_picture, "picture", picture_fields);

static const Field realisation_fields[] = {
    NEEDED(gimbal_realisation, NAME, name),
    NEEDED(gimbal_realisation, TEXT, configuration),
    OPTIONAL(gimbal_realisation, TEXT, velocity),
    NEEDED(gimbal_realisation, TEXT, n),
    OPTIONAL(gimbal_realisation, TEXT, m),
    OPTIONAL(gimbal_realisation, TEXT, holonomic),
    OPTIONAL(gimbal_realisation, TEXT, nonholonomic),
    OPTIONAL(gimbal_realisation, TEXT, period),
    OPTIONAL(gimbal_realisation, TEXT, traits),
    FIELD(gimbal_realisation, TABLE, lagrangian, PETSC_FALSE, &lagrangian_layout),
    FIELD(gimbal_realisation, TABLE, hamiltonian, PETSC_FALSE, &hamiltonian_layout),
    FIELD(gimbal_realisation, TABLE, frame, PETSC_FALSE, &frame_layout),
    FIELD(gimbal_realisation, TABLE, group, PETSC_FALSE, &group_layout),
    FIELD(gimbal_realisation, TABLE, ode, PETSC_FALSE, &ode_layout),
    FIELD(gimbal_realisation, TABLE, lattice, PETSC_FALSE, &lattice_layout),
    NEEDED(gimbal_realisation, FUNCTION, initial),
    OPTIONAL(gimbal_realisation, FUNCTION, exact),
    OPTIONAL(gimbal_realisation, FUNCTION, reverse),
    OPTIONAL(gimbal_realisation, FUNCTION, common),
    OPTIONAL(gimbal_realisation, FUNCTION, energy),
    FIELD(gimbal_realisation, LIST, invariants, PETSC_FALSE, &invariant_layout),
    FIELD(gimbal_realisation, LIST, equilibria, PETSC_FALSE, &equilibrium_layout),
    FIELD(gimbal_realisation, LIST, apsides, PETSC_FALSE, &apsides_layout),
    OPTIONAL(gimbal_realisation, TEXT, size_of_q),
    OPTIONAL(gimbal_realisation, TEXT, size_of_v),
    OPTIONAL(gimbal_realisation, TEXT, size_of_p),
    OPTIONAL(gimbal_realisation, TEXT, size_of_t),
    OPTIONAL(gimbal_realisation, FUNCTION, density),
    FIELD(gimbal_realisation, LIST, pictures, PETSC_FALSE, &picture_layout),
    OPTIONAL(gimbal_realisation, RESERVED, domain),
    OPTIONAL(gimbal_realisation, RESERVED, degree),
    OPTIONAL(gimbal_realisation, RESERVED, mass),
    OPTIONAL(gimbal_realisation, RESERVED, forces),
    OPTIONAL(gimbal_realisation, RESERVED, parts),
    OPTIONAL(gimbal_realisation, RESERVED, time_entry),
    OPTIONAL(gimbal_realisation, TEXT, contraction)};
static const Layout realisation_layout =
    LAYOUT(gimbal_realisation, "realisation", realisation_fields);

static const Field model_fields[] = {
    NEEDED(gimbal_model, NAME, name),
    NEEDED(gimbal_model, TEXT, title),
    OPTIONAL(gimbal_model, TEXT, citation),
    FIELD(gimbal_model, LIST, parameters, PETSC_FALSE, &parameter_layout),
    FIELD(gimbal_model, LIST, cases, PETSC_TRUE, &case_layout),
    FIELD(gimbal_model, LIST, realisations, PETSC_TRUE, &realisation_layout),
    OPTIONAL(gimbal_model, TEXT, citation_key)};
static const Layout model_layout = LAYOUT(gimbal_model, "model", model_fields);

static const Field probe_fields[] = {NEEDED(gimbal_probe, WORD, name),
                                     NEEDED(gimbal_probe, TEXT, count),
                                     NEEDED(gimbal_probe, FUNCTION, measure)};
static const Layout probe_layout = LAYOUT(gimbal_probe, "probe", probe_fields);

static const Field claim_fields[] = {
    NEEDED(gimbal_claim, TEXT, study), NEEDED(gimbal_claim, TEXT, quantity),
    NEEDED(gimbal_claim, TEXT, value), OPTIONAL(gimbal_claim, TEXT, when),
    OPTIONAL(gimbal_claim, TEXT, source)};
static const Layout claim_layout = LAYOUT(gimbal_claim, "claim", claim_fields);

static const Field member_fields[] = {NEEDED(gimbal_member, NAME, name),
                                      OPTIONAL(gimbal_member, TEXT, settings),
                                      OPTIONAL(gimbal_member, TEXT, title)};
const Layout MemberLayout = LAYOUT(gimbal_member, "member", member_fields);

static const Field tableau_fields[] = {
    NEEDED(gimbal_own_tableau, WORD, name),        NEEDED(gimbal_own_tableau, TEXT, a),
    NEEDED(gimbal_own_tableau, TEXT, b),           OPTIONAL(gimbal_own_tableau, TEXT, c),
    OPTIONAL(gimbal_own_tableau, TEXT, conjugate), OPTIONAL(gimbal_own_tableau, TEXT, embedded),
    OPTIONAL(gimbal_own_tableau, TEXT, gamma)};
static const Layout tableau_layout = LAYOUT(gimbal_own_tableau, "tableau", tableau_fields);

static const Field scheme_fields[] = {
    NEEDED(gimbal_scheme, WORD, kind),      OPTIONAL(gimbal_scheme, TEXT, first),
    OPTIONAL(gimbal_scheme, TEXT, second),  OPTIONAL(gimbal_scheme, TEXT, stages),
    OPTIONAL(gimbal_scheme, TEXT, weights), OPTIONAL(gimbal_scheme, TEXT, when)};
static const Layout scheme_layout = LAYOUT(gimbal_scheme, "scheme", scheme_fields);

static const Field method_fields[] = {
    NEEDED(gimbal_method, NAME, name),
    NEEDED(gimbal_method, TEXT, title),
    NEEDED(gimbal_method, TEXT, citation),
    NEEDED(gimbal_method, NUMBER, formulation),
    OPTIONAL(gimbal_method, TEXT, accepts),
    FIELD(gimbal_method, LIST, parameters, PETSC_FALSE, &parameter_layout),
    FIELD(gimbal_method, LIST, coefficients, PETSC_FALSE, &coefficients_layout),
    FIELD(gimbal_method, LIST, members, PETSC_FALSE, &MemberLayout),
    OPTIONAL(gimbal_method, TEXT, memory),
    OPTIONAL(gimbal_method, TEXT, time_of_q),
    OPTIONAL(gimbal_method, TEXT, time_of_p),
    OPTIONAL(gimbal_method, TEXT, time_of_lambda),
    OPTIONAL(gimbal_method, TEXT, symmetric),
    OPTIONAL(gimbal_method, FUNCTION, start),
    OPTIONAL(gimbal_method, FUNCTION, step), /* it, or advance: MethodCheck */
    FIELD(gimbal_method, LIST, probes, PETSC_FALSE, &probe_layout),
    FIELD(gimbal_method, LIST, claims, PETSC_FALSE, &claim_layout),
    OPTIONAL(gimbal_method, TEXT, overwrites),
    FIELD(gimbal_method, LIST, tableaux, PETSC_FALSE, &tableau_layout),
    OPTIONAL(gimbal_method, FUNCTION, further_tableaux),
    OPTIONAL(gimbal_method, FUNCTION, further_members),
    OPTIONAL(gimbal_method, FUNCTION, open),
    OPTIONAL(gimbal_method, FUNCTION, close),
    OPTIONAL(gimbal_method, TEXT, uncopyable),
    OPTIONAL(gimbal_method, FUNCTION, advance),
    OPTIONAL(gimbal_method, TEXT, action),
    OPTIONAL(gimbal_method, TEXT, citation_key),
    OPTIONAL(gimbal_method, TEXT, library),
    OPTIONAL(gimbal_method, TEXT, library_version),
    FIELD(gimbal_method, LIST, schemes, PETSC_FALSE, &scheme_layout),
    OPTIONAL(gimbal_method, TEXT, forward_only)};
static const Layout method_layout = LAYOUT(gimbal_method, "method", method_fields);

static const Field plugin_fields[] = {
    FIELD(gimbal_plugin, LIST, methods, PETSC_FALSE, &method_layout),
    FIELD(gimbal_plugin, LIST, models, PETSC_FALSE, &model_layout),
    OPTIONAL(gimbal_plugin, TEXT, source), OPTIONAL(gimbal_plugin, NUMBER, line)};
const Layout PluginLayout = LAYOUT(gimbal_plugin, "plugin", plugin_fields);
