/* The time integrators of PETSc, TS, as its documentation says they are used: no adaptivity
 * (TSADAPTNONE), steps of one size that may pass the end (TS_EXACTFINALTIME_STEPOVER), Jacobians
 * given, linear systems solved to the end, Newton's method down to rounding.
 *
 * An integrator is two methods: one TS for a whole run, which remembers what it likes from step to
 * step (`uncopyable`), and NAME_fresh with a new TS for every step. Only what is made of several
 * steps (BDF, the general linear methods) has no second. */
#include "petsc_ts_tableaux.h"

/* ---- Which integrator ----
 * The first of the parameters is `fresh`; of what has several types `type` is the second. */

#define OPEN(name, ...)                                                                            \
  static const Family family_##name = {__VA_ARGS__};                                               \
  static int open_##name(gimbal *g, gimbal_real h, const gimbal_state *state) {                    \
    (void)h;                                                                                       \
    return open_run(g, state, &family_##name, g->parameters[0] != 0 ? PETSC_TRUE : PETSC_FALSE);   \
  }

static PetscErrorCode ChooseTheta(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSThetaSetTheta(run->ts, parameters[1]));
  PetscCall(TSThetaSetEndpoint(run->ts, parameters[2] != 0 ? PETSC_TRUE : PETSC_FALSE));
  PetscFunctionReturn(0);
}
/* The number of stages has to be an option: after TSIRKSetNumStages the tableau of three stays. */
static PetscErrorCode ChooseIRK(Run *run, const gimbal_real *parameters) {
  char stages[16];
  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(stages, sizeof stages, "%d", (int)parameters[1]));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_irk_nstages", stages));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseBasicSymplectic(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {TSBASICSYMPLECTICSIEULER, TSBASICSYMPLECTICVELVERLET,
                                     TSBASICSYMPLECTIC3, TSBASICSYMPLECTIC4};
  PetscFunctionBeginUser;
  PetscCall(TSBasicSymplecticSetType(run->ts, type[(int)parameters[1] - 1]));
  PetscFunctionReturn(0);
}
/* By options, of which each PETSc knows one: its function has another name since 3.25. */
static PetscErrorCode ChooseDiscreteGradient(Run *run, const gimbal_real *parameters) {
  const PetscBool gonzalez = parameters[1] != 0 ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionBeginUser;
  PetscCall(PetscOptionsSetValue(run->options, "-ts_discgrad_gonzalez", gonzalez ? "1" : "0"));
  PetscCall(
      PetscOptionsSetValue(run->options, "-ts_discgrad_type", gonzalez ? "gonzalez" : "none"));
  PetscFunctionReturn(0);
}
static const char *const rk[] = {TSRK1FE, TSRK2A,  TSRK2B,  TSRK3,   TSRK3BS, TSRK4,
                                 TSRK5F,  TSRK5DP, TSRK5BS, TSRK6VR, TSRK7VR, TSRK8VR};
