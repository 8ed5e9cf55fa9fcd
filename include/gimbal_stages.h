/* gimbal_stages.h: the loops that methods with stages share, for plugins that want them. Optional,
 * and nothing but arithmetic on what gimbal.h lends. Stages follow one another: stage j of x is
 * x[j n] … x[j n + n − 1]. Where a function writes `out`, it may be `start`.
 */
#ifndef GIMBAL_STAGES_H
#define GIMBAL_STAGES_H

#include "gimbal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* out = start + h Σ_j row_j x_j over s stages of n entries: a stage, with a row of a tableau, or the
 * end of a step, with its weights. */
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

/* out = start + Σ_l multiplier_l row_l over the rows of a matrix with n columns: the reactions of
 * constraints, with their gradient, or a projection along it. */
static inline void gimbal_stages_push(int n, int rows, const gimbal_real *start,
                                      const gimbal_real *matrix, const gimbal_real *multiplier,
                                      gimbal_real *out) {
  for (int d = 0; d < n; ++d) {
    out[d] = start[d];
    for (int l = 0; l < rows; ++l)
      out[d] += multiplier[l] * matrix[l * n + d];
  }
}

/* A first guess: the n entries of stage 0 for all s stages. */
static inline void gimbal_stages_repeat(int n, int s, gimbal_real *x) {
  for (int d = n; d < s * n; ++d)
    x[d] = x[d - n];
}

/* Adds the increment of the discrete action, h Σ_i b_i L(Q_i, V_i), to *action, of which the host
 * may have none; V is what the formulation calls v, m entries a stage. Non-zero where L has no
 * value. */
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
