/* SUNDIALS alone: the sum of the weights less 1. Link: -lsundials_arkode */
#include <stdio.h> /* before the next */
#include <arkode/arkode_butcher_dirk.h>
static void print(const char *name) {
  ARKodeButcherTable table = ARKodeButcherTable_LoadDIRKByName(name);
  double sum = -1;
  for (int i = 0; i < table->stages; i++)
    sum += table->b[i];
  printf("%s: %.1e\n", name, sum);
}
int main(void) {
  print("ARKODE_CASH_5_2_4");
  print("ARKODE_CASH_5_3_4");
  print("ARKODE_BILLINGTON_3_3_2");
  print("ARKODE_SDIRK_5_3_4");
}
/* Prints with SUNDIALS 6.4.1:
ARKODE_CASH_5_2_4: 7.8e-12
ARKODE_CASH_5_3_4: 7.8e-12
ARKODE_BILLINGTON_3_3_2: -1.0e-12
ARKODE_SDIRK_5_3_4: 8.9e-16
*/
