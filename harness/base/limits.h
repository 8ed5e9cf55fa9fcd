/* How much of a thing a user may have. What exceeds a limit is refused with the limit's name, the
 * number given and the number allowed; nothing is dropped or cut in silence. Plain C, for all rooms. */
#pragma once

enum {
  LIMIT_SIZES = 48,        /* step sizes of one series that is measured: a suite's `sizes` */
  LIMIT_STEP_SIZES = 64,   /* a suite's `step_sizes` */
  LIMIT_SAMPLES = 256,     /* output times of an ensemble: a suite's `samples` */
  LIMIT_REALISATIONS = 32, /* sets of coordinates of a model */
  LIMIT_MATRIX = 46340,    /* rows of a matrix: of a full one the entries are counted in 32 bits */
  LIMIT_STRUCTURE = 1290,  /* quasivelocities: the same of m³ structure constants */
  LIMIT_ROWS = 4096,       /* rows of a table of errors */
  LIMIT_POINTS = 64,       /* of one series that is judged; a longer table is judged in parts */
  LIMIT_CONDITIONS = 16,   /* --where of one command */
  LIMIT_PATTERN = 255,     /* bytes of a pattern of methods, or of cases, with its settings */
  LIMIT_TITLE = 1024,      /* bytes of a title of a plugin */
  LIMIT_TEXT = 1 << 18,    /* of any other text: a list of coefficients */
  LIMIT_NAMES = 4096,      /* names in one object of a stored file, as those of quantities */
  LIMIT_CELL = 63,         /* letters of a number in a table of errors */
  LIMIT_REASON = 1000,     /* bytes of why a method's step failed, or a client cannot go on */
  LIMIT_WORD = 63          /* bytes of a word that a client asks for, or answers with */
};
