// ---- LAMMPS ----
// Needs: pkg:liblammps liblammps-dev
// Flags: $(pkg-config --cflags --libs liblammps)
// Each of the five models as atoms of mass 1 on lines, with forces of fix external or, under respa, of fix addforce.
#include <lammps/library.h>
#include "rigid_bodies.h"

static const bool added = (models.insert(models.end(), {free_body, free_body_kept}), true);

static void *begin(const std::string &style, const std::string &commands, const std::string &box = "") {
  static const char *words[] = {"trial", "-screen", "none", "-log", "none", "-nocite"};
  static void *lammps = lammps_open_no_mpi(6, const_cast<char **>(words), nullptr);
  const std::string all = "clear\nunits lj\natom_style " + style + "\natom_modify map yes\nboundary f f f\n"
                          "region box block -50 50 -50 50 -50 50\ncreate_box 1 box" + box + "\nthermo 0\n" + commands;
  lammps_commands_string(lammps, all.c_str());
  return lammps;
}
static std::string number(long double x) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.19Lg", x);
  return text;
}
static std::string three(long double x, long double y, long double z) {
  return " " + number(x) + " " + number(y) + " " + number(z) + "\n";
}
static std::string atom(int i, const std::string &position, const std::string &velocity) {
  const std::string name = "a" + std::to_string(i);
  return "create_atoms 1 single" + position + "group " + name + " id " + std::to_string(i) + "\nvelocity " + name + " set" + velocity;
}
static bool run(void *lammps, int n) {
  lammps_command(lammps, ("run " + std::to_string(n)).c_str());
  return !lammps_has_error(lammps) || (lammps_get_last_error_message(lammps, nullptr, 0), false);
}
static State atoms_of(void *lammps, const char *name) {
  State all(3 * size_t(lammps_get_natoms(lammps)));
  lammps_gather_atoms(lammps, const_cast<char *>(name), 1, 3, all.data());
  return all;
}

struct Force {
  const Field &f;
  size_t half;
  real h;
};
static void set_force(void *of, int64_t step, int atoms, int *id, double **x, double **a) {
  const Force *force = static_cast<Force *>(of);
  State y(2 * force->half), dy(2 * force->half);
  for (int i = 0; i < atoms; i++)
    y[id[i] - 1] = x[i][0];
  force->f(y, dy, step * force->h);
  for (int i = 0; i < atoms; i++)
    a[i][0] = dy[force->half + id[i] - 1], a[i][1] = a[i][2] = 0;
}

static std::string particles(const State &y, real h) {
  const size_t half = y.size() / 2;
  std::string all = "mass 1 1\npair_style zero 1\npair_coeff * *\nfix move all nve\ntimestep " + number(h) + "\n";
  for (size_t i = 0; i < half; i++)
    all += atom(int(i) + 1, three(y[i], 0, 0), three(y[half + i], 0, 0));
  return all;
}
static bool finish(void *lammps, int n, State &y) {
  const size_t half = y.size() / 2;
  if (!run(lammps, n))
    return false;
  const State x = atoms_of(lammps, "x"), v = atoms_of(lammps, "v");
  for (size_t i = 0; i < half; i++)
    y[i] = x[3 * i], y[half + i] = v[3 * i];
  return true;
}

static bool verlet(const Field &f, real T, int n, real, State &y, State &) {
  Force force = {f, y.size() / 2, T / n};
  void *lammps = begin("atomic", particles(y, T / n) + "fix force all external pf/callback 1 1\n");
  lammps_set_fix_external_callback(lammps, "force", set_force, &force);
  return finish(lammps, n, y);
}

