/* Numbers in the messages of programs: what is said is what is heard, to the last bit. */
#include "external/message.h"
#include "petsc_tap.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int Same(double a, double b) { return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a); }

/* Through a line and back. */
static double Through(double x) {
  char why[256];
  double heard = 0;
  json_t *said = json_pack("{s:o}", "x", MessageNumber(x)), *message;
  char *line = MessageText(said);
  message = MessageRead(line, strlen(line), why, sizeof why);
  if (!message || MessageReadNumber(json_object_get(message, "x"), &heard))
    heard = 12345;
  json_decref(said);
  json_decref(message);
  free(line);
  return heard;
}

/* What a client may write for a number. */
static int Reads(const char *text, double expected) {
  char why[256];
  double heard = 12345;
  json_t *message = MessageRead(text, strlen(text), why, sizeof why);
  const int failed = !message || MessageReadNumber(json_object_get(message, "x"), &heard);
  json_decref(message);
  return !failed && Same(heard, expected);
}

static int Refuses(const char *text) { return !Reads(text, 12345) && !Reads(text, NAN); }

static void Random(void) {
  uint64_t bits = 88172645463325252u; /* xorshift [Marsaglia 2003]: numbers of all sizes */
  int wrong = 0;
  for (int i = 0; i < 20000; i++) {
    double x;
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    memcpy(&x, &bits, sizeof x);
    wrong += !Same(Through(x), x);
  }
  ok(!wrong, "twenty thousand patterns of bits are the same again");
}

int main(int argc, char **argv) {
  static const double numbers[] = {
      0.0, -0.0,     0.1,      1.0 / 3, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308,
      NAN, INFINITY, -INFINITY};
  double x[3];
  char why[256];
  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    ok(Same(Through(numbers[i]), numbers[i]), "%g is the same again", numbers[i]);
  Random();
  ok(Reads("{\"x\": 3}", 3) && Reads("{\"x\": 100000000000000000000000}", 1e23),
     "whole numbers of any length");
  ok(Reads("{\"x\": \"0x1.8p+1\"}", 3) && Reads("{\"x\": \"-inf\"}", -INFINITY) &&
         Reads("{\"x\": \"nan\"}", NAN) && Reads("{\"x\": \"0.1\"}", 0.1),
     "texts that C reads as numbers");
  ok(Refuses("{\"x\": \"\"}") && Refuses("{\"x\": \"1 \"}") && Refuses("{\"x\": \"one\"}") &&
         Refuses("{\"x\": true}") && Refuses("{\"x\": null}") && Refuses("{\"x\": NaN}") &&
         Refuses("{\"x\": 1e999}") && Refuses("{\"y\": 1}"),
     "nothing else");
  json_t *array = json_pack("[f,s,f]", 1.0, "0x1p-1", 3.0);
  ok(!MessageReadNumbers(array, 3, x, why, sizeof why) && x[1] == 0.5, "an array of both");
  ok(MessageReadNumbers(array, 2, x, why, sizeof why) && !strcmp(why, "3 entries instead of 2"),
     "one of another length: %s", why);
  json_array_set_new(array, 2, json_string("x"));
  ok(MessageReadNumbers(array, 3, x, why, sizeof why) &&
         !strcmp(why, "entry 3 is no number: \"x\""),
     "one with a word: %s", why);
  ok(MessageReadNumbers(NULL, 3, x, why, sizeof why) &&
         !strcmp(why, "nothing instead of an array of 3 numbers"),
     "none: %s", why);
  json_decref(array);
  PetscCall(PetscFinalize());
  return done_testing();
}
