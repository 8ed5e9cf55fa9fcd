  // ---- Apache Commons Math ----
  // Needs: /usr/share/java/commons-math3.jar libcommons-math3-java
  // Flags: -cp /usr/share/java/commons-math3.jar
  interface Maker {
    org.apache.commons.math3.ode.AbstractIntegrator make(double h, double tolerance);
  }

  interface Solver {
    void solve(Field f, double T, int n, double tolerance, double[] y, double[] third);
  }

  static org.apache.commons.math3.ode.FirstOrderDifferentialEquations equations(Field f, int dim) {
    return new org.apache.commons.math3.ode.FirstOrderDifferentialEquations() {
      public int getDimension() {
        return dim;
      }

      public void computeDerivatives(double t, double[] y, double[] dy) {
        System.arraycopy(f.at(t, y), 0, dy, 0, dim);
      }
    };
  }

  // From 0 to T, which may be negative; dense output from the interpolator of the step.
  static void integrate(org.apache.commons.math3.ode.AbstractIntegrator by, Field f, double T, double h, double[] y,
      double[] third) {
    if (by instanceof org.apache.commons.math3.ode.nonstiff.AdaptiveStepsizeIntegrator && h > 0)
      ((org.apache.commons.math3.ode.nonstiff.AdaptiveStepsizeIntegrator) by).setInitialStepSize(h);
    if (third != null)
      by.addStepHandler(new org.apache.commons.math3.ode.sampling.StepHandler() {
        public void init(double t, double[] z, double end) {
        }

        public void handleStep(org.apache.commons.math3.ode.sampling.StepInterpolator step, boolean last) {
          if (Math.abs(step.getPreviousTime()) <= Math.abs(T / 3) && Math.abs(T / 3) < Math.abs(step.getCurrentTime())) {
            step.setInterpolatedTime(T / 3);
            System.arraycopy(step.getInterpolatedState(), 0, third, 0, third.length);
          }
        }
      });
    by.integrate(equations(f, y.length), 0, y.clone(), T, y);
  }

  static Solver by(Maker maker) {
    return (f, T, n, tolerance, y, third) ->
        integrate(maker.make(n > 0 ? T / n : T, tolerance), f, T, n > 0 ? T / n : 0, y, third);
  }

  // z(s) = y(-s) from 0 to -T has the end state y(T).
  static Solver backward(Maker maker) {
    return (f, T, n, tolerance, y, third) -> integrate(maker.make(T / n, tolerance), (s, z) -> {
      double[] back = f.at(-s, z);
      for (int i = 0; i < back.length; i++)
        back[i] = -back[i];
      return back;
    }, -T, T / n, y, third);
  }

  static Solver restart(Maker maker) {
    return (f, T, n, tolerance, y, third) -> {
      integrate(maker.make(T / n, tolerance), f, T / 2, T / n, y, null);
      integrate(maker.make(T / n, tolerance), (t, z) -> f.at(t + T / 2, z), T / 2, T / n, y, null);
    };
  }

  // The root of y_1 - c + 3 (t - T/3), which is at T/3 alone: its state is compared with that at T/3.
  static Solver event(Maker maker) {
    return (f, T, n, tolerance, y, third) -> {
      double[] start = y.clone();
      Model model = Arrays.stream(MODELS).filter(m -> Arrays.equals(m.start, start)).findFirst().get();
      org.apache.commons.math3.ode.AbstractIntegrator integrator = maker.make(T / n, tolerance);
      integrator.addEventHandler(new org.apache.commons.math3.ode.events.EventHandler() {
        public void init(double t, double[] z, double end) {
        }

        public double g(double t, double[] z) {
          return z[0] - model.third[0] + 3 * (t - T / 3);
        }

        public Action eventOccurred(double t, double[] z, boolean up) {
          System.arraycopy(z, 0, third, 0, third.length);
          return Action.CONTINUE;
        }

        public void resetState(double t, double[] z) {
        }
      }, T / n, 1e-14, 100);
      integrate(integrator, f, T, T / n, y, null);
    };
  }

  static final double FREE = 1e99; // a tolerance that bounds nothing
  static final int STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
  static final Maker CLASSICAL = (h, tol) -> new org.apache.commons.math3.ode.nonstiff.ClassicalRungeKuttaIntegrator(h),
      DP54 = (h, tol) -> new org.apache.commons.math3.ode.nonstiff.DormandPrince54Integrator(h, h, FREE, FREE),
      HH54 = (h, tol) -> new org.apache.commons.math3.ode.nonstiff.HighamHall54Integrator(h, h, FREE, FREE),
      DP853 = (h, tol) -> new org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator(h, h, FREE, FREE);

  static Maker bashforth(int k) {
    return (h, tol) -> new org.apache.commons.math3.ode.nonstiff.AdamsBashforthIntegrator(k, h, h, FREE, FREE);
  }

  static Maker moulton(int k) {
    return (h, tol) -> new org.apache.commons.math3.ode.nonstiff.AdamsMoultonIntegrator(k, h, h, FREE, FREE);
  }

  static final Object[][] METHODS = {
      {"Euler", by((h, tol) -> new org.apache.commons.math3.ode.nonstiff.EulerIntegrator(h)), STEPS},
      {"Midpoint", by((h, tol) -> new org.apache.commons.math3.ode.nonstiff.MidpointIntegrator(h)), STEPS},
      {"ClassicalRungeKutta", by(CLASSICAL), STEPS},
      {"Gill", by((h, tol) -> new org.apache.commons.math3.ode.nonstiff.GillIntegrator(h)), STEPS},
      {"ThreeEighthes", by((h, tol) -> new org.apache.commons.math3.ode.nonstiff.ThreeEighthesIntegrator(h)), STEPS},
      {"Luther", by((h, tol) -> new org.apache.commons.math3.ode.nonstiff.LutherIntegrator(h)), STEPS},
      {"HighamHall54", by(HH54), STEPS}, {"DormandPrince54", by(DP54), STEPS},
      {"DormandPrince853", by(DP853), STEPS},
      {"AdamsBashforth_2", by(bashforth(2)), STEPS}, {"AdamsBashforth_3", by(bashforth(3)), STEPS},
      {"AdamsBashforth_4", by(bashforth(4)), STEPS}, {"AdamsBashforth_5", by(bashforth(5)), STEPS},
      {"AdamsMoulton_2", by(moulton(2)), STEPS}, {"AdamsMoulton_3", by(moulton(3)), STEPS},
      {"AdamsMoulton_4", by(moulton(4)), STEPS},
      {"ClassicalRungeKutta_backward", backward(CLASSICAL), STEPS}, {"DormandPrince54_backward", backward(DP54), STEPS},
      {"DormandPrince853_backward", backward(DP853), STEPS}, {"AdamsBashforth_4_backward", backward(bashforth(4)), STEPS},
      {"ClassicalRungeKutta_restart", restart(CLASSICAL), STEPS}, {"DormandPrince54_restart", restart(DP54), STEPS},
      {"AdamsMoulton_3_restart", restart(moulton(3)), STEPS},
      {"ClassicalRungeKutta_event", event(CLASSICAL), STEPS}, {"DormandPrince54_event", event(DP54), STEPS},
      {"HighamHall54_event", event(HH54), STEPS}, {"DormandPrince853_event", event(DP853), STEPS},
      {"GraggBulirschStoer",
          by((T, tol) -> new org.apache.commons.math3.ode.nonstiff.GraggBulirschStoerIntegrator(1e-10, T, tol, tol)),
          TOLERANCES},
      {"DormandPrince853_adaptive",
          by((T, tol) -> new org.apache.commons.math3.ode.nonstiff.DormandPrince853Integrator(1e-10, T, tol, tol)),
          TOLERANCES}};
