#include "base/memory.h"

#include <stdio.h>
#include <unistd.h>

/* Not by PETSc's errors, which take memory themselves. */
void MemoryEnd(size_t size) {
  enum { STATUS_BROKEN = 3 };
  char message[64];
  const int length = snprintf(message, sizeof(message), "gimbal: no memory for %zu bytes\n", size);
  (void)!write(STDERR_FILENO, message, (size_t)length);
  _exit(STATUS_BROKEN);
}
