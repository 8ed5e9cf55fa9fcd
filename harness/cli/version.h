/* Which program this is. */
#ifndef GIMBAL_HARNESS_CLI_VERSION_H
#define GIMBAL_HARNESS_CLI_VERSION_H

extern const char *VersionNumber(void);   /* "1.0.0" */
extern const char *VersionCommit(void);   /* of the source tree it was built from, or "unknown" */
extern const char *VersionCompiler(void); /* name and version */
/* The SNES type that solves small systems, and where that is for want of another one, so much. */
extern const char *VersionSolver(void);

/* What `gimbal version` prints, to standard output. */
extern void VersionPrint(void);

#endif
