/* One plugin, broken in one way at a time: compiled with -DBAD_<WAY>; as it stands it is good. The
 * loader must refuse each with one line that says what is wrong and what would be right. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef gimbal_real real;

/* ---- A method ---- */

#ifndef STEP
#define STEP step
#endif
#ifndef METHOD_NAME
#define METHOD_NAME "good_method"
#endif
#ifndef MEMBER_NAME
#define MEMBER_NAME "good_method_2"
#endif
#ifndef TITLE
#define TITLE "does nothing"
#endif
#ifndef FORMULATION
#define FORMULATION GIMBAL_ODE
#endif
#ifndef PARAMETER
#define PARAMETER "s"
#endif
#ifndef SETTINGS
#define SETTINGS PARAMETER "=2"
#endif
#ifndef ACCEPTS
#define ACCEPTS "unconstrained"
#endif
#ifndef COEFFICIENTS
#define COEFFICIENTS "1/s, 1-1/s"
#endif
#ifndef STUDY
#define STUDY "order"
#endif
#ifndef QUANTITY
#define QUANTITY "q"
#endif
#ifndef VALUE
#define VALUE "2*s-2"
#endif
#ifndef TABLEAU_A
#define TABLEAU_A "0, 0, 1/2, 0"
#endif
#ifndef OVERWRITES
#define OVERWRITES "none"
#endif
#ifndef LAST_MEMBER
#define LAST_MEMBER "good_method_3"
#endif
#ifndef ADVANCE
#define ADVANCE NULL
#endif
#ifndef CLOSE
#define CLOSE NULL
#endif
#ifndef SIZE_OF_Q
#define SIZE_OF_Q "1, d"
#endif
#ifndef WHEN
#define WHEN "separable"
#endif

__attribute__((unused)) static int step(gimbal *g, const gimbal_state *from, real h,
                                        gimbal_state *to) {
  return 0;
}

static int measure(gimbal *g, const gimbal_state *from, real h, const gimbal_state *to,
                   real *residual, real *scale) {
  return 0;
}

/* What another minor version of this header could hold: fewer entries or more. */
#ifdef OLDER_CLAIM
typedef struct {
  const char *study, *quantity, *value;
} claim;
#elif defined(NEWER_CLAIM)
typedef struct {
  const char *study, *quantity, *value, *when, *source, *invented;
  long number;
} claim;
#else
typedef gimbal_claim claim;
#endif

static const claim claims[] = {
#ifndef OLDER_CLAIM
    {.study = STUDY, .quantity = QUANTITY, .value = VALUE, .when = WHEN},
#else
    {.study = STUDY, .quantity = QUANTITY, .value = VALUE},
#endif
    {.study = "constraint", .quantity = "momentum_equation", .value = "exact"}};

static const gimbal_member members[] = {{.name = "good_method_1", .settings = PARAMETER "=1"},
                                        {.name = MEMBER_NAME, .settings = SETTINGS}};
static const gimbal_value method_parameters[] = {{.name = PARAMETER, .value = "1"}};
static const gimbal_value coefficients[] = {{.name = "b", .value = COEFFICIENTS}};
static const gimbal_probe probes[] = {
    {.name = "momentum_equation", .count = "n", .measure = measure}};

static const gimbal_own_tableau tableaux[] = {
    {.name = "two", .a = TABLEAU_A, .b = "0, 1", .embedded = "s, 0"}};

static int further_members(int index, gimbal_member *member) {
  member->name = LAST_MEMBER;
  member->settings = PARAMETER "=1";
  return index;
}

__attribute__((unused)) static int advance(gimbal *g, const gimbal_state *from, real t,
                                           real tolerance, gimbal_state *to) {
  return 0;
}
__attribute__((unused)) static void close(gimbal *g) {}

static const gimbal_method methods[] = {{.name = METHOD_NAME,
                                         .title = TITLE,
                                         .citation = "none",
                                         .formulation = FORMULATION,
                                         .accepts = ACCEPTS,
                                         .parameters = GIMBAL_ARRAY(method_parameters),
                                         .coefficients = GIMBAL_ARRAY(coefficients),
                                         .members = GIMBAL_ARRAY(members),
                                         .step = STEP,
                                         .probes = GIMBAL_ARRAY(probes),
                                         .claims = GIMBAL_ARRAY(claims),
                                         .overwrites = OVERWRITES,
                                         .tableaux = GIMBAL_ARRAY(tableaux),
                                         .further_members = further_members,
                                         .close = CLOSE,
                                         .advance = ADVANCE}};

/* ---- A model ---- */

