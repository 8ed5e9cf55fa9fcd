// Trial of an integrator on five models whose solutions are known to 20 digits.
// Run:   c++ -std=c++17 -O2 -Wall -Wextra -o trial trial.cpp && ./trial >trial.csv
// Judge: gimbal judge --card card.yaml trial.csv
// Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstdio>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using real = double; // the number type of the library
using State = std::vector<real>;
using Field = std::function<void(const State &y, State &dy, real t)>;
constexpr bool measure_defect = false; // true: the symplecticity defect of one step, by differences

// ---- Five models: positions, then velocities ----

static void pendulum(const State &y, State &dy, real) { dy = {y[1], -std::sin(y[0])}; }

static void driven_pendulum(const State &y, State &dy, real t) {
  dy = {y[1], real(-std::sin(y[0]) + 0.3L * std::cos(1.7L * t))};
}

static void kepler(const State &y, State &dy, real) {
  const real r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * std::sqrt(r2);
  dy = {y[2], y[3], -y[0] / r3, -y[1] / r3};
}

static void henon_heiles(const State &y, State &dy, real) {
  dy = {y[2], y[3], -y[0] - 2 * y[0] * y[1], -y[1] - y[0] * y[0] + y[1] * y[1]};
}

// Ten masses between walls, with quartic and quadratic springs in turn.
static void chain(const State &y, State &dy, real) {
  real before = 0;
  dy.resize(20);
  for (int i = 0; i <= 10; i++) {
    const real x = (i < 10 ? y[i] : 0) - (i ? y[i - 1] : 0), force = i % 2 ? 2 * x : 4 * x * x * x;
    if (i < 10)
      dy[i] = y[10 + i];
    if (i)
      dy[9 + i] = force - before;
    before = force;
  }
}

// Right-hand side, unknowns, T, and the states at 0, T/3 and T.
struct Model {
  const char *name;
  void (*f)(const State &y, State &dy, real t);
  int dim;
  real T;
  std::vector<long double> start, third, end;
};
static std::vector<Model> models = {
    {"pendulum", pendulum, 2, 3,
     {1.0L, 1.0L},
     {1.5297907853434743299L, 0.037195296955719380612L},
     {-0.1732851170552567988L, -1.3745700127771053625L}},
    {"driven_pendulum", driven_pendulum, 2, 3,
     {1.0L, 0.5L},
     {1.1688742476298780195L, -0.23434994784418781457L},
     {-0.87234822433058503825L, -1.1159097147452630389L}},
    {"kepler", kepler, 4, 3,
     {0.57758256189037271612L, 0.45734281543498245774L, -0.65075216396722006257L,
      1.1363265062049125209L},
     {-0.38421055869838104259L, 0.95055079266779475662L, -0.97189484023984782589L,
      -0.078352325191695464642L},
     {-1.2863797993311190421L, -0.15690746075017022839L, 0.12692487272604868394L,
      -0.72608707196516039025L}},
    {"henon_heiles", henon_heiles, 4, 4,
     {0.1L, -0.2L, 0.4L, 0.2L},
     {0.43607561048392456041L, 0.097292262119914507877L, -0.008229331627794275682L,
      0.12348799093046947755L},
     {-0.47227960870837257033L, -0.15207473288300231746L, -0.19569716459294275615L,
      -0.17987906613095126729L}},
    {"chain", chain, 20, 3,
     {0.3L, -0.2L, 0.1L, 0.25L, -0.15L, 0.2L, -0.3L, 0.05L, 0.15L, -0.1L, 0.1L, 0.2L, -0.3L, 0.4L,
      -0.1L, 0.3L, -0.2L, 0.1L, -0.4L, 0.2L},
     {0.044676147839713864432L, 0.32820161365309405809L, 0.063761064942218325394L,
      0.2240673869173467352L, 0.1924449539130172312L, -0.018470833468349727974L,
      0.016087151387526290077L, -0.14009575718337258295L, -0.26251093965647217615L,
      0.11347034928937778518L, -0.30463128341955448029L, 0.55396853962227156016L,
      0.24862255428121612796L, -0.37381103542727732781L, 0.49554465308903786598L,
      -0.3854040813570628537L, 0.50392123200991915122L, -0.29504305709415078845L,
      -0.19863761917276262011L, 0.0013607245545922337975L},
     {0.52874040147410284355L, 0.11470735157298705749L, 0.07609216243546288356L,
      0.24335792144443000079L, -0.090932721658188243516L, 0.39055452525504142335L,
      -0.081288479192424698529L, 0.29263958158878094011L, -0.093076756146042975725L,
      -0.36093814196125876731L, -0.17720841136911756331L, 0.0083650642727097669011L,
      -0.26841542488128673146L, 0.32360842563264324462L, -0.0077166553912153794414L,
      -0.078756240327019355211L, 0.10446622076985101063L, 0.13907716738939408597L,
      -0.23074703270276625446L, 0.27703410364773412753L}}
};
static const Model *now; // the model that runs

