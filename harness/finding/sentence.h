/* Statements as a sentence in English. Each cause has a template (finding/causes.txt):
 *
 *   {h:.6g}        the number as printf's %.6g prints it; {points:s} is the plural's "s" unless it is 1
 *   {order:±.3f}   the same, and behind "±" the larger distance to `lower` and `upper`
 *   {failure}      the text
 *   [... | ...]    the first part if all its quantities are there, else the second; it may be left out
 */
#pragma once

#include "finding/statement.h"

/* The sentence of all statements, one after the other; to be freed by free. */
extern char *SentenceOf(int count, const Statement[]);
