/* Which program this is. */
#pragma once

extern const char *VersionCommit(void);   /* of the source tree it was built from, or "unknown" */
extern const char *VersionCompiler(void); /* name and version */
extern const char *VersionMpi(void);      /* likewise */

/* What `gimbal version` prints, to standard output. */
extern void VersionPrint(void);
