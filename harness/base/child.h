/* Processes that we fork, to be left alone with what is not trusted. */
#pragma once

#include <sys/types.h>

/* In the child: it leads a group of its own, which can be ended with all that it starts, and what it sends
 * to its group reaches nobody else; signals do what they do to any program, since the handlers of MPI and
 * PETSc would take all ranks down; and it goes when its parent does, with this status if that is gone
 * already. */
extern void ChildSeparate(pid_t parent, int status);
/* Whether it has ended; it is still to be waited for, and until then the number of its group is its own. */
extern int ChildHasEnded(pid_t);
/* Kills and waits for all children of this process, and those that they leave to it, but for those that
 * `spare` (NULL: none) names. */
extern void ChildSweep(int spare(pid_t));
