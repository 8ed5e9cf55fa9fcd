/* Link: -I/usr/include/trilinos $(mpicxx --showme:compile) -ltrilinos_rythmos -ltrilinos_thyracore -ltrilinos_teuchosnumerics -ltrilinos_teuchoscomm -ltrilinos_teuchosparameterlist -ltrilinos_teuchoscore $(mpicxx --showme:link) */
// The table with theta = 1/2, which the description of the method prints with c = [0 1].
#include <Rythmos_RKButcherTableauBuilder.hpp>
#include <cstdio>
int main() {
  const auto table = Rythmos::createRKBT<double>("IRK 2 Stage Theta Method");
  for (int i = 0; i < table->numStages(); i++)
    std::printf("row %d: c = %g, a = %g %g\n", i + 1, table->c()(i), table->A()(i, 0), table->A()(i, 1));
}
/* Prints with Trilinos 13.2.0:
row 1: c = 0.5, a = 0 0
row 2: c = 1, a = 0.5 0.5
*/
