/* JSON where each allocation fails once: what is printed and read is whole, or there is none. */
#include "base/json_text.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

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

int main(void) {
  int no_memory, read = 0, printed = 0, refused = 0, wrong = 0, accepted = 0;
  json_set_alloc_funcs(Fail, free);
  json_t *value = JsonRead(text, strlen(text), 0, NULL, &no_memory);
  ok(value && !no_memory && IsAllRight(value), "what is read is printed as it was");
  static const char exact[] = "{\"a \\\"key\":[1e-5,1e22,-0.0,100.0,0.1,0.30000000000000004,7,null]}";
  json_t *numbers = JsonRead(exact, strlen(exact), 0, NULL, &no_memory);
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
  ok(!lost, "and are printed whole or not at all");
  json_decref(numbers);
  for (int call = 1; call < 1000; call++) {
    until = call;
    json_t *again = JsonRead(text, strlen(text), 0, NULL, &no_memory);
    const int failed = !until;
    until = 0;
    wrong += failed ? again != NULL || !no_memory : no_memory || !IsAllRight(again);
    json_decref(again);
    read += failed;
    if (!failed)
      break;
  }
  ok(read > 20 && !wrong, "of %d failures in reading each is told, and nothing is left out", read);
  wrong = 0;
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
  ok(printed > 3 && !wrong, "of %d failures in printing each is told", printed);
  FILE *stream = fopen("/dev/null", "w");
  until = 1;
  ok(JsonPut(value, stream, JSON_COMPACT), "nothing is put to a stream without memory for it");
  until = 0;
  ok(!JsonPut(value, stream, JSON_COMPACT) && ftell(stream) == (long)strlen(text),
     "and all of it with it");
  fclose(stream);
  json_decref(value);
  value = JsonRead("{\"a\":", 5, 0, NULL, &no_memory);
  ok(!value && !no_memory, "what is no JSON is no lack of memory");
  {
    static const char number[] = "{\"a\":\n[1.5\0,2]}";
    const size_t length = sizeof(number) - 1;
    json_error_t error;
    json_t *passed_over = json_loadb(number, length, 0, NULL);
    ok(passed_over != NULL, "jansson passes over a null byte after a number");
    json_decref(passed_over);
    value = JsonRead(number, length, 0, &error, &no_memory);
    ok(!value && !no_memory && error.line == 2 && error.position == 10 &&
           !strcmp(error.text, "a null byte"),
       "and here it is an error, on line %d", error.line);
    for (size_t at = 0; at < strlen(text); at++) {
      char damaged[sizeof(text)];
      memcpy(damaged, text, sizeof(text));
      damaged[at] = 0;
      accepted += JsonRead(damaged, strlen(text), 0, NULL, &no_memory) != NULL;
    }
    ok(!accepted, "wherever it is");
  }
  /* What jansson itself does; once no version does so, the functions above may go. */
  for (int call = 1; call < 1000 && until == 0; call++) {
    until = call;
    value = json_loadb(text, strlen(text), 0, NULL);
    if (until)
      break;
    refused += value == NULL;
    wrong += value && !IsAllRight(value);
    json_decref(value);
  }
  until = 0;
  /* From here on, since what lacks a part stays known. */
  JsonWatch();
  value = json_object();
  (void)json_object_set_new(value, "there", json_string("a part"));
  char *whole = JsonText(value, JSON_COMPACT);
  ok(whole && !JsonLacksSomething(), "a value that is whole becomes text");
  free(whole);
  until = 2;
  (void)json_object_set_new(value, "left out", json_string("another part"));
  until = 0;
  ok(JsonLacksSomething() && !JsonText(value, JSON_COMPACT), "one that lacks a part does not");
  json_decref(value);
  diag("jansson alone: %d of %d failures are told, %d change what is read", refused, read, wrong);
  return done_testing();
}
