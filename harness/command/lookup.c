#include "command/lookup.h"
#include "command/words.h"

#include <getopt.h>
#include <string.h>

PetscErrorCode LookupParse(int argc, char **argv, LookupOptions *options) {
  static const struct option known[] = {{"json", no_argument, NULL, 'j'},
                                        {"plugin", required_argument, NULL, 'p'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
  int option;
  PetscFunctionBeginUser;
  memset(options, 0, sizeof(*options));
  PetscCall(PetscCalloc1(argc, &options->plugin));
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
    if (option == ':' || option == '?')
      PetscCall(WordsRefuse(option, argv));
    if (option == 'j')
      options->json = PETSC_TRUE;
    else if (option == 'h')
      options->help = PETSC_TRUE;
    else
      options->plugin[options->plugins++] = optarg;
  }
  PetscFunctionReturn(0);
}

const char *LookupText(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

PetscErrorCode LookupJoin(const json_t *array, const char *key, const char *between, char text[],
                          size_t room) {
  size_t end = 0;
  PetscFunctionBeginUser;
  text[0] = 0;
  for (size_t i = 0; i < json_array_size(array) && end < room; i++) {
    const json_t *entry = json_array_get(array, i);
    end += (size_t)snprintf(text + end, room - end, "%s%s", i ? between : "",
                            key ? LookupText(entry, key) : json_string_value(entry));
  }
  PetscFunctionReturn(0);
}
