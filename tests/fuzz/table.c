/* Fuzz target: a table of errors, judged as `gimbal judge` does. The input's first byte chooses
 * options; the rest is the file. */
#include "cli/command.h"
#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char path[256];
  char *words[12] = {"judge", path, "--order", "2"};
  int count = 4, status;
  FuzzStart();
  if (!size)
    return 0;
  (void)snprintf(path, sizeof(path), "%s", FuzzPath("table.csv"));
  FuzzWrite("table.csv", data + 1, size - 1);
  if (data[0] & 1)
    words[count++] = "--together";
  if (data[0] & 2)
    words[count++] = "--symmetric";
  if (data[0] & 4)
    words[count++] = "--json";
  if (data[0] & 8)
    words[count++] = "--floor=1e-9";
  if (data[0] & 16)
    words[count++] = "--steps=1";
  if (data[0] & 32)
    words[count++] = "--dim=2";
  if (data[0] & 64)
    words[3] = "2 log";
  if (data[0] & 128)
    words[3] = "4.5";
  if (!FuzzGood(CommandRunWords(CommandFind("judge"), count, words, &status)))
    return 0;
  if (status != 0 && status != 1 && status != 4)
    FuzzFail("exit status %d", status);
  return 0;
}