#ifndef L_FUNCTION
#define L_FUNCTION L
#endif
#ifndef PHI
#define PHI NULL
#endif
#ifndef D2PHI
#define D2PHI NULL
#endif
#ifndef INITIAL
#define INITIAL Initial
#endif
#ifndef N
#define N "d"
#endif
#ifndef NONHOLONOMIC
#define NONHOLONOMIC NULL
#endif
#ifndef TRAITS
#define TRAITS "separable autonomous"
#endif
#ifndef CASE_SETTINGS
#define CASE_SETTINGS "energy=1/2"
#endif
#ifndef MEMBERS
#define MEMBERS NULL
#endif
#ifndef DURATION
#define DURATION "1"
#endif
#ifndef PERIOD
#define PERIOD "0, 2*pi"
#endif
#ifndef KIND
#define KIND "linear momentum_map"
#endif
#ifndef CASE_LIST
#define CASE_LIST GIMBAL_ARRAY(cases)
#endif
#ifndef TABLE_SIZE
#define TABLE_SIZE sizeof(gimbal_lagrangian)
#endif
#ifndef ALSO
#define ALSO .exact = NULL
#endif

static real L(const real *parameters, real t, const real *q, const real *v) { return 0; }
static void D1L(const real *parameters, real t, const real *q, const real *v, real *out) {}
__attribute__((unused)) static void D2L(const real *parameters, real t, const real *q,
                                        const real *v, real *out) {}
__attribute__((unused)) static void Initial(const real *parameters, real t, const real *q,
                                            const real *v, real *out) {}

#ifndef BAND
#define BAND NULL
#endif
static const gimbal_lagrangian lagrangian = {.size = TABLE_SIZE,
                                             .L = L_FUNCTION,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .Phi = PHI,
                                             .D2Phi = D2PHI,
                                             .band = BAND};
__attribute__((unused)) static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = D1L};

static const gimbal_value model_parameters[] = {{.name = "d", .value = "2"},
                                                {.name = "energy", .value = "1"}};
__attribute__((unused)) static const gimbal_case cases[] = {
    {.name = "A"},
    {.name = "B", .settings = CASE_SETTINGS, .members = MEMBERS, .duration = DURATION}};
static const gimbal_invariant invariants[] = {{.name = "shift", .kind = KIND, .value = L}};
#ifndef PICTURE
#define PICTURE "x, cos(angle)"
#endif
#ifndef PICTURE_WORDS
#define PICTURE_WORDS "equal"
#endif
static const gimbal_picture pictures[] = {
    {.name = "path", .title = "A path", .of = PICTURE, .section = "rate", .words = PICTURE_WORDS}};
#define REALISATION(its_name)                                                                      \
  {                                                                                                \
    .name = its_name, .pictures = GIMBAL_ARRAY(pictures), .configuration = "x angle",              \
    .velocity = "vx rate", .n = N, .nonholonomic = NONHOLONOMIC, .period = PERIOD,                 \
    .traits = TRAITS, .lagrangian = &lagrangian, .initial = INITIAL,                               \
    .invariants = GIMBAL_ARRAY(invariants), ALSO, .size_of_q = SIZE_OF_Q                           \
  }
#define FOUR(i) REALISATION("a" #i), REALISATION("b" #i), REALISATION("c" #i), REALISATION("d" #i)
static const gimbal_realisation realisations[] = {
#ifdef MANY
    FOUR(1),
    FOUR(2),
    FOUR(3),
    FOUR(4),
    FOUR(5),
    FOUR(6),
    FOUR(7),
    REALISATION("a8"),
    REALISATION("b8"),
    REALISATION("c8"),
#endif
#if defined(MANY) && MANY > 32
    REALISATION("another"),
#endif
    REALISATION("cartesian")};
static const gimbal_model models[] = {{.name = "good_model",
                                       .title = "nothing",
                                       .parameters = GIMBAL_ARRAY(model_parameters),
                                       .cases = CASE_LIST,
                                       .realisations = GIMBAL_ARRAY(realisations)}};

/* ---- The plugin ---- */

#ifndef MAJOR
#define MAJOR GIMBAL_ABI_MAJOR
#endif
#ifndef SIZE
#define SIZE sizeof(gimbal_plugin)
#endif

#ifndef MINOR
#define MINOR GIMBAL_ABI_MINOR
#endif

#ifdef LONGER
/* A longer structure than the host's. */
typedef struct {
  gimbal_plugin now;
  gimbal_list inventions;
} later_plugin;
extern GIMBAL_EXPORT const later_plugin GIMBAL_LATER;
#ifdef GIMBAL_QUAD
const later_plugin GIMBAL_LATER __asm__("gimbal_plugin_quad");
#else
const later_plugin GIMBAL_LATER __asm__("gimbal_plugin_double");
#endif
const later_plugin GIMBAL_LATER = {{.abi_major = GIMBAL_ABI_MAJOR,
                                    .abi_minor = MINOR,
                                    .size = sizeof(later_plugin),
                                    .methods = GIMBAL_ARRAY(methods),
                                    .models = GIMBAL_ARRAY(models)},
                                   {.count = 3}};
#else
extern GIMBAL_EXPORT const gimbal_plugin GIMBAL_SYMBOL;
const gimbal_plugin GIMBAL_SYMBOL = {.abi_major = MAJOR,
                                     .abi_minor = MINOR,
                                     .size = SIZE,
                                     .methods = GIMBAL_ARRAY(methods),
                                     .models = GIMBAL_ARRAY(models)};
#endif
