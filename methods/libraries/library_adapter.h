/* library_adapter.h: what the adapters to libraries share. An adapter is a plugin like any other: it
 * sees gimbal.h and its own library.
 *
 * A library works on vectors of its own and calls back for the field. What the callback cannot give
 * (the model has left its domain) the host has on record already; the library receives a failure,
 * gives up, and library_ended passes the failure on without covering up the host's reason.
 *
 * Tolerances are multiples of the host's sizes: an absolute 1e-12 says nothing of a state that is
 * measured in astronomical units. */
#ifndef GIMBAL_LIBRARY_ADAPTER_H
#define GIMBAL_LIBRARY_ADAPTER_H

#include "gimbal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a callback needs of the host. An adapter keeps one in its handle, and points it at the g of
 * each call before the library is entered. */
typedef struct library_host {
  gimbal *g;
  int failed; /* a callback did, and the host knows why */
} library_host;

static inline void library_enter(library_host *host, gimbal *g) {
  host->g = g;
  host->failed = 0;
}

/* f(t,y), ∂f/∂y (row-major) and ∂f/∂t of an ode, as gimbal.h has them; non-zero once anything has
 * failed, since some libraries go on. */
static inline int library_field(library_host *host, gimbal_real t, const gimbal_real *y,
                                gimbal_real *f) {
  if (!host->failed)
    host->failed = gimbal_field(host->g, t, y, f) != 0;
  return host->failed;
}
static inline int library_jacobian(library_host *host, gimbal_real t, const gimbal_real *y,
                                   gimbal_real *J) {
  if (!host->failed)
    host->failed = gimbal_field_jacobian(host->g, t, y, J) != 0;
  return host->failed;
}
static inline int library_time_derivative(library_host *host, gimbal_real t, const gimbal_real *y,
                                          gimbal_real *ft) {
  if (!host->failed)
    host->failed = gimbal_field_time_derivative(host->g, t, y, ft) != 0;
  return host->failed;
}

/* What the adapter's call returns when the library's has: `error` is non-zero where the library gave
 * up by itself, which is `reason`, with a number (its own code, say). */
static inline int library_ended(library_host *host, int error, const char *reason,
                                gimbal_real number) {
  if (host->failed)
    return 1;
  return error ? gimbal_fail(host->g, reason, number) : 0;
}

/* Copies n entries: a state into the library's vector, or out of it. */
static inline void library_copy(int n, const gimbal_real *from, gimbal_real *to) {
  for (int i = 0; i < n; ++i)
    to[i] = from[i];
}

/* The sizes of the n entries of an ode's state, times `multiple`: tolerances, one for each entry. */
static inline int library_tolerances(gimbal *g, gimbal_real multiple, gimbal_real *absolute) {
  if (gimbal_sizes(g, absolute, NULL, NULL))
    return 1;
  for (int i = 0; i < g->n; ++i)
    absolute[i] *= multiple;
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif
