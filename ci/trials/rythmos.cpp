// ---- Trilinos: Rythmos ----
// Needs: /usr/include/trilinos/Rythmos_ImplicitRKStepper.hpp libtrilinos-rythmos-dev libtrilinos-thyra-dev libtrilinos-rtop-dev libtrilinos-teuchos-dev libtrilinos-kokkos-dev
// Flags: -I/usr/include/trilinos $(mpicxx --showme:compile) -ltrilinos_rythmos -ltrilinos_thyracore -ltrilinos_teuchosnumerics -ltrilinos_teuchoscomm -ltrilinos_teuchosparameterlist -ltrilinos_teuchoscore $(mpicxx --showme:link)
#include <Rythmos_BackwardEulerStepper.hpp>
#include <Rythmos_ExplicitRKStepper.hpp>
#include <Rythmos_ForwardEulerStepper.hpp>
#include <Rythmos_ImplicitRKStepper.hpp>
#include <Rythmos_RKButcherTableauBuilder.hpp>
#include <Rythmos_TimeStepNonlinearSolver.hpp>
#include <Thyra_DefaultSerialDenseLinearOpWithSolveFactory.hpp>
#include <Thyra_DefaultSpmdVectorSpace.hpp>
#include <Thyra_DetachedMultiVectorView.hpp>
#include <Thyra_DetachedVectorView.hpp>
#include <Thyra_StateFuncModelEvaluatorBase.hpp>
using Teuchos::RCP;
using Teuchos::rcp;

static RCP<Thyra::LinearOpWithSolveFactoryBase<real>> solver_of_W() { return rcp(new Thyra::DefaultSerialDenseLinearOpWithSolveFactory<real>()); }

// y' = f as f(y,t), or as 0 = y' - f with the matrix alpha I - beta df/dy, by differences.
class Equation : public Thyra::StateFuncModelEvaluatorBase<real> {
  using Args = Thyra::ModelEvaluatorBase;
  const Field &f;
  const bool implicit;
  RCP<const Thyra::VectorSpaceBase<real>> space;
  RCP<Thyra::VectorBase<real>> start, slope;

public:
  Equation(const Field &field, const State &y, bool implicit_) : f(field), implicit(implicit_), space(Thyra::defaultSpmdVectorSpace<real>(Teuchos::Ordinal(y.size()))) {
    start = Thyra::createMember(space), slope = Thyra::createMember(space);
    Thyra::assign(slope.ptr(), 0.0);
    Thyra::DetachedVectorView<real> x(start);
    for (size_t i = 0; i < y.size(); i++)
      x[Teuchos::Ordinal(i)] = y[i];
  }
  RCP<const Thyra::VectorSpaceBase<real>> get_x_space() const override { return space; }
  RCP<const Thyra::VectorSpaceBase<real>> get_f_space() const override { return space; }
  RCP<Thyra::LinearOpBase<real>> create_W_op() const override { return Thyra::createMembers(space, space); }
  RCP<const Thyra::LinearOpWithSolveFactoryBase<real>> get_W_factory() const override {
    return solver_of_W();
  }
  Args::InArgs<real> createInArgs() const override {
    Args::InArgsSetup<real> in;
    in.setModelEvalDescription("trial");
    in.setSupports(Args::IN_ARG_t);
    in.setSupports(Args::IN_ARG_x);
    for (const auto arg : {Args::IN_ARG_x_dot, Args::IN_ARG_alpha, Args::IN_ARG_beta})
      in.setSupports(arg, implicit);
    return in;
  }
  Args::InArgs<real> getNominalValues() const override {
    Args::InArgs<real> in = createInArgs();
    in.set_t(0);
    in.set_x(start);
    if (implicit)
      in.set_x_dot(slope);
    return in;
  }

private:
  Args::OutArgs<real> createOutArgsImpl() const override {
    Args::OutArgsSetup<real> out;
    out.setModelEvalDescription("trial");
    out.setSupports(Args::OUT_ARG_f);
    out.setSupports(Args::OUT_ARG_W_op, implicit);
    return out;
  }
  void evalModelImpl(const Args::InArgs<real> &in, const Args::OutArgs<real> &out) const override {
    const Thyra::ConstDetachedVectorView<real> x(in.get_x());
    const Teuchos::Ordinal n = x.subDim();
    State y(static_cast<size_t>(n)), dy(y.size());
    for (Teuchos::Ordinal i = 0; i < n; i++)
      y[size_t(i)] = x[i];
    f(y, dy, in.get_t());
    if (!is_null(out.get_f())) {
      Thyra::DetachedVectorView<real> r(out.get_f());
      for (Teuchos::Ordinal i = 0; i < n; i++)
        r[i] = implicit ? Thyra::get_ele(*in.get_x_dot(), i) - dy[size_t(i)] : dy[size_t(i)];
    }
    if (!implicit || is_null(out.get_W_op()))
      return;
    Thyra::DetachedMultiVectorView<real> W(*Teuchos::rcp_dynamic_cast<Thyra::MultiVectorBase<real>>(out.get_W_op(), true));
    for (Teuchos::Ordinal j = 0; j < n; j++) {
      const real delta = 1e-7;
      State z = y, dz(y.size());
      z[size_t(j)] += delta;
      f(z, dz, in.get_t());
      for (Teuchos::Ordinal i = 0; i < n; i++)
        W(i, j) = in.get_alpha() * (i == j) - in.get_beta() * (dz[size_t(i)] - dy[size_t(i)]) / delta;
    }
  }
};