// A rotor: two atoms of mass 1 on a bond of length 1 that is a constraint. They are at ±(sin q, -cos q)/2, and
// the forces are along their motion. SHAKE leaves velocities along the bond, which the angle's rate omits.
struct Rotor {
  const Field &f;
  real h, q;
};
static void turn(void *of, int64_t step, int atoms, int *id, double **x, double **a) {
  Rotor *rotor = static_cast<Rotor *>(of);
  const int one = id[0] == 1 ? 0 : 1, two = 1 - one;
  const real c = x[one][1] - x[two][1], s = x[two][0] - x[one][0], turned = std::atan2(s, c) - rotor->q;
  rotor->q += turned - 2 * std::acos(-1.0) * std::round(turned / (2 * std::acos(-1.0)));
  State dy(2);
  rotor->f({rotor->q, 0}, dy, step * rotor->h);
  for (int i = 0; i < atoms; i++) {
    const real side = i == two ? 0.5 : -0.5;
    a[i][0] = side * dy[1] * c, a[i][1] = side * dy[1] * s, a[i][2] = 0;
  }
}
template <bool velocities> static bool bond(const Field &f, real T, int n, real, State &y, State &) {
  Rotor rotor = {f, T / n, y[0]};
  const long double c = std::cos((long double)y[0]) / 2, s = std::sin((long double)y[0]) / 2, w = y[1];
  const std::string all = "mass 1 1\npair_style zero 3\npair_coeff * *\nbond_style harmonic\nbond_coeff 1 0 1\nfix move all nve\ntimestep " +
                          number(T / n) + "\n" + atom(1, three(-s, c, 0), three(-c * w, -s * w, 0)) +
                          atom(2, three(s, -c, 0), three(c * w, s * w, 0)) +
                          "create_bonds single/bond 1 1 2\nfix force all external pf/callback 1 1\nfix bond all " +
                          (velocities ? "rattle" : "shake") + " 1e-14 100 0 b 1\n";
  void *lammps = begin("bond", all, " bond/types 1 extra/bond/per/atom 1 extra/special/per/atom 2");
  lammps_set_fix_external_callback(lammps, "force", turn, &rotor);
  if (!run(lammps, n))
    return false;
  const State x = atoms_of(lammps, "x"), v = atoms_of(lammps, "v");
  const real dc = x[1] - x[4], ds = x[3] - x[0];
  y = {rotor.q, (dc * (v[3] - v[0]) + ds * (v[4] - v[1])) / (dc * dc + ds * ds)};
  return true;
}

// A spring's force between two masses of the chain.
static std::string spring(int i) {
  const std::string x = "(" + (i < 10 ? "x[" + std::to_string(i + 1) + "]" : "0") + "-" + (i ? "x[" + std::to_string(i) + "]" : "0") + ")";
  return i % 2 ? "2*" + x : "4*" + x + "^3";
}
// The forces at the inner and the outer level.
static std::vector<std::vector<std::string>> levels() {
  std::vector<std::vector<std::string>> chain;
  for (int i = 0; i < 10; i++)
    chain.push_back(i % 2 ? std::vector<std::string>{spring(i + 1), "-" + spring(i)} : std::vector<std::string>{"-" + spring(i), spring(i + 1)});
  const std::string r3 = "/(x[1]^2+x[2]^2)^1.5";
  return now->name == std::string("pendulum") ? std::vector<std::vector<std::string>>{{"-x[1]", "x[1]-sin(x[1])"}}
         : now->name == std::string("kepler") ? std::vector<std::vector<std::string>>{{"-0.8*x[1]" + r3, "-0.2*x[1]" + r3}, {"-0.8*x[2]" + r3, "-0.2*x[2]" + r3}}
         : now->name == std::string("chain")  ? chain
                                              : std::vector<std::vector<std::string>>{{"-x[1]", "-2*x[1]*x[2]"}, {"-x[2]", "x[2]^2-x[1]^2"}};
}
template <int inner> static bool respa(const Field &, real T, int n, real, State &y, State &) {
  std::string all = particles(y, T / n) + "run_style respa 2 " + std::to_string(inner) + "\n";
  const auto forces = levels();
  for (size_t i = 0; i < forces.size(); i++)
    for (int level = 1; level <= 2; level++) {
      const std::string name = std::to_string(i + 1) + "_" + std::to_string(level);
      all += "variable f" + name + " equal \"" + forces[i][size_t(level) - 1] + "\"\nfix f" + name + " a" + std::to_string(i + 1) +
             " addforce v_f" + name + " 0 0\nfix_modify f" + name + " respa " + std::to_string(level) + "\n";
    }
  return finish(begin("atomic", all), n, y);
}

