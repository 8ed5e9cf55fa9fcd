/* Fuzz target: an entry of the reference cache. The input is the file, once as it is and once with
 * its last line replaced by the checksum of the others, which no fuzzer would find. */
#include "fuzz.h"
#include "record/seal.h"
#include "reference/cache.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 6 };

static void Read(void) {
  Quad solution[NUMBERS], again[NUMBERS];
  ReferenceCertificate certificate = {.kind = REFERENCE_EXACT}, same = {.kind = REFERENCE_EXACT};
  PetscBool found;
  if (!FuzzGood(CacheRead(FuzzPath("entry"), NUMBERS, solution, &certificate, &found)))
    FuzzFail("an unreadable entry counts as absent, without an error");
  if (!found)
    return;
  if (!(certificate.uncertainty[REFERENCE_Q] >= 0 && certificate.uncertainty[REFERENCE_V] >= 0 &&
        certificate.uncertainty[REFERENCE_LAMBDA] >= 0))
    FuzzFail("a bar that no reference has");
  for (int i = 0; i < NUMBERS; i++)
    if (!finiteq(solution[i]))
      FuzzFail("a number that no reference has");
  (void)FuzzGood(CacheWrite(FuzzPath("entry"), NUMBERS, solution, &certificate));
  (void)FuzzGood(CacheRead(FuzzPath("entry"), NUMBERS, again, &same, &found));
  if (!found || memcmp(&same.kind, &certificate.kind, sizeof(same.kind)) ||
      strcmp(same.method, certificate.method) ||
      same.uncertainty[REFERENCE_Q] != certificate.uncertainty[REFERENCE_Q])
    FuzzFail("an entry that is written is not read again");
  for (int i = 0; i < NUMBERS; i++)
    if (again[i] != solution[i])
      FuzzFail("number %d is not what was written", i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char seal[SEAL_DIGITS + 1];
  FuzzStart();
  FuzzWrite("entry", data, size);
  Read();
  while (size && data[size - 1] == '\n')
    size--;
  while (size && data[size - 1] != '\n')
    size--;
  char *text = malloc(size + 64);
  if (!text)
    FuzzFail("no memory for an input");
  memcpy(text, data, size);
  SealOf(text, size, seal);
  const int more = snprintf(text + size, 64, "end %s\n", seal);
  FuzzWrite("entry", text, size + (size_t)more);
  free(text);
  Read();
  return 0;
}
