/* JSON as text, and without memory: the text is whole or absent. */
#include "base/json_text.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char text[] =
    "{\"a\":\"Mathematik, von der hier einige Worte mehr stehen als in einem Puffer\",\"list\":"
    "[1,2.5,{\"key\":12345678901234567,\"another key\":\"a text\"}],\"real\":0.1220703125}";

static int until; /* the call that fails; 0: none */

static void *Fail(size_t size) { return until && !--until ? NULL : malloc(size); }

static int IsAllRight(json_t *value) {
  char *printed = JsonText(value, JSON_COMPACT | JSON_REAL_PRECISION(17));
  const int right = printed && !strcmp(printed, text);
  free(printed);
  return right;
}

/* A program that needs its values whole does not go on without memory for one. */
static void EndsWithoutMemory(void) {
#ifdef __SANITIZE_ADDRESS__
  ok(1, "want of memory # SKIP a sanitizer's own maps take terabytes");
#else
  int status = 0;
  const pid_t child = fork();
  if (!child) {
    json_t *list = json_array();
    JsonNeedMemory();
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    (void)setrlimit(RLIMIT_AS, &(struct rlimit){1 << 28, 1 << 28});
    for (int i = 0; i < 1 << 24; i++)
      (void)json_array_append_new(list, json_string("one of many texts, each of which takes room"));
    _exit(0);
  }
  (void)waitpid(child, &status, 0);
  ok(WIFEXITED(status) && WEXITSTATUS(status) == 3, "without memory for a value the program ends");
#endif
}

int main(void) {
  int printed = 0, wrong = 0, accepted = 0;
  json_set_alloc_funcs(Fail, free);
  json_t *value = JsonRead(text, strlen(text), 0, NULL);
  ok(value && IsAllRight(value), "what is read is printed as it was");
  static const char exact[] =
      "{\"a \\\"key\":[1e-5,1e22,-0.0,100.0,0.1,0.30000000000000004,7,null]}";
  json_t *numbers = JsonRead(exact, strlen(exact), 0, NULL);
  char *shortest = JsonExactText(numbers);
  ok(shortest && !strcmp(shortest, exact), "numbers have the digits that they take");
  free(shortest);
  int lost = 0;
  for (int call = 1; call < 50; call++) {
    until = call;
    shortest = JsonExactText(numbers);
    const int failed = !until;
    until = 0;
    lost += failed ? shortest != NULL : !shortest || strcmp(shortest, exact);
    free(shortest);
  }
  ok(!lost, "numbers are printed whole or not at all");
  json_decref(numbers);
  for (int call = 1; call < 1000; call++) {
    until = call;
    char *line = JsonText(value, JSON_COMPACT | JSON_REAL_PRECISION(17));
    const int failed = !until;
    until = 0;
    wrong += failed ? line != NULL : !line || strcmp(line, text);
    free(line);
    printed += failed;
    if (!failed)
      break;
  }
  ok(printed > 3 && !wrong, "each of %d failures in printing is reported", printed);
  FILE *stream = fopen("/dev/null", "w");
  until = 1;
  ok(JsonPut(value, stream, JSON_COMPACT), "nothing is put to a stream without memory for it");
  until = 0;
  ok(!JsonPut(value, stream, JSON_COMPACT) && ftell(stream) == (long)strlen(text),
     "and all of it with it");
  fclose(stream);
  json_decref(value);
  value = JsonRead("{\"a\":", 5, 0, NULL);
  ok(!value, "what is no JSON is no value");
  {
    static const char number[] = "{\"a\":\n[1.5\0,2]}";
    const size_t length = sizeof(number) - 1;
    json_error_t error;
    json_t *passed_over = json_loadb(number, length, 0, NULL);
    ok(passed_over != NULL, "jansson passes over a null byte after a number");
    json_decref(passed_over);
    value = JsonRead(number, length, 0, &error);
    ok(!value && error.line == 2 && error.position == 10 && !strcmp(error.text, "a null byte"),
       "a null byte after a number is an error, on line %d", error.line);
    for (size_t at = 0; at < strlen(text); at++) {
      char damaged[sizeof(text)];
      memcpy(damaged, text, sizeof(text));
      damaged[at] = 0;
      accepted += JsonRead(damaged, strlen(text), 0, NULL) != NULL;
    }
    ok(!accepted, "wherever it is");
  }
  EndsWithoutMemory();
  return done_testing();
}
