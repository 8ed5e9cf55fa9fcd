/* A method that is another program, in any language: a child process that speaks JSON, a message a
 * line, as docs/protocol.md says. Its functions are those of a plugin: they know gimbal.h. */
#pragma once

#include "gimbal.h"
#include <jansson.h>

enum { EXTERNAL_PROTOCOL = 2, EXTERNAL_PROBES = 8, EXTERNAL_WHY = 2048 };

typedef struct External External;

/* What gimbal_method.context holds. */
typedef struct {
  External *external;
  int index; /* among the methods that the program describes */
  gimbal_formulation formulation;
  size_t parameters;
  const char *probe[EXTERNAL_PROBES]; /* their names */
} ExternalMethod;

/* Of a command, as one would type it, without what only a shell can do. NULL: `why` says what is
 * wrong with it. */
extern External *ExternalCreate(const char *command, char why[EXTERNAL_WHY]);
extern void ExternalDestroy(External **);

/* The words of the command; the last is NULL. */
extern char *const *ExternalWords(const External *);

/* Starts the program, asks what it describes, and in which protocol, and ends it. The answer is an object, to be given back
 * by json_decref; NULL: `why` says what is wrong. */
extern json_t *ExternalDescribe(External *, char why[EXTERNAL_WHY]);

/* The functions of every such method; `measure` are those of its probes, in their order. */
extern const struct ExternalFunctions {
  gimbal_open *open;
  gimbal_close *close;
  gimbal_start *start;
  gimbal_step *step;
  gimbal_advance *advance;
  gimbal_measure *measure[EXTERNAL_PROBES];
} ExternalFunctions;