static bool integrate(Rythmos::StepperBase<real> &stepper, const Equation &equation, real T, int n, State &y) {
  stepper.setInitialCondition(equation.getNominalValues());
  for (int i = 0; i < n; i++)
    if (stepper.takeStep(T / n, Rythmos::STEP_TYPE_FIXED) <= 0)
      return false;
  const auto end = stepper.getStepStatus().solution;
  for (size_t i = 0; i < y.size(); i++)
    y[i] = Thyra::get_ele(*end, Teuchos::Ordinal(i));
  return true;
}
static RCP<Thyra::NonlinearSolverBase<real>> newton() {
  const auto solver = rcp(new Rythmos::TimeStepNonlinearSolver<real>());
  const auto options = Teuchos::parameterList();
  options->set("Default Tol", 1e-14);
  options->set("Default Max Iters", 20);
  solver->setParameterList(options);
  return solver;
}
static std::function<bool(const Field &, real, int, real, State &, State &)> table(const std::string &name, bool implicit) {
  return [=](const Field &f, real T, int n, real, State &y, State &) {
    const auto equation = rcp(new Equation(f, y, implicit));
    const auto tableau = Rythmos::createRKBT<real>(name);
    if (!implicit)
      return integrate(*Rythmos::explicitRKStepper<real>(equation, tableau), *equation, T, n, y);
    return integrate(*Rythmos::implicitRKStepper<real>(equation, newton(), solver_of_W(), tableau), *equation, T, n, y);
  };
}
static bool forward_euler(const Field &f, real T, int n, real, State &y, State &) {
  const auto equation = rcp(new Equation(f, y, false));
  return integrate(*Rythmos::forwardEulerStepper<real>(equation), *equation, T, n, y);
}
static bool backward_euler(const Field &f, real T, int n, real, State &y, State &) {
  const auto equation = rcp(new Equation(f, y, true));
  return integrate(*Rythmos::backwardEulerStepper<real>(equation, newton()), *equation, T, n, y);
}

// A matrix by differences takes long for the chain.
static const std::vector<std::string> small = {"pendulum", "driven_pendulum", "kepler", "henon_heiles"};
static const Method methods[] = {
    {"ForwardEulerStepper", forward_euler, STEPS},
    {"BackwardEulerStepper", backward_euler, STEPS, small},
    {"erk_forward_euler", table("Forward Euler", false), STEPS},
    {"erk_4_stage", table("Explicit 4 Stage", false), STEPS},
    {"erk_3_8_rule", table("Explicit 3/8 Rule", false), STEPS},
    {"erk_4_stage_runge", table("Explicit 4 Stage 3rd order by Runge", false), STEPS},
    {"erk_5_stage_kinnmark_gray", table("Explicit 5 Stage 3rd order by Kinnmark and Gray", false), STEPS},
    {"erk_3_stage", table("Explicit 3 Stage 3rd order", false), STEPS},
    {"erk_3_stage_tvd", table("Explicit 3 Stage 3rd order TVD", false), STEPS},
    {"erk_3_stage_heun", table("Explicit 3 Stage 3rd order by Heun", false), STEPS},
    {"erk_2_stage_runge", table("Explicit 2 Stage 2nd order by Runge", false), STEPS},
    {"erk_2_stage_tvd", table("Explicit 2 Stage 2nd order TVD", false), STEPS},
    {"erk_trapezoidal", table("Explicit Trapezoidal", false), STEPS},
    {"dirk_backward_euler", table("Backward Euler", true), STEPS, small},
    {"dirk_1_stage_theta", table("IRK 1 Stage Theta Method", true), STEPS, small},
    {"dirk_2_stage_theta", table("IRK 2 Stage Theta Method", true), STEPS, small},
    {"dirk_1_stage_gauss", table("Implicit 1 Stage 2nd order Gauss", true), STEPS, small},
    {"dirk_2_stage", table("Diagonal IRK 2 Stage 3rd order", true), STEPS, small},
    {"sdirk_2_stage_2", table("Singly Diagonal IRK 2 Stage 2nd order", true), STEPS, small},
    {"sdirk_2_stage_3", table("Singly Diagonal IRK 2 Stage 3rd order", true), STEPS, small},
    {"sdirk_3_stage_4", table("Singly Diagonal IRK 3 Stage 4th order", true), STEPS, small},
    {"sdirk_5_stage_4", table("Singly Diagonal IRK 5 Stage 4th order", true), STEPS, small},
    {"sdirk_5_stage_5", table("Singly Diagonal IRK 5 Stage 5th order", true), STEPS, small}};
