/* Link: $(pkg-config --cflags-only-I --libs dart) */
#include <memory>
#include <dart/integration/RK4Integrator.hpp>
#include <cstdio>
using namespace Eigen;
struct Oscillator : dart::integration::IntegrableSystem { // q" = -q
  VectorXd q = VectorXd::Ones(1), v = VectorXd::Zero(1);
  void setConfigs(const VectorXd &to) override { q = to; }
  void setGenVels(const VectorXd &to) override { v = to; }
  VectorXd getConfigs() const override { return q; }
  VectorXd getGenVels() const override { return v; }
  VectorXd evalGenAccs() override { return -q; }
  void integrateConfigs(const VectorXd &by, double h) override { q += h * by; }
  void integrateGenVels(const VectorXd &by, double h) override { v += h * by; }
};
struct RK4 : dart::integration::RK4Integrator { void integratePos(dart::integration::IntegrableSystem *, double) override {} void integrateVel(dart::integration::IntegrableSystem *, double) override {} };
int main() {
  for (int n : {10, 20, 40}) { Oscillator o; RK4 rk; for (int i = 0; i < n; i++) rk.integrate(&o, 1. / n); std::printf("%d steps: error %.3e\n", n, o.q[0] - std::cos(1.)); }
}
/* Prints with DART 6.12.1:
10 steps: error 1.084e-03
20 steps: error 5.838e-04
40 steps: error 3.027e-04
*/
