/* What a rule says: a cause and the quantities that go with it. A finding is a verdict and a few of these;
 * sentences are made of them elsewhere (finding/sentence.h). Plain C, without PETSc. */
#ifndef GIMBAL_HARNESS_FINDING_STATEMENT_H
#define GIMBAL_HARNESS_FINDING_STATEMENT_H

#include "finding/causes.h"
#include "finding/quantities.h"

#include <math.h>

/* A number, or a text that outlives the statement. */
typedef struct {
  QuantityName name;
  double number; /* NaN: not known */
  const char *text;
} NamedQuantity;

enum { STATEMENT_QUANTITIES = 16 };

typedef struct {
  Cause cause;
  int quantities;
  NamedQuantity quantity[STATEMENT_QUANTITIES];
} Statement;

/* The quantities of a call: FACTS(NUMBER(H, h), TEXT(FAILURE, why)), or NO_FACTS. */
#define NUMBER(NAME, value)                                                                        \
  { .name = QUANTITY_##NAME, .number = (double)(value) }
#define TEXT(NAME, value)                                                                          \
  { .name = QUANTITY_##NAME, .number = NAN, .text = (value) }
#define FACTS(...)                                                                                 \
  (int)(sizeof((const NamedQuantity[]){__VA_ARGS__}) / sizeof(NamedQuantity)),                               \
      (const NamedQuantity[STATEMENT_QUANTITIES]) {                                                     \
    __VA_ARGS__                                                                                    \
  }
#define NO_FACTS 0, NULL

#endif
