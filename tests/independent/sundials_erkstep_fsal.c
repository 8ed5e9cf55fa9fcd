/* y' = t y, y(0) = 1, to t = 1 with 64 and 128 steps. Link: -lsundials_arkode -lsundials_nvecserial */
#include <arkode/arkode_erkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
static int slope(realtype t, N_Vector y, N_Vector f, void *none) { N_VScale(t, y, f); return 0; }
static double error(SUNContext context, int n, int restart) {
  realtype t = 0;
  N_Vector y = N_VNew_Serial(1, context);
  N_VConst(1, y);
  void *memory = ERKStepCreate(slope, 0, y, context);
  ERKStepSetTableNum(memory, ARKODE_SAYFY_ABURUB_6_3_4), ERKStepSetFixedStep(memory, 1. / n);
  for (int i = 0; i < n; i++, ERKStepEvolve(memory, 2, y, &t, ARK_ONE_STEP))
    if (restart) ERKStepReInit(memory, slope, t, y);
  return fabs(NV_Ith_S(y, 0) - exp(0.5 * t * t));
}
int main(void) {
  SUNContext c; SUNContext_Create(NULL, &c);
  printf("one run: order %.1f, documented 4\n", log2(error(c, 64, 0) / error(c, 128, 0)));
  printf("ReInit before each step: order %.1f\n", log2(error(c, 64, 1) / error(c, 128, 1)));
}
/* Prints with SUNDIALS 6.4.1:
one run: order 2.0, documented 4
ReInit before each step: order 4.0
*/
