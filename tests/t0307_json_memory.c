/* JSON as text, and without memory: the text is whole or absent. */
#include "base/json_text.h"
#include "base/memory.h"
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

/* The status with which a program ends that has no memory in that call, if it prints so. */
static int StatusWithout(int call, int is_right(const json_t *), const json_t *value) {
  int status = 0;
  const pid_t child = fork();
  if (!child) {
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    MemorySetSource(Fail);
    until = call;
    _exit(is_right(value) ? 0 : 2);
  }
  (void)waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The program ends at each call of memory that fails; where none fails the text is whole. */
static int EndsOrIsRight(int is_right(const json_t *), const json_t *value) {
  int call = 1, status;
  while ((status = StatusWithout(call, is_right, value)) == 3 && call < 1000)
    call++;
  return status == 0 && call > 1;
}

static int IsAllRight(const json_t *value) {
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

static const char exact[] = "{\"a \\\"key\":[1e-5,1e22,-0.0,100.0,0.1,0.30000000000000004,7,null]}";

static int IsExact(const json_t *value) {
  char *printed = JsonExactText(value);
  const int right = printed && !strcmp(printed, exact);
  free(printed);
  return right;
}

int main(void) {
  int accepted = 0;
  JsonNeedMemory();
  json_t *value = JsonRead(text, strlen(text), 0, NULL);
  ok(value && IsAllRight(value), "what is read is printed as it was");
  json_t *numbers = JsonRead(exact, strlen(exact), 0, NULL);
  ok(IsExact(numbers), "numbers have the digits that they take");
  ok(EndsOrIsRight(IsExact, numbers), "numbers are printed whole, or the program ends");
  json_decref(numbers);
  ok(EndsOrIsRight(IsAllRight, value), "a text is printed whole, or the program ends");
  FILE *stream = fopen("/dev/null", "w");
  ok(!JsonPut(value, stream, JSON_COMPACT) && ftell(stream) == (long)strlen(text),
     "a stream gets all of it");
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
