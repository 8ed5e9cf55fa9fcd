/* A line on standard error that is written over and over, where a person watches; nothing elsewhere. */
#pragma once

/* The columns of standard error's terminal; 0: it is no terminal, or cannot rewrite a line. */
extern int TerminalWidth(void);

/* The line, cut to what fits into a row; it takes the place of the last one. */
extern void TerminalLine(const char *text);

/* The same in the manner of printf, at most five times a second, for what is over soon: returns at once
 * between. */
extern void TerminalNote(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Takes the line away; to be called before anything else is printed. */
extern void TerminalClear(void);
