/* gimbal_stages.h: loops common to methods with stages. Optional: plain arithmetic and the calls of
 * gimbal.h. Stage j of x is x[j n] … x[j n + n − 1]. `out` may be `start`. */
#ifndef GIMBAL_STAGES_H
#define GIMBAL_STAGES_H

#include "gimbal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out = start + h Σ_j row_j x_j over s stages of n entries: a stage if `row` is a row of a tableau, the
 * end of a step if it is the weights. */
static inline void gimbal_stages_combine(int n, int s, const gimbal_real *start, gimbal_real h,
                                         const gimbal_real *row, const gimbal_real *x,
                                         gimbal_real *out) {
  for (int d = 0; d < n; ++d) {
    gimbal_real sum = 0;
    for (int j = 0; j < s; ++j)
      sum += row[j] * x[j * n + d];
    out[d] = start[d] + h * sum;
  }
}

/* out = start + Σ_l multiplier_l row_l over the rows of a matrix with n columns. With the gradient of
 * constraints these are their reactions, or a projection. */
static inline void gimbal_stages_push(int n, int rows, const gimbal_real *start,
                                      const gimbal_real *matrix, const gimbal_real *multiplier,
                                      gimbal_real *out) {
  for (int d = 0; d < n; ++d) {
    out[d] = start[d];
    for (int l = 0; l < rows; ++l)
      out[d] += multiplier[l] * matrix[l * n + d];
  }
}

/* A first guess: copies the n entries of stage 0 to all s stages. */
static inline void gimbal_stages_repeat(int n, int s, gimbal_real *x) {
  for (int d = n; d < s * n; ++d)
    x[d] = x[d - n];
}

/* Adds h Σ_i b_i L(Q_i, V_i), the increment of the discrete action, to *action, unless action is NULL.
 * Q has n entries for each stage, V m entries. Returns non-zero where L has no value. */
static inline int gimbal_stages_action(gimbal *g, const gimbal_tableau *tableau,
                                       const gimbal_state *from, gimbal_real h,
                                       const gimbal_real *Q, const gimbal_real *V,
                                       gimbal_real *action) {
  for (int i = 0; i < tableau->s && action; ++i) {
    gimbal_real L;
    if (gimbal_lagrangian_value(g, from->t + tableau->c[i] * h, Q + i * g->n, V + i * g->m, &L))
      return 1;
    *action += h * tableau->b[i] * L;
  }
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif
