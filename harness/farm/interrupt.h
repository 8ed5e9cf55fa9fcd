/* Whether somebody wants this run to end: SIGINT, SIGTERM or SIGHUP. */
#pragma once

/* From here on the first such signal is noted, and a second one ends the process as signals do. What
 * nohup ignores stays ignored; SIGINT does not, which shells ignore for what they start in the
 * background. May be called again. */
extern void InterruptNote(void);

/* From here on such a signal ends the process at once, with its status and this line on standard error. */
extern void InterruptEnd(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The number of the signal; 0: none so far. */
extern int InterruptSignal(void);

/* The exit status after a signal: 130, 143, 129. */
extern int InterruptStatus(int number);
