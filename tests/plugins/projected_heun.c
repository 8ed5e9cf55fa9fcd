/* A right method whose steps have no solution on an orbit that it makes ever more eccentric, unless they
 * are small. */
#include "../right/heun_on_energy.c"