enum { STEPS = 1, TOLERANCES = 2 }; // what a method can be run with; 3: both
struct Method {
  std::string name;
  std::function<bool(const Field &f, real T, int n, real tolerance, State &y, State &third)> solve;
  int runs;
  std::vector<std::string> only = {}; // the models that it can run; none: all
};

// ---- YOUR LIBRARY: the one place to fill in ----
// Integrate y' = f(y,t) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. y holds the
// initial state and receives the end state. With dense output, third receives the state at T/3, a third
// into a step; else it stays empty. Return false for a failure.
static bool rk4(const Field &f, real T, int n, real, State &y, State &) {
  const real h = T / n, c[] = {0, h / 2, h / 2, h}, w[] = {h / 6, h / 3, h / 3, h / 6};
  for (int i = 0; i < n; i++) {
    State k(y.size()), z = y, sum = y;
    for (int stage = 0; stage < 4; stage++) {
      for (size_t j = 0; j < y.size(); j++)
        z[j] = y[j] + c[stage] * k[j];
      f(z, k, i * h + c[stage]);
      for (size_t j = 0; j < y.size(); j++)
        sum[j] += w[stage] * k[j];
    }
    y = sum;
  }
  return true;
}

static const Method methods[] = {{"rk4", rk4, STEPS}};

// ---- The table ----

// The largest entry of J'ΩJ - Ω for the derivative J of one step of size T/n.
static double defect(const Method &method, const Model &model, int n) {
  static const int at[] = {-2, -1, 1, 2}, weight[] = {1, -8, 8, -1};
  const int dim = model.dim, half = dim / 2;
  const real delta = std::pow(std::numeric_limits<real>::epsilon(), real(0.2));
  std::vector<State> J(dim, State(dim));
  real largest = 0;
  for (int c = 0; c < 4 * dim; c++) {
    State y(model.start.begin(), model.start.end()), third;
    y[c / 4] += at[c % 4] * delta;
    method.solve(model.f, model.T / n, 1, 0, y, third);
    for (int i = 0; i < dim; i++)
      J[i][c / 4] += weight[c % 4] * y[i] / (12 * delta);
  }
  for (int a = 0; a < dim; a++)
    for (int b = 0; b < dim; b++) {
      real sum = (b == a - half) - (b == a + half);
      for (int i = 0; i < half; i++)
        sum += J[i][a] * J[half + i][b] - J[half + i][a] * J[i][b];
      largest = std::fmax(largest, std::fabs(sum));
    }
  return double(largest);
}

// Four sums of errors, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on.
static void print_errors(const State &y, const std::vector<long double> &exact) {
  for (size_t k = 0; k < 4; k++) {
    long double sum = 0;
    for (size_t i = k; i < y.size(); i += 4)
      sum += y[i] - exact[i];
    if (k < y.size())
      std::printf("%.15Lg", sum);
    std::printf(",");
  }
}

static void row(const Method &method, const Model &model, int n, real tolerance) {
  State y(model.start.begin(), model.start.end()), third;
  long double size = 0;
  for (const long double x : model.end)
    size = std::fmax(size, std::fabs(x));
  long evaluations = 0;
  const Field counted = [&](const State &z, State &dz, real t) { evaluations++, model.f(z, dz, t); };
  const auto begin = std::chrono::steady_clock::now();
  const bool done = method.solve(counted, model.T, n, tolerance, y, third);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("%s,%s,", method.name.c_str(), model.name);
  std::printf("%s,", n ? std::to_string(n).c_str() : "");
  if (!n)
    std::printf("%.17g", double(tolerance));
  std::printf(",");
  if (done)
    print_errors(y, model.end);
  else
    std::printf("nan,nan,nan,nan,");
  print_errors(done ? third : State(), model.third);
  std::printf("%.3g,%ld,%.3g,",
              double(std::numeric_limits<real>::epsilon() * size * (32 + (n ? n : 1000))), evaluations,
              seconds.count());
  if (n && measure_defect)
    std::printf("%.3g", defect(method, model, n));
  std::printf(",%s\n", done ? "" : "failed");
}

int main() {
  std::printf("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped\n");
  const char *const one = std::getenv("TRIAL"); // the one method to run; else all
  for (const Method &method : methods)
    for (const Model &model : models) {
      if ((one && method.name != one) ||
          (!method.only.empty() && std::count(method.only.begin(), method.only.end(), model.name) == 0))
        continue;
      now = &model;
      if (method.runs & STEPS)
        for (const int n : {22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196,
                            226, 262, 304, 352, 412, 478, 556, 646, 748, 868, 1006})
          row(method, model, n, 0);
      if (method.runs & TOLERANCES)
        for (int i = 0; i <= 36; i++)
          row(method, model, 0, real(std::pow(10, -3 - i / 4.)));
    }
}
