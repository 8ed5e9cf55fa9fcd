// Trial of an integrator on five models whose solutions are known to 20 digits.
// Run:   java trial.java >trial.csv
// Judge: gimbal judge --card card.yaml trial.csv
// Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
import java.util.Arrays;
import java.util.Locale;

class Trial {
  static final boolean DEFECT = false; // true: the symplecticity defect of one step, by differences

  interface Field {
    double[] at(double t, double[] y);
  }

  // ---- Five models: positions, then velocities ----

  static double[] pendulum(double t, double[] y) {
    return new double[] {y[1], -Math.sin(y[0])};
  }

  static double[] drivenPendulum(double t, double[] y) {
    return new double[] {y[1], -Math.sin(y[0]) + 0.3 * Math.cos(1.7 * t)};
  }

  static double[] kepler(double t, double[] y) {
    double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * Math.sqrt(r2);
    return new double[] {y[2], y[3], -y[0] / r3, -y[1] / r3};
  }

  static double[] henonHeiles(double t, double[] y) {
    return new double[] {y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0] * y[0] + y[1] * y[1]};
  }

  // Ten masses between walls, with quartic and quadratic springs in turn.
  static double[] chain(double t, double[] y) {
    double[] dy = new double[20];
    double before = 0;
    for (int i = 0; i <= 10; i++) {
      double x = (i < 10 ? y[i] : 0) - (i > 0 ? y[i - 1] : 0);
      double force = i % 2 == 1 ? 2 * x : 4 * x * x * x;
      if (i < 10)
        dy[i] = y[10 + i];
      if (i > 0)
        dy[9 + i] = force - before;
      before = force;
    }
    return dy;
  }

  // Right-hand side, T, and the states at 0, T/3 and T.
  static final class Model {
    final String name;
    final Field f;
    final double T;
    final double[] start, third, end;

    Model(String name, Field f, double T, double[] start, double[] third, double[] end) {
      this.name = name;
      this.f = f;
      this.T = T;
      this.start = start;
      this.third = third;
      this.end = end;
    }
  }

  static final Model[] MODELS = {
    new Model("pendulum", Trial::pendulum, 3,
        new double[] {1.0, 1.0},
        new double[] {1.5297907853434743299, 0.037195296955719380612},
        new double[] {-0.1732851170552567988, -1.3745700127771053625}),
    new Model("driven_pendulum", Trial::drivenPendulum, 3,
        new double[] {1.0, 0.5},
        new double[] {1.1688742476298780195, -0.23434994784418781457},
        new double[] {-0.87234822433058503825, -1.1159097147452630389}),
    new Model("kepler", Trial::kepler, 3,
        new double[] {0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
                      1.1363265062049125209},
        new double[] {-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
                      -0.078352325191695464642},
        new double[] {-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
                      -0.72608707196516039025}),
    new Model("henon_heiles", Trial::henonHeiles, 4,
        new double[] {0.1, -0.2, 0.4, 0.2},
        new double[] {0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
                      0.12348799093046947755},
        new double[] {-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
                      -0.17987906613095126729}),
    new Model("chain", Trial::chain, 3,
        new double[] {0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3,
                      0.4, -0.1, 0.3, -0.2, 0.1, -0.4, 0.2},
        new double[] {0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
                      0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
                      0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
                      0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
                      0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
                      -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
                      -0.19863761917276262011, 0.0013607245545922337975},
        new double[] {0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
                      0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
                      -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
                      -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
                      -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
                      -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
                      -0.23074703270276625446, 0.27703410364773412753})
  };

  // ---- YOUR LIBRARY: the one place to fill in ----
  // Integrate y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. y holds the
  // initial state and receives the end state. With dense output, third receives the state at T/3, a third
  // into a step; else leave it. An exception is a failure.
  static void rk4(Field f, double T, int n, double tolerance, double[] y, double[] third) {
    double h = T / n;
    double[] c = {0, h / 2, h / 2, h}, w = {h / 6, h / 3, h / 3, h / 6};
    for (int i = 0; i < n; i++) {
      double[] k = y, z = y.clone(), sum = y.clone();
      for (int stage = 0; stage < 4; stage++) {
        for (int j = 0; j < y.length; j++)
          z[j] = y[j] + c[stage] * k[j];
        k = f.at(i * h + c[stage], z);
        for (int j = 0; j < y.length; j++)
          sum[j] += w[stage] * k[j];
      }
      System.arraycopy(sum, 0, y, 0, y.length);
    }
  }

  interface Solver {
    void solve(Field f, double T, int n, double tolerance, double[] y, double[] third);
  }

  static final int STEPS = 1, TOLERANCES = 2; // what a method can be run with; 3: both
  static final Object[][] METHODS = {{"rk4", (Solver) Trial::rk4, STEPS}};

  // ---- The table ----

  // The largest entry of J'ΩJ - Ω for the derivative J of one step of size T/n.
  static double defect(Solver method, Model model, int n) {
    int dim = model.start.length, half = dim / 2;
    int[] at = {-2, -1, 1, 2}, weight = {1, -8, 8, -1};
    double delta = Math.pow(Math.ulp(1.0), 0.2), largest = 0;
    double[][] J = new double[dim][dim];
    for (int c = 0; c < 4 * dim; c++) {
      double[] y = model.start.clone();
      y[c / 4] += at[c % 4] * delta;
      method.solve(model.f, model.T / n, 1, 0, y, new double[dim]);
      for (int i = 0; i < dim; i++)
        J[i][c / 4] += weight[c % 4] * y[i] / (12 * delta);
    }
    for (int a = 0; a < dim; a++)
      for (int b = 0; b < dim; b++) {
        double sum = (b == a - half ? 1 : 0) - (b == a + half ? 1 : 0);
        for (int i = 0; i < half; i++)
          sum += J[i][a] * J[half + i][b] - J[half + i][a] * J[i][b];
        largest = Math.max(largest, Math.abs(sum));
      }
    return largest;
  }

  // Four sums, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on.
  static String errors(double[] y, double[] exact) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 4; k++) {
      double sum = 0;
      for (int i = k; i < y.length; i += 4)
        sum += y[i] - exact[i];
      if (k < y.length && y[0] != Double.MAX_VALUE)
        text.append(Double.isNaN(sum) ? "nan" : String.format(Locale.ROOT, "%.14e", sum));
      text.append(',');
    }
    return text.toString();
  }

  static void row(String name, Solver method, Model model, int n, double tolerance) {
    double[] y = model.start.clone(), third = new double[y.length];
    long[] count = {0};
    third[0] = Double.MAX_VALUE;
    String stopped = "";
    long begin = System.nanoTime();
    try {
      method.solve((t, z) -> {
        count[0]++;
        return model.f.at(t, z);
      }, model.T, n, tolerance, y, third);
    } catch (RuntimeException error) {
      System.err.println("trial: " + name + " on " + model.name + ": " + error);
      stopped = error.toString().replaceAll("[\\s\",]+", " ");
      Arrays.fill(y, Double.NaN);
    }
    double seconds = 1e-9 * (System.nanoTime() - begin);
    double size = Arrays.stream(model.end).map(Math::abs).max().getAsDouble();
    System.out.println(name + "," + model.name + "," + (n > 0 ? n + ",," : "," + tolerance + ",")
        + errors(y, model.end) + errors(third, model.third)
        + String.format(Locale.ROOT, "%.2e,%d,%.2e,", Math.ulp(1.0) * size * (32 + (n > 0 ? n : 1000)),
            count[0], seconds)
        + (n > 0 && DEFECT ? String.format(Locale.ROOT, "%.2e", defect(method, model, n)) : "")
        + "," + stopped);
  }

  public static void main(String[] words) {
    int[] steps = {22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262,
                   304, 352, 412, 478, 556, 646, 748, 868, 1006};
    System.out.println("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped");
    String one = System.getenv("TRIAL"); // the one method to run; else all
    for (Object[] method : METHODS)
      for (Model model : MODELS) {
        if (one != null && !one.equals(method[0]))
          continue;
        for (int i = 0; ((Integer) method[2] & STEPS) != 0 && i < steps.length; i++)
          row((String) method[0], (Solver) method[1], model, steps[i], 0);
        for (int i = 0; ((Integer) method[2] & TOLERANCES) != 0 && i <= 36; i++)
          row((String) method[0], (Solver) method[1], model, 0, Math.pow(10, -3 - i / 4.0));
      }
  }
}
