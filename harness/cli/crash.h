/* Crashes of a plugin that runs in this very process, so that a debugger finds it there. */
#ifndef GIMBAL_HARNESS_CLI_CRASH_H
#define GIMBAL_HARNESS_CLI_CRASH_H

/* From here on a crash is one line on standard error and exit status 1. */
extern void CrashTell(void);

#endif