static PetscErrorCode ChooseRK(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSRKSetType(run->ts, rk[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseSSP(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {TSSSPRKS2, TSSSPRKS3, TSSSPRK104};
  static const PetscInt stages[] = {5, 9, 10};
  PetscFunctionBeginUser;
  PetscCall(TSSSPSetType(run->ts, type[(int)parameters[1]]));
  PetscCall(TSSSPSetNumStages(run->ts, stages[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode Nothing(TS ts, PetscReal t, Vec y, Vec f, void *context) {
  PetscFunctionBeginUser;
  (void)ts, (void)t, (void)y, (void)context;
  PetscCall(VecZeroEntries(f));
  PetscFunctionReturn(0);
}
/* Without a right-hand side PETSc takes the slope of an explicit first stage from the last step, since
 * 3.20, and refuses a method that is not stiffly accurate: that one has a right-hand side of zero. */
static PetscErrorCode ChooseARKIMEX(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {TSARKIMEX1BEE, TSARKIMEXA2,   TSARKIMEXL2,     TSARKIMEXARS122,
                                     TSARKIMEX2C,   TSARKIMEX2D,   TSARKIMEX2E,     TSARKIMEXPRSSP2,
                                     TSARKIMEX3,    TSARKIMEXBPR3, TSARKIMEXARS443, TSARKIMEX4,
                                     TSARKIMEX5};
  PetscFunctionBeginUser;
  PetscCall(TSARKIMEXSetType(run->ts, type[(int)parameters[1]]));
  if (run->family->form == IMPLICIT && !strcmp(type[(int)parameters[1]], TSARKIMEXARS122))
    PetscCall(TSSetRHSFunction(run->ts, NULL, Nothing, NULL));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseRosW(Run *run, const gimbal_real *parameters) {
  static const char *const type[] = {
      TSROSWTHETA1,     TSROSWTHETA2,      TSROSW2M,          TSROSW2P,
      TSROSWRA3PW,      TSROSWRA34PW2,     TSROSWRODAS3,      TSROSWSANDU3,
      TSROSWASSP3P3S1C, TSROSWLASSP3P4S2C, TSROSWLLSSP3P4S2C, TSROSWARK3,
      TSROSWGRK4T,      TSROSWSHAMP4,      TSROSWVELDD4,      TSROSW4L};
  PetscFunctionBeginUser;
  PetscCall(TSRosWSetType(run->ts, type[(int)parameters[1]]));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseBDF(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSBDFSetOrder(run->ts, (PetscInt)parameters[1]));
  PetscFunctionReturn(0);
}
/* The type of its adaptivity is an option, of the name that TSAdapt's has. */
static PetscErrorCode ChooseGLLE(Run *run, const gimbal_real *parameters) {
  char order[16];
  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(order, sizeof order, "%d", (int)parameters[1]));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_adapt_type", "none"));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_gl_start_order", order));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_gl_min_order", order));
  PetscCall(PetscOptionsSetValue(run->options, "-ts_gl_max_order", order));
  PetscFunctionReturn(0);
}
static PetscErrorCode ChooseAlpha(Run *run, const gimbal_real *parameters) {
  PetscFunctionBeginUser;
  PetscCall(TSAlphaSetRadius(run->ts, parameters[1]));
  PetscFunctionReturn(0);
}

OPEN(euler, TSEULER, RIGHT_HAND_SIDE, NULL)
OPEN(rk, TSRK, RIGHT_HAND_SIDE, ChooseRK)
OPEN(ssp, TSSSP, RIGHT_HAND_SIDE, ChooseSSP)
OPEN(theta, TSTHETA, IMPLICIT, ChooseTheta)
OPEN(beuler, TSBEULER, IMPLICIT, NULL)
OPEN(cn, TSCN, IMPLICIT, NULL)
OPEN(irk, TSIRK, RIGHT_HAND_SIDE, ChooseIRK)
OPEN(arkimex, TSARKIMEX, IMPLICIT, ChooseARKIMEX)
OPEN(arkimex_additive, TSARKIMEX, ADDITIVE, ChooseARKIMEX)
OPEN(rosw, TSROSW, IMPLICIT, ChooseRosW)
OPEN(bdf, TSBDF, IMPLICIT, ChooseBDF)
OPEN(glle, TSGLLE, IMPLICIT, ChooseGLLE)
OPEN(alpha, TSALPHA, IMPLICIT, ChooseAlpha)
OPEN(basicsymplectic, TSBASICSYMPLECTIC, SPLIT, ChooseBasicSymplectic)
OPEN(discgrad, TSDISCGRAD, GRADIENT, ChooseDiscreteGradient)

/* ---- What their steps are ---- */

static int rk_tableaux(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  return explicit_tableau(rk[(int)parameters[1]], index, tableau);
}
static int arkimex_tableaux(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  return additive_tableaux(&family_arkimex_additive, parameters, index, tableau);
}

static int rosw_tableaux(const gimbal_real *parameters, int index, gimbal_tableau *tableau) {
  return rosenbrock_tableau(&family_rosw, parameters, index, tableau);
}

/* Of the manual page; the midpoint form has a first stage that nothing uses. */
static const gimbal_own_tableau theta_tableaux[] = {
    {.name = "theta",
     .a = "0, 0, endpoint*(1-theta), theta",
     .b = "endpoint*(1-theta), 1-endpoint*(1-theta)"}};
static const gimbal_own_tableau euler_tableaux[] = {{.name = "euler", .a = "0", .b = "1"}};
static const gimbal_own_tableau beuler_tableaux[] = {{.name = "euler", .a = "1", .b = "1"}};
static const gimbal_own_tableau cn_tableaux[] = {
    {.name = "endpoint", .a = "0, 0, 1/2, 1/2", .b = "1/2, 1/2"}};

static const gimbal_scheme theta_schemes[] = {{.kind = "runge_kutta", .first = "theta"}};
static const gimbal_scheme euler_schemes[] = {{.kind = "runge_kutta", .first = "euler"}};
static const gimbal_scheme cn_schemes[] = {{.kind = "runge_kutta", .first = "endpoint"}};
static const gimbal_scheme irk_schemes[] = {
    {.kind = "runge_kutta", .first = "gauss", .stages = "s"}};
static const gimbal_scheme rk_schemes[] = {{.kind = "runge_kutta", .first = "rk"}};
static const gimbal_scheme arkimex_schemes[] = {{.kind = "runge_kutta", .first = "implicit"}};
static const gimbal_scheme additive_schemes[] = {
    {.kind = "partitioned", .first = "implicit", .second = "explicit"}};

static const gimbal_scheme rosw_schemes[] = {
    {.kind = "rosenbrock", .first = "rosw", .when = "autonomous"},
    {.kind = "rosenbrock_y", .first = "rosw"}};

/* ---- What they are ---- */

#define FRESH                                                                                      \
  { .name = "fresh", .value = "0", .description = "1: a new TS for every step" }
#define TYPE                                                                                       \
  { .name = "type", .value = "0", .description = "place in the table of the library's types" }
#define ORDER                                                                                      \
  { .name = "order", .value = "1", .description = "as documented" }
#define PAIR(name_, settings_, title_)                                                             \
  {.name = name_, .settings = "fresh=0, " settings_, .title = title_}, {                           \
    .name = name_ "_fresh", .settings = "fresh=1, " settings_,                                     \
    .title = title_ ", a new TS for every step"                                                    \
  }

static const gimbal_value parameters_plain[] = {FRESH};
static const gimbal_value parameters_typed[] = {FRESH, TYPE, ORDER};
static const gimbal_value parameters_theta[] = {
    FRESH,
    {.name = "theta", .value = "1/2", .description = "where the stage is"},
    {.name = "endpoint", .value = "0", .description = "1: TSThetaSetEndpoint"}};
static const gimbal_value parameters_irk[] = {
    FRESH, {.name = "s", .value = "2", .description = "number of stages"}};
static const gimbal_value parameters_order[] = {
    FRESH, {.name = "order", .value = "1", .description = "as documented"}};
static const gimbal_value parameters_gradient[] = {
    FRESH, {.name = "gonzalez", .value = "1", .description = "1: that of Gonzalez"}};
static const gimbal_value parameters_alpha[] = {
    FRESH, {.name = "radius", .value = "1", .description = "spectral radius at infinity"}};

static const gimbal_member euler_members[] = {{.name = "petsc_euler", .settings = "fresh=0"},
                                              {.name = "petsc_euler_fresh", .settings = "fresh=1"}};
static const gimbal_member rk_members[] = {
    PAIR("petsc_rk_1fe", "type=0, order=1", "forward Euler"),
    PAIR("petsc_rk_2a", "type=1, order=2", "Heun's method"),
    PAIR("petsc_rk_2b", "type=2, order=2", "the explicit midpoint rule"),
    PAIR("petsc_rk_3", "type=3, order=3", "three stages of order 3"),
    PAIR("petsc_rk_3bs", "type=4, order=3", "Bogacki and Shampine 3(2)"),
    PAIR("petsc_rk_4", "type=5, order=4", "the classical Runge–Kutta method"),
    PAIR("petsc_rk_5f", "type=6, order=5", "Fehlberg 5(4)"),
    PAIR("petsc_rk_5dp", "type=7, order=5", "Dormand and Prince 5(4)"),
    PAIR("petsc_rk_5bs", "type=8, order=5", "Bogacki and Shampine 5(4)"),
    PAIR("petsc_rk_6vr", "type=9, order=6", "Verner's robust 6(5)"),
    PAIR("petsc_rk_7vr", "type=10, order=7", "Verner's robust 7(6)"),
    PAIR("petsc_rk_8vr", "type=11, order=8", "Verner's robust 8(7)")};
static const gimbal_member ssp_members[] = {
    PAIR("petsc_ssp_rks2", "type=0, order=2",
         "five stages of order 2, strong stability preserving"),
    PAIR("petsc_ssp_rks3", "type=1, order=3",
         "nine stages of order 3, strong stability preserving"),
    PAIR("petsc_ssp_rk104", "type=2, order=4",
         "ten stages of order 4, strong stability preserving")};
static const gimbal_member theta_members[] = {
    PAIR("petsc_theta_midpoint", "theta=1/2", "the implicit midpoint rule"),
    PAIR("petsc_theta_endpoint", "theta=1/2, endpoint=1", "the trapezoidal rule"),
    PAIR("petsc_theta_1", "theta=1", "the implicit Euler method")};
static const gimbal_member beuler_members[] = {
    {.name = "petsc_beuler", .settings = "fresh=0"},
    {.name = "petsc_beuler_fresh", .settings = "fresh=1"}};
static const gimbal_member cn_members[] = {{.name = "petsc_cn", .settings = "fresh=0"},
                                           {.name = "petsc_cn_fresh", .settings = "fresh=1"}};
static const gimbal_member irk_members[] = {PAIR("petsc_irk_gauss_1", "s=1", "Gauss, one stage"),
                                            PAIR("petsc_irk_gauss_2", "s=2", "Gauss, two stages"),
                                            PAIR("petsc_irk_gauss_3", "s=3", "Gauss, three stages"),
                                            PAIR("petsc_irk_gauss_4", "s=4", "Gauss, four stages")};
static const gimbal_member arkimex_members[] = {
    PAIR("petsc_arkimex_1bee", "type=0, order=1",
         "backward Euler with extrapolation for the error"),
    PAIR("petsc_arkimex_a2", "type=1, order=2", "order 2, A-stable"),
    PAIR("petsc_arkimex_l2", "type=2, order=2", "Pareschi and Russo SSP2(2,2,2)"),
    PAIR("petsc_arkimex_ars122", "type=3, order=2", "Ascher, Ruuth and Spiteri (1,2,2)"),
    PAIR("petsc_arkimex_2c", "type=4, order=2", "order 2, L-stable"),
    PAIR("petsc_arkimex_2d", "type=5, order=2", "order 2, L-stable"),
    PAIR("petsc_arkimex_2e", "type=6, order=2", "order 2, L-stable, optimal"),
    PAIR("petsc_arkimex_prssp2", "type=7, order=2", "Pareschi and Russo SSP2(3,3,2)"),
    PAIR("petsc_arkimex_3", "type=8, order=3", "Kennedy and Carpenter 3(2)"),
    PAIR("petsc_arkimex_bpr3", "type=9, order=3", "Boscarino, Pareschi and Russo, order 3"),
    PAIR("petsc_arkimex_ars443", "type=10, order=3", "Ascher, Ruuth and Spiteri (4,4,3)"),
    PAIR("petsc_arkimex_4", "type=11, order=4", "Kennedy and Carpenter 4(3)"),
    PAIR("petsc_arkimex_5", "type=12, order=5", "Kennedy and Carpenter 5(4)")};
/* The first half of y (of (q,v): q) is implicit, the second explicit. */
static const gimbal_member arkimex_additive_members[] = {
    PAIR("petsc_arkimex_1bee_additive", "type=0, order=1",
         "backward Euler with extrapolation for the error, half of it explicit"),
    PAIR("petsc_arkimex_a2_additive", "type=1, order=2", "order 2, A-stable, half of it explicit"),
    PAIR("petsc_arkimex_l2_additive", "type=2, order=2",
         "Pareschi and Russo SSP2(2,2,2), half of it explicit"),
    PAIR("petsc_arkimex_ars122_additive", "type=3, order=2",
         "Ascher, Ruuth and Spiteri (1,2,2), half of it explicit"),
    PAIR("petsc_arkimex_2c_additive", "type=4, order=2", "order 2, L-stable, half of it explicit"),
    PAIR("petsc_arkimex_2d_additive", "type=5, order=2", "order 2, L-stable, half of it explicit"),
    PAIR("petsc_arkimex_2e_additive", "type=6, order=2",
         "order 2, L-stable, optimal, half of it explicit"),
    PAIR("petsc_arkimex_prssp2_additive", "type=7, order=2",
         "Pareschi and Russo SSP2(3,3,2), half of it explicit"),
    PAIR("petsc_arkimex_3_additive", "type=8, order=3",
         "Kennedy and Carpenter 3(2), half of it explicit"),
    PAIR("petsc_arkimex_bpr3_additive", "type=9, order=3",
         "Boscarino, Pareschi and Russo, order 3, half of it explicit"),
    PAIR("petsc_arkimex_ars443_additive", "type=10, order=3",
         "Ascher, Ruuth and Spiteri (4,4,3), half of it explicit"),
    PAIR("petsc_arkimex_4_additive", "type=11, order=4",
         "Kennedy and Carpenter 4(3), half of it explicit"),
    PAIR("petsc_arkimex_5_additive", "type=12, order=5",
         "Kennedy and Carpenter 5(4), half of it explicit")};
static const gimbal_member rosw_members[] = {
    PAIR("petsc_rosw_theta1", "type=0, order=1", "one stage, order 1"),
    PAIR("petsc_rosw_theta2", "type=1, order=2", "one stage, order 2"),
    PAIR("petsc_rosw_2m", "type=2, order=2", "two stages, gamma = 1 - 1/sqrt(2)"),
    PAIR("petsc_rosw_2p", "type=3, order=2", "two stages, gamma = 1 + 1/sqrt(2)"),
    PAIR("petsc_rosw_ra3pw", "type=4, order=3", "Rang and Angermann ROS3Pw"),
    PAIR("petsc_rosw_ra34pw2", "type=5, order=3", "Rang and Angermann ROS34PW2"),
    PAIR("petsc_rosw_rodas3", "type=6, order=3", "Sandu and others RODAS3"),
    PAIR("petsc_rosw_sandu3", "type=7, order=3", "Sandu and others ROS3"),
    PAIR("petsc_rosw_assp3p3s1c", "type=8, order=3",
         "three stages with an explicit SSP part, A-stable"),
    PAIR("petsc_rosw_lassp3p4s2c", "type=9, order=3",
         "four stages with an explicit SSP part, L-stable"),
    PAIR("petsc_rosw_llssp3p4s2c", "type=10, order=3",
         "four stages with an explicit SSP part, L-stable with its embedded one"),
    PAIR("petsc_rosw_ark3", "type=11, order=3", "four stages, from an additive Runge–Kutta method"),
    PAIR("petsc_rosw_grk4t", "type=12, order=4", "Kaps and Rentrop GRK4T"),
    PAIR("petsc_rosw_shamp4", "type=13, order=4", "Shampine"),
    PAIR("petsc_rosw_veldd4", "type=14, order=4", "van Veldhuizen"),
    PAIR("petsc_rosw_4l", "type=15, order=4", "Hairer and Wanner, L-stable")};
static const gimbal_member bdf_members[] = {
    {.name = "petsc_bdf_1", .settings = "order=1"}, {.name = "petsc_bdf_2", .settings = "order=2"},
    {.name = "petsc_bdf_3", .settings = "order=3"}, {.name = "petsc_bdf_4", .settings = "order=4"},
    {.name = "petsc_bdf_5", .settings = "order=5"}, {.name = "petsc_bdf_6", .settings = "order=6"}};
static const gimbal_member glle_members[] = {{.name = "petsc_glle_1", .settings = "order=1"},
                                             {.name = "petsc_glle_2", .settings = "order=2"},
                                             {.name = "petsc_glle_3", .settings = "order=3"},
                                             {.name = "petsc_glle_4", .settings = "order=4"},
                                             {.name = "petsc_glle_5", .settings = "order=5"}};
static const gimbal_member alpha_members[] = {
    PAIR("petsc_alpha", "radius=1", "the generalised alpha method"),
    PAIR("petsc_alpha_half", "radius=1/2", "the generalised alpha method of radius 1/2"),
    PAIR("petsc_alpha_0", "radius=0", "the generalised alpha method of radius 0")};
static const gimbal_member basicsymplectic_members[] = {
    PAIR("petsc_basicsymplectic_1", "order=1", "the symplectic Euler method"),
    PAIR("petsc_basicsymplectic_2", "order=2", "velocity Verlet"),
    PAIR("petsc_basicsymplectic_3", "order=3", "a symplectic method of order 3"),
    PAIR("petsc_basicsymplectic_4", "order=4", "a symplectic method of order 4")};
static const gimbal_member discgrad_members[] = {
    PAIR("petsc_discgrad", "gonzalez=0", "the midpoint rule, by way of a discrete gradient"),
    PAIR("petsc_discgrad_gonzalez", "gonzalez=1", "Gonzalez's discrete gradient")};

/* ---- What is said of them ---- */

#define ORDER_CLAIMS_WHEN(name_, value_, when_, source_)                                           \
  static const gimbal_claim name_[] = {                                                            \
      {.study = "order", .quantity = "q", .value = value_, .when = when_, .source = source_},      \
      {.study = "order",                                                                           \
       .quantity = "v",                                                                            \
       .value = value_,                                                                            \
       .when = "m > 0 && " when_,                                                                  \
       .source = source_}};
#define ORDER_CLAIMS(name_, value_, second_, when_, source_)                                       \
  static const gimbal_claim name_[] = {                                                            \
      {.study = "order", .quantity = "q", .value = value_, .source = source_},                     \
      {.study = "order", .quantity = second_, .value = value_, .when = when_, .source = source_}};

ORDER_CLAIMS(euler_claims, "1", "v", "m > 0", "PETSc, manual page TSEULER")
ORDER_CLAIMS(rk_claims, "order", "v", "m > 0",
             "PETSc, manual pages TSRK1FE … TSRK8VR; TSRKGetOrder")
ORDER_CLAIMS(ssp_claims, "order", "v", "m > 0", "PETSc, manual page TSSSP")
ORDER_CLAIMS(
    theta_claims, "1+(theta==1/2)", "v", "m > 0",
    "PETSc, manual page TSTHETA: the implicit midpoint rule, the trapezoid rule, backward Euler")
ORDER_CLAIMS(beuler_claims, "1", "v", "m > 0", "PETSc, manual page TSBEULER")
ORDER_CLAIMS(cn_claims, "2", "v", "m > 0", "PETSc, manual page TSCN")
ORDER_CLAIMS(irk_claims, "2*s", "v", "m > 0", "PETSc, manual pages TSIRK and TSIRKGAUSS")
ORDER_CLAIMS(arkimex_claims, "order", "v", "m > 0",
             "PETSc, manual pages TSARKIMEX1BEE … TSARKIMEX5")
/* "This method currently only works with autonomous ODE and DAE" (manual page TSROSW). */
ORDER_CLAIMS_WHEN(rosw_claims, "order", "autonomous",
                  "PETSc, manual pages TSROSW and TSROSWTHETA1 … TSROSW4L")
ORDER_CLAIMS(bdf_claims, "order", "v", "m > 0", "PETSc, manual page TSBDFSetOrder")
ORDER_CLAIMS(glle_claims, "order", "v", "m > 0",
             "PETSc, manual page TSGLLE, option -ts_gl_start_order")
/* Of a run: how well it starts is not said, and a new TS for every step does nothing else. */
ORDER_CLAIMS_WHEN(alpha_claims, "2", "fresh == 0",
                  "PETSc, manual pages TSAlphaSetRadius and TSAlphaSetParams")
static const gimbal_claim basicsymplectic_claims[] = {
    {.study = "order", .quantity = "q", .value = "order"},
    {.study = "order", .quantity = "p", .value = "order"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"}};
static const gimbal_claim discgrad_claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy",
     .quantity = "energy",
     .value = "exact",
     .when = "gonzalez == 1 && canonical && autonomous"}};

#define LIBRARY "PETSc TS"
#define VERSION                                                                                    \
  PetscStringize(PETSC_VERSION_MAJOR) "." PetscStringize(PETSC_VERSION_MINOR) "." PetscStringize(  \
      PETSC_VERSION_SUBMINOR)
#define MANUAL                                                                                     \
  "PETSc/TAO Users Manual, ANL-21/39 revision " PetscStringize(                                    \
      PETSC_VERSION_MAJOR) "." PetscStringize(PETSC_VERSION_MINOR) ", chapter TS; "
#define METHOD(name_, title_, page_, formulation_, parameters_)                                    \
  .name = "petsc_" #name_, .title = title_, .citation = MANUAL page_, .formulation = formulation_, \
  .parameters = GIMBAL_ARRAY(parameters_), .members = GIMBAL_ARRAY(name_##_members), .step = step, \
  .claims = GIMBAL_ARRAY(name_##_claims), .open = open_##name_, .close = close_run,                \
  .uncopyable = "fresh == 0", .library = LIBRARY, .library_version = VERSION

#define arkimex_additive_claims arkimex_claims

static const gimbal_method methods[] = {
    {METHOD(euler, "PETSc's forward Euler method", "TSEULER", GIMBAL_ODE, parameters_plain),
     .tableaux = GIMBAL_ARRAY(euler_tableaux), .schemes = GIMBAL_ARRAY(euler_schemes),
     .overwrites = "q"},
    {METHOD(rk, "PETSc's explicit Runge–Kutta methods", "TSRK", GIMBAL_ODE, parameters_typed),
     .further_tableaux = rk_tableaux, .schemes = GIMBAL_ARRAY(rk_schemes), .overwrites = "q"},
    {METHOD(ssp, "PETSc's strong stability preserving methods", "TSSSP", GIMBAL_ODE,
            parameters_typed),
     .overwrites = "q"},
    {METHOD(theta, "PETSc's theta method", "TSTHETA", GIMBAL_ODE, parameters_theta),
     .tableaux = GIMBAL_ARRAY(theta_tableaux), .schemes = GIMBAL_ARRAY(theta_schemes),
     .overwrites = "q"},
    {METHOD(beuler, "PETSc's backward Euler method", "TSBEULER", GIMBAL_ODE, parameters_plain),
     .tableaux = GIMBAL_ARRAY(beuler_tableaux), .schemes = GIMBAL_ARRAY(euler_schemes),
     .overwrites = "q"},
    {METHOD(cn, "PETSc's Crank–Nicolson method", "TSCN", GIMBAL_ODE, parameters_plain),
     .tableaux = GIMBAL_ARRAY(cn_tableaux), .schemes = GIMBAL_ARRAY(cn_schemes), .overwrites = "q"},
    {METHOD(irk, "PETSc's Gauss methods", "TSIRK", GIMBAL_ODE, parameters_irk),
     .schemes = GIMBAL_ARRAY(irk_schemes), .overwrites = "q"},
    {METHOD(arkimex, "PETSc's additive Runge–Kutta methods, all of y' implicit", "TSARKIMEX",
            GIMBAL_ODE, parameters_typed),
     .further_tableaux = arkimex_tableaux, .schemes = GIMBAL_ARRAY(arkimex_schemes),
     .overwrites = "q"},
    {METHOD(arkimex_additive, "PETSc's additive Runge–Kutta methods, half of y' implicit",
            "TSARKIMEX", GIMBAL_ODE, parameters_typed),
     .further_tableaux = arkimex_tableaux, .schemes = GIMBAL_ARRAY(additive_schemes),
     .overwrites = "q"},
    {METHOD(rosw, "PETSc's Rosenbrock-W methods", "TSROSW", GIMBAL_ODE, parameters_typed),
     .further_tableaux = rosw_tableaux, .schemes = GIMBAL_ARRAY(rosw_schemes), .overwrites = "q"},
    {METHOD(bdf, "PETSc's backward differentiation formulas", "TSBDF", GIMBAL_ODE,
            parameters_order),
     .overwrites = "q"},
    {METHOD(glle, "PETSc's general linear methods", "TSGLLE", GIMBAL_ODE, parameters_order),
     .overwrites = "q"},
    {METHOD(alpha, "PETSc's generalised alpha method", "TSALPHA", GIMBAL_ODE, parameters_alpha),
     .overwrites = "q"},
    {METHOD(basicsymplectic, "PETSc's symplectic methods", "TSBASICSYMPLECTIC", GIMBAL_LAGRANGIAN,
            parameters_order),
     .overwrites = "q p", .accepts = "unconstrained && separable"},
    {METHOD(discgrad, "PETSc's discrete gradient method", "TSDISCGRAD", GIMBAL_LAGRANGIAN,
            parameters_gradient),
     .overwrites = "q p", .accepts = "canonical && autonomous"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
