#include "base/environment.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **EnvironmentAlone(void) {
  static const char *const marks[] = {"OMPI_", "OPAL_", "ORTE_",           "PMIX_",
                                      "PMI_",  "PRTE_", "GIMBAL_LAUNCHED="};
  size_t count = 0, kept = 0;
  char **environment;
  while (environ[count])
    count++;
  environment = malloc((count + 1) * sizeof(*environment));
  for (size_t i = 0; environment && i < count; i++) {
    int marked = 0;
    for (size_t j = 0; j < sizeof(marks) / sizeof(marks[0]); j++)
      if (!strncmp(environ[i], marks[j], strlen(marks[j])))
        marked = 1;
    if (!marked)
      environment[kept++] = environ[i];
  }
  if (environment)
    environment[kept] = NULL;
  return environment;
}