// Six atoms on the axes, of mass 1/6, with the moments 2, 3, 4.
enum Rigid { RIGID, RIGID_NVE, RIGID_SMALL, RIGID_NVE_SMALL };
static const char *const rigid_styles[] = {"rigid", "rigid/nve", "rigid/small", "rigid/nve/small"};
template <Rigid style> static bool rigid(const Field &, real T, int n, real, State &y, State &) {
  const long double arm[] = {std::sqrt(7.5L), std::sqrt(4.5L), std::sqrt(1.5L)};
  const bool small = style >= RIGID_SMALL;
  std::string all = "mass 1 " + number(1 / 6.L) + "\npair_style zero 8\npair_coeff * *\ntimestep " + number(T / n) + "\n";
  for (int i = 0; i < 6; i++) {
    const int k = i / 2;
    const long double r[] = {k == 0 ? arm[0] : 0, k == 1 ? arm[1] : 0, k == 2 ? arm[2] : 0}, side = i % 2 ? -1 : 1, w[] = {1, 0.8L, -0.6L};
    all += atom(i + 1, three(side * r[0], side * r[1], side * r[2]),
                three(side * (w[1] * r[2] - w[2] * r[1]), side * (w[2] * r[0] - w[0] * r[2]), side * (w[0] * r[1] - w[1] * r[0])));
  }
  all += std::string("set group all mol 1\nneigh_modify exclude group all all\nfix move all ") + rigid_styles[style] + (small ? " molecule\n" : " single\n");
  void *lammps = begin("molecular", all);
  if (!run(lammps, n))
    return false;
  const State x = atoms_of(lammps, "x"), v = atoms_of(lammps, "v");
  real R[9], w[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    real e[3], u[3];
    for (int i = 0; i < 3; i++) {
      R[3 * i + k] = e[i] = (x[size_t(6 * k + i)] - x[size_t(6 * k + 3 + i)]) / (2 * real(arm[k]));
      u[i] = (v[size_t(6 * k + i)] - v[size_t(6 * k + 3 + i)]) / (2 * real(arm[k]));
    }
    for (int i = 0; i < 3; i++)
      w[i] += (e[(i + 1) % 3] * u[(i + 2) % 3] - e[(i + 2) % 3] * u[(i + 1) % 3]) / 2;
  }
  y = body_state(R, w);
  return true;
}

// An ellipsoid with the moments 2, 3, 4.
static bool asphere(const Field &, real T, int n, real, State &y, State &) {
  std::string all = "pair_style zero 12\npair_coeff * *\ncreate_atoms 1 single 0 0 0\nset atom 1 shape" +
                    three(2 * std::sqrt(12.5L), 2 * std::sqrt(7.5L), 2 * std::sqrt(2.5L)) +
                    "set atom 1 mass 1\nset atom 1 quat 1 0 0 0\nset atom 1 angmom 2 2.4 -2.4\nfix move all nve/asphere\n"
                    "compute p all property/atom quatw quati quatj quatk angmomx angmomy angmomz\ntimestep " + number(T / n) + "\n";
  void *lammps = begin("ellipsoid", all);
  if (!run(lammps, n))
    return false;
  const double *p = static_cast<double **>(lammps_extract_compute(lammps, "p", 1, 2))[0], a = p[0], b = p[1], c = p[2], d = p[3];
  const real R[] = {a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c),
                    2 * (b * c + a * d), a * a - b * b + c * c - d * d, 2 * (c * d - a * b),
                    2 * (b * d - a * c), 2 * (c * d + a * b), a * a - b * b - c * c + d * d};
  real w[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 3; i++)
      w[i] += R[3 * i + k] * (R[k] * p[4] + R[3 + k] * p[5] + R[6 + k] * p[6]) / inertia[k];
  y = body_state(R, w);
  return true;
}

static const std::vector<std::string> free_bodies = {"free_body", "free_body_kept"}, steady = {"pendulum", "kepler", "henon_heiles", "chain"};
static const Method methods[] = {
    {"verlet", verlet, STEPS, {"pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain"}},
    {"respa_2", respa<2>, STEPS, steady},
    {"respa_4", respa<4>, STEPS, steady},
    {"rigid", rigid<RIGID>, STEPS, free_bodies},
    {"rigid_nve", rigid<RIGID_NVE>, STEPS, free_bodies},
    {"rigid_small", rigid<RIGID_SMALL>, STEPS, free_bodies},
    {"rigid_nve_small", rigid<RIGID_NVE_SMALL>, STEPS, free_bodies},
    {"nve_asphere", asphere, STEPS, free_bodies},
    {"rattle", bond<true>, STEPS, {"pendulum", "driven_pendulum"}},
    {"shake", bond<false>, STEPS, {"pendulum", "driven_pendulum"}}};
