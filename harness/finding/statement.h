/* What a rule says: a cause and the quantities that go with it. A finding is a verdict and a few of these;
 * sentences are made of them elsewhere (finding/sentence.h). Plain C, without PETSc. */
#pragma once

#include "finding.h" /* CAUSES(X) and QUANTITIES(X), which the build makes of causes.txt and quantities.txt */

#include <math.h>

typedef enum {
#define X(NAME, name, template) CAUSE_##NAME,
  CAUSES(X)
#undef X
      CAUSES_COUNT
} Cause;

/* What a number is multiplied by where the units of time and of the judged quantity change. */
typedef enum {
  DIMENSION_NUMBER, /* nothing */
  DIMENSION_TIME,
  DIMENSION_SIZE, /* the quantity that is judged, its error or its defect */
  DIMENSION_SQUARE,
  DIMENSION_RATE,                /* per unit of time */
  DIMENSION_SIZE_OVER_POWER,     /* over time to the statement's power */
  DIMENSION_SQUARE_OVER_EXPONENT /* over time to the statement's exponent */
} Dimension;

typedef enum {
#define X(NAME, DIMENSION, name) QUANTITY_##NAME,
  QUANTITIES(X)
#undef X
      QUANTITY_NAMES
} QuantityName;

enum {
#define X(NAME, DIMENSION, name) QUANTITY_##NAME##_DIMENSION = DIMENSION_##DIMENSION,
  QUANTITIES(X)
#undef X
};

/* As they are stored, and the templates of causes. */
extern const char *const CauseNames[CAUSES_COUNT];
extern const char *const CauseTemplates[CAUSES_COUNT];
extern const char *const QuantityNames[QUANTITY_NAMES];

/* A number, or a text that outlives the statement. */
typedef struct {
  QuantityName name;
  Dimension dimension;
  double number; /* NaN: not known */
  const char *text;
} NamedQuantity;

enum { STATEMENT_QUANTITIES = 16 };

typedef struct {
  Cause cause;
  int quantities;
  NamedQuantity quantity[STATEMENT_QUANTITIES];
} Statement;

/* The number of that name, NaN if it is not there. */
extern double StatementNumber(const Statement *, QuantityName);

/* The quantities of a call: FACTS(NUMBER(H, h), TEXT(FAILURE, why)), or NO_FACTS. */
#define NUMBER(NAME, value) NUMBER_OF_DIMENSION(QUANTITY_##NAME##_DIMENSION, NAME, value)
/* Where the quantity has another dimension than elsewhere. */
#define NUMBER_OF_DIMENSION(dimension_, NAME, value)                                               \
  { .name = QUANTITY_##NAME, .dimension = (Dimension)(dimension_), .number = (double)(value) }
#define TEXT(NAME, value)                                                                          \
  { .name = QUANTITY_##NAME, .number = NAN, .text = (value) }
#define FACTS(...)                                                                                 \
  (int)(sizeof((const NamedQuantity[]){__VA_ARGS__}) / sizeof(NamedQuantity)),                     \
      (const NamedQuantity[STATEMENT_QUANTITIES]) {                                                \
    __VA_ARGS__                                                                                    \
  }
#define NO_FACTS 0, NULL
