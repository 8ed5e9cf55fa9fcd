// Boost.odeint alone: y' = -y, y(0) = 1, to t = 1 with 16 and 32 steps, in place and out of place.
#include <boost/numeric/odeint.hpp>
#include <boost/numeric/odeint/stepper/extrapolation_stepper.hpp>
#include <cstdio>
using State = std::vector<double>;
static void slope(const State &y, State &f, double) { f[0] = -y[0]; }
template <class Stepper> double error(int steps, bool in_place) {
  Stepper stepper; State y(1, 1.0), out(1);
  for (int i = 0; i < steps; i++)
    if (in_place) stepper.do_step(slope, y, double(i) / steps, 1.0 / steps);
    else stepper.do_step(slope, y, double(i) / steps, out, 1.0 / steps), y = out;
  return std::fabs(y[0] - std::exp(-1));
}
int main() {
  using Extrapolation = boost::numeric::odeint::extrapolation_stepper<4, State>;
  using Adams = boost::numeric::odeint::adams_bashforth<3, State>;
  for (bool in : {true, false})
    std::printf("%s place: errors of extrapolation_stepper<4> %.2g %.2g, of adams_bashforth<3> %.2g %.2g\n", in ? "in" : "out of",
                error<Extrapolation>(16, in), error<Extrapolation>(32, in), error<Adams>(16, in), error<Adams>(32, in));
}
/* Prints with Boost 1.74:
in place: errors of extrapolation_stepper<4> 0.27 0.27, of adams_bashforth<3> 0.058 0.03
out of place: errors of extrapolation_stepper<4> 1.8e-08 1.1e-09, of adams_bashforth<3> 3.2e-05 4.1e-06
*/
