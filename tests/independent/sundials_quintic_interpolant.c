/* y' = y, y(0) = 1: one step of order 8, and y at two thirds of it. Link: -lsundials_arkode -lsundials_nvecserial */
#include <arkode/arkode_arkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
static int slope(realtype t, N_Vector y, N_Vector f, void *none) { N_VScale(1, y, f); return 0; }
static double error(SUNContext context, double h, int formula) {
  realtype t;
  N_Vector y = N_VNew_Serial(1, context), z = N_VNew_Serial(1, context);
  N_VConst(1, y);
  void *memory = ARKStepCreate(slope, NULL, 0, y, context);
  ARKStepSetTableNum(memory, ARKODE_DIRK_NONE, ARKODE_FEHLBERG_13_7_8), ARKStepSetFixedStep(memory, h);
  ARKStepSetInterpolantDegree(memory, formula ? 4 : 5), ARKStepEvolve(memory, 9, y, &t, ARK_ONE_STEP);
  double a, b, s = -0.5, s2 = s * s, s3 = s2 * s, s4 = s2 * s2, s5 = s4 * s, w = 54 * s5 + 135 * s4 + 110 * s3 + 30 * s2;
  ARKStepGetDky(memory, h - h / 3, 0, z), a = NV_Ith_S(z, 0), ARKStepGetDky(memory, h / 3, 0, z), b = NV_Ith_S(z, 0);
  ARKStepGetDky(memory, h / 2, 0, z);
  return fabs((formula ? w + (1 - w) * NV_Ith_S(y, 0) + h / 4 * (27 * s5 + 63 * s4 + 49 * s3 + 13 * s2 + (27 * s5 + 72 * s4 + 67 * s3 + 26 * s2 + 4 * s) * NV_Ith_S(y, 0) + (81 * s5 + 189 * s4 + 135 * s3 + 27 * s2) * a + (81 * s5 + 216 * s4 + 189 * s3 + 54 * s2) * b) : NV_Ith_S(z, 0)) - exp(h / 2));
}
int main(void) {
  SUNContext c; SUNContext_Create(NULL, &c), printf("library: order %.1f; the formula with f of p_4: order %.1f\n", log2(error(c, .4, 0) / error(c, .2, 0)), log2(error(c, .4, 1) / error(c, .2, 1)));
}
/* Prints with SUNDIALS 6.4.1:
library: order 5.2; the formula with f of p_4: order 6.2
*/
