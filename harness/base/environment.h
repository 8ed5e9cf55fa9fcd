/* The environment of a process that is started. */
#ifndef GIMBAL_HARNESS_BASE_ENVIRONMENT_H
#define GIMBAL_HARNESS_BASE_ENVIRONMENT_H

/* Ours, without the marks of an MPI that has started us: what is started is to be a world of its own. Nor
 * is it a rank that would note a signal and go on. To be freed by free; the texts are ours. NULL: no
 * memory. */
extern char **EnvironmentAlone(void);

#endif
