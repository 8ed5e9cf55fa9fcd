/* SUNDIALS alone: |R(z)| at z = -1e8 of methods and of their embeddings. Link: -lsundials_arkode */
#include <stdio.h> /* before the next */
#include <arkode/arkode_butcher_dirk.h>
#include <math.h>
static double R(ARKodeButcherTable t, const double *weights, double z) {
  double k[16] = {0}, sum = 1; /* the stages of y' = z y from 1, times the step */
  for (int i = 0; i < t->stages; sum += weights[i] * k[i], i++) {
    for (int j = 0; j < i; j++) k[i] += t->A[i][j] * k[j];
    k[i] = z * (1 + k[i]) / (1 - z * t->A[i][i]);
  }
  return fabs(sum);
}
int main(void) {
  const char *const names[] = {"ARKODE_ESDIRK324L2SA_4_2_3", "ARKODE_ESDIRK547L2SA_7_4_5",
                               "ARKODE_ESDIRK547L2SA2_7_4_5", "ARKODE_ESDIRK325L2SA_5_2_3"};
  for (int i = 0; i < 4; i++) {
    const ARKodeButcherTable t = ARKodeButcherTable_LoadDIRKByName(names[i]);
    printf("%s: method %.2f, embedding %.2f\n", names[i], R(t, t->b, -1e8), R(t, t->d, -1e8));
  }
}
/* Prints with SUNDIALS 6.4.1:
ARKODE_ESDIRK324L2SA_4_2_3: method 0.00, embedding 0.22
ARKODE_ESDIRK547L2SA_7_4_5: method 0.00, embedding 0.35
ARKODE_ESDIRK547L2SA2_7_4_5: method 0.00, embedding 0.25
ARKODE_ESDIRK325L2SA_5_2_3: method 0.00, embedding 0.00
*/
