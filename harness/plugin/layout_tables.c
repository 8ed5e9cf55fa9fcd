/* The structures of gimbal.h, field by field: what a plugin must give, and what it may. */
#include "plugin/layout.h"

#define FIELD(type, kind, field, required, of)                                                     \
  { #field, FIELD_##kind, offsetof(type, field), required, of, MODEL_NONE }
#define NEEDED(type, kind, field) FIELD(type, kind, field, PETSC_TRUE, NULL)
#define OPTIONAL(type, kind, field) FIELD(type, kind, field, PETSC_FALSE, NULL)
/* Functions of a model. */
#define MODEL(type, field, required, function)                                                     \
  { #field, FIELD_FUNCTION, offsetof(type, field), required, NULL, MODEL_##function }
#define NEEDED_OF(type, field, function) MODEL(type, field, PETSC_TRUE, function)
#define OPTIONAL_OF(type, field, function) MODEL(type, field, PETSC_FALSE, function)
#define LAYOUT(type, word, ...)                                                                    \
  {                                                                                                \
    word, sizeof(type), (int)(sizeof((const LayoutField[]){__VA_ARGS__}) / sizeof(LayoutField)),   \
        (const LayoutField[]) {                                                                    \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }

#define NAME_AND_VALUE                                                                             \
  NEEDED(gimbal_value, WORD, name), NEEDED(gimbal_value, TEXT, value),                             \
      OPTIONAL(gimbal_value, TEXT, description)
static const Layout parameter_layout = LAYOUT(gimbal_value, "parameter", NAME_AND_VALUE);
static const Layout coefficients_layout = LAYOUT(gimbal_value, "coefficients", NAME_AND_VALUE);

static const Layout lagrangian_layout = LAYOUT(
    gimbal_lagrangian, "lagrangian", NEEDED_OF(gimbal_lagrangian, L, VALUE),
    OPTIONAL_OF(gimbal_lagrangian, D1L, GRADIENT), OPTIONAL_OF(gimbal_lagrangian, D2L, MOMENTUM),
    OPTIONAL_OF(gimbal_lagrangian, D22L, MASS), OPTIONAL_OF(gimbal_lagrangian, force, FORCE),
    OPTIONAL_OF(gimbal_lagrangian, Phi, CONSTRAINT),
    OPTIONAL_OF(gimbal_lagrangian, D2Phi, REACTION), OPTIONAL_OF(gimbal_lagrangian, g, HOLONOMIC),
    OPTIONAL_OF(gimbal_lagrangian, Dg, HOLONOMIC_GRADIENT), OPTIONAL(gimbal_lagrangian, TEXT, band),
    OPTIONAL_OF(gimbal_lagrangian, Dg_band, HOLONOMIC_BAND));

static const Layout hamiltonian_layout = LAYOUT(
    gimbal_hamiltonian, "hamiltonian", NEEDED_OF(gimbal_hamiltonian, H, VALUE),
    OPTIONAL_OF(gimbal_hamiltonian, D1H, GRADIENT), OPTIONAL_OF(gimbal_hamiltonian, D2H, RATE),
    OPTIONAL_OF(gimbal_hamiltonian, force, FORCE), OPTIONAL_OF(gimbal_hamiltonian, Psi, CONSTRAINT),
    OPTIONAL_OF(gimbal_hamiltonian, reaction, REACTION));

static const Layout frame_layout = LAYOUT(
    gimbal_frame, "frame", NEEDED_OF(gimbal_frame, psi, FRAME), NEEDED_OF(gimbal_frame, ell, VALUE),
    OPTIONAL_OF(gimbal_frame, D1ell, GRADIENT), OPTIONAL_OF(gimbal_frame, D2ell, MOMENTUM),
    OPTIONAL_OF(gimbal_frame, D22ell, MASS), OPTIONAL_OF(gimbal_frame, structure, STRUCTURE),
    OPTIONAL_OF(gimbal_frame, force, FORCE));

static const Layout group_layout = LAYOUT(
    gimbal_group, "group", NEEDED(gimbal_group, TEXT, group), NEEDED_OF(gimbal_group, ell, VALUE),
    NEEDED_OF(gimbal_group, D1ell, TRIVIALISED), OPTIONAL_OF(gimbal_group, D2ell, MOMENTUM),
    OPTIONAL_OF(gimbal_group, D22ell, MASS), OPTIONAL_OF(gimbal_group, force, FORCE),
    OPTIONAL_OF(gimbal_group, phi, CONSTRAINT), OPTIONAL_OF(gimbal_group, D2phi, REACTION),
    OPTIONAL_OF(gimbal_group, g, HOLONOMIC), OPTIONAL_OF(gimbal_group, Dg, HOLONOMIC_GRADIENT));

static const Layout ode_layout = LAYOUT(gimbal_ode, "ode", NEEDED_OF(gimbal_ode, f, RATE));

static const Layout lattice_layout =
    LAYOUT(gimbal_lattice, "lattice", NEEDED(gimbal_lattice, TEXT, sites),
           NEEDED(gimbal_lattice, TEXT, components), OPTIONAL(gimbal_lattice, TEXT, periodic),
           FIELD(gimbal_lattice, EMBEDDED, lagrangian, PETSC_TRUE, &lagrangian_layout));

static const Layout invariant_layout = LAYOUT(
    gimbal_invariant, "invariant", NEEDED(gimbal_invariant, WORD, name),
    OPTIONAL(gimbal_invariant, TEXT, kind), NEEDED_OF(gimbal_invariant, value, INVARIANT),
    OPTIONAL(gimbal_invariant, TEXT, when), OPTIONAL_OF(gimbal_invariant, generator, GENERATOR));

static const Layout case_layout = LAYOUT(
    gimbal_case, "case", NEEDED(gimbal_case, WORD, name), OPTIONAL(gimbal_case, TEXT, settings),
    OPTIONAL(gimbal_case, TEXT, members), OPTIONAL(gimbal_case, TEXT, duration),
    OPTIONAL(gimbal_case, TEXT, step), OPTIONAL(gimbal_case, TEXT, description),
    OPTIONAL(gimbal_case, TEXT, begin), OPTIONAL(gimbal_case, TEXT, longest));

static const Layout equilibrium_layout = LAYOUT(
    gimbal_equilibrium, "equilibrium", NEEDED(gimbal_equilibrium, WORD, name),
    NEEDED(gimbal_equilibrium, WORD, stability), NEEDED_OF(gimbal_equilibrium, state, EQUILIBRIUM),
    NEEDED_OF(gimbal_equilibrium, perturbation, PERTURBATION),
    NEEDED_OF(gimbal_equilibrium, deviation, DEVIATION));

static const Layout apsides_layout = LAYOUT(
    gimbal_apsides, "apsides", NEEDED(gimbal_apsides, WORD, name),
    NEEDED_OF(gimbal_apsides, rate, APSIDES_RATE), NEEDED_OF(gimbal_apsides, angle, APSIDES_ANGLE),
    NEEDED_OF(gimbal_apsides, advance, APSIDES_ADVANCE));

static const Layout picture_layout =
    LAYOUT(gimbal_picture, "picture", NEEDED(gimbal_picture, WORD, name),
           NEEDED(gimbal_picture, TEXT, title), NEEDED(gimbal_picture, TEXT, of),
           OPTIONAL(gimbal_picture, TEXT, section), OPTIONAL(gimbal_picture, TEXT, sphere),
           OPTIONAL(gimbal_picture, TEXT, duration), OPTIONAL(gimbal_picture, TEXT, when),
           OPTIONAL(gimbal_picture, TEXT, words));

const Layout RealisationLayout = LAYOUT(
    gimbal_realisation, "realisation", NEEDED(gimbal_realisation, NAME, name),
    NEEDED(gimbal_realisation, TEXT, configuration), OPTIONAL(gimbal_realisation, TEXT, velocity),
    NEEDED(gimbal_realisation, TEXT, n), OPTIONAL(gimbal_realisation, TEXT, m),
    OPTIONAL(gimbal_realisation, TEXT, holonomic), OPTIONAL(gimbal_realisation, TEXT, nonholonomic),
    OPTIONAL(gimbal_realisation, TEXT, period), OPTIONAL(gimbal_realisation, TEXT, traits),
    FIELD(gimbal_realisation, TABLE, lagrangian, PETSC_FALSE, &lagrangian_layout),
    FIELD(gimbal_realisation, TABLE, hamiltonian, PETSC_FALSE, &hamiltonian_layout),
    FIELD(gimbal_realisation, TABLE, frame, PETSC_FALSE, &frame_layout),
    FIELD(gimbal_realisation, TABLE, group, PETSC_FALSE, &group_layout),
    FIELD(gimbal_realisation, TABLE, ode, PETSC_FALSE, &ode_layout),
    FIELD(gimbal_realisation, TABLE, lattice, PETSC_FALSE, &lattice_layout),
    NEEDED_OF(gimbal_realisation, initial, INITIAL), OPTIONAL_OF(gimbal_realisation, exact, EXACT),
    OPTIONAL_OF(gimbal_realisation, reverse, REVERSE),
    OPTIONAL_OF(gimbal_realisation, common, COMMON),
    OPTIONAL_OF(gimbal_realisation, energy, ENERGY),
    FIELD(gimbal_realisation, LIST, invariants, PETSC_FALSE, &invariant_layout),
    FIELD(gimbal_realisation, LIST, equilibria, PETSC_FALSE, &equilibrium_layout),
    FIELD(gimbal_realisation, LIST, apsides, PETSC_FALSE, &apsides_layout),
    OPTIONAL(gimbal_realisation, TEXT, size_of_q), OPTIONAL(gimbal_realisation, TEXT, size_of_v),
    OPTIONAL(gimbal_realisation, TEXT, size_of_p), OPTIONAL(gimbal_realisation, TEXT, size_of_t),
    OPTIONAL_OF(gimbal_realisation, density, DENSITY),
    FIELD(gimbal_realisation, LIST, pictures, PETSC_FALSE, &picture_layout),
    OPTIONAL(gimbal_realisation, RESERVED, domain), OPTIONAL(gimbal_realisation, RESERVED, degree),
    OPTIONAL(gimbal_realisation, RESERVED, mass), OPTIONAL(gimbal_realisation, RESERVED, forces),
    OPTIONAL(gimbal_realisation, RESERVED, parts),
    OPTIONAL(gimbal_realisation, RESERVED, time_entry),
    OPTIONAL(gimbal_realisation, TEXT, contraction));

static const Layout model_layout =
    LAYOUT(gimbal_model, "model", NEEDED(gimbal_model, NAME, name),
           NEEDED(gimbal_model, TEXT, title), OPTIONAL(gimbal_model, TEXT, citation),
           FIELD(gimbal_model, LIST, parameters, PETSC_FALSE, &parameter_layout),
           FIELD(gimbal_model, LIST, cases, PETSC_TRUE, &case_layout),
           FIELD(gimbal_model, LIST, realisations, PETSC_TRUE, &RealisationLayout),
           OPTIONAL(gimbal_model, TEXT, citation_key));

static const Layout probe_layout =
    LAYOUT(gimbal_probe, "probe", NEEDED(gimbal_probe, WORD, name),
           NEEDED(gimbal_probe, TEXT, count), NEEDED(gimbal_probe, FUNCTION, measure));

static const Layout claim_layout =
    LAYOUT(gimbal_claim, "claim", NEEDED(gimbal_claim, TEXT, study),
           NEEDED(gimbal_claim, TEXT, quantity), NEEDED(gimbal_claim, TEXT, value),
           OPTIONAL(gimbal_claim, TEXT, when), OPTIONAL(gimbal_claim, TEXT, source));

const Layout MemberLayout =
    LAYOUT(gimbal_member, "member", NEEDED(gimbal_member, NAME, name),
           OPTIONAL(gimbal_member, TEXT, settings), OPTIONAL(gimbal_member, TEXT, title));

static const Layout tableau_layout =
    LAYOUT(gimbal_own_tableau, "tableau", NEEDED(gimbal_own_tableau, WORD, name),
           NEEDED(gimbal_own_tableau, TEXT, a), NEEDED(gimbal_own_tableau, TEXT, b),
           OPTIONAL(gimbal_own_tableau, TEXT, c), OPTIONAL(gimbal_own_tableau, TEXT, conjugate),
           OPTIONAL(gimbal_own_tableau, TEXT, embedded), OPTIONAL(gimbal_own_tableau, TEXT, gamma));

static const Layout scheme_layout =
    LAYOUT(gimbal_scheme, "scheme", NEEDED(gimbal_scheme, WORD, kind),
           OPTIONAL(gimbal_scheme, TEXT, first), OPTIONAL(gimbal_scheme, TEXT, second),
           OPTIONAL(gimbal_scheme, TEXT, stages), OPTIONAL(gimbal_scheme, TEXT, weights),
           OPTIONAL(gimbal_scheme, TEXT, when));

static const Layout method_layout =
    LAYOUT(gimbal_method, "method", NEEDED(gimbal_method, NAME, name),
           NEEDED(gimbal_method, TEXT, title), NEEDED(gimbal_method, TEXT, citation),
           NEEDED(gimbal_method, NUMBER, formulation), OPTIONAL(gimbal_method, TEXT, accepts),
           FIELD(gimbal_method, LIST, parameters, PETSC_FALSE, &parameter_layout),
           FIELD(gimbal_method, LIST, coefficients, PETSC_FALSE, &coefficients_layout),
           FIELD(gimbal_method, LIST, members, PETSC_FALSE, &MemberLayout),
           OPTIONAL(gimbal_method, TEXT, memory), OPTIONAL(gimbal_method, TEXT, time_of_q),
           OPTIONAL(gimbal_method, TEXT, time_of_p), OPTIONAL(gimbal_method, TEXT, time_of_lambda),
           OPTIONAL(gimbal_method, TEXT, symmetric), OPTIONAL(gimbal_method, FUNCTION, start),
           OPTIONAL(gimbal_method, FUNCTION, step), /* it, or advance: MethodCheck */
           FIELD(gimbal_method, LIST, probes, PETSC_FALSE, &probe_layout),
           FIELD(gimbal_method, LIST, claims, PETSC_FALSE, &claim_layout),
           OPTIONAL(gimbal_method, TEXT, overwrites),
           FIELD(gimbal_method, LIST, tableaux, PETSC_FALSE, &tableau_layout),
           OPTIONAL(gimbal_method, FUNCTION, further_tableaux),
           OPTIONAL(gimbal_method, FUNCTION, further_members),
           OPTIONAL(gimbal_method, FUNCTION, open), OPTIONAL(gimbal_method, FUNCTION, close),
           OPTIONAL(gimbal_method, TEXT, uncopyable), OPTIONAL(gimbal_method, FUNCTION, advance),
           OPTIONAL(gimbal_method, TEXT, action), OPTIONAL(gimbal_method, TEXT, citation_key),
           OPTIONAL(gimbal_method, TEXT, library), OPTIONAL(gimbal_method, TEXT, library_version),
           FIELD(gimbal_method, LIST, schemes, PETSC_FALSE, &scheme_layout),
           OPTIONAL(gimbal_method, TEXT, forward_only));

const Layout PluginLayout = LAYOUT(
    gimbal_plugin, "plugin", FIELD(gimbal_plugin, LIST, methods, PETSC_FALSE, &method_layout),
    FIELD(gimbal_plugin, LIST, models, PETSC_FALSE, &model_layout),
    OPTIONAL(gimbal_plugin, TEXT, source), OPTIONAL(gimbal_plugin, NUMBER, line));
