/* The libraries that gimbal is compared with, the peers. They integrate the Hénon–Heiles system,
 * y = (x, y, vx, vy), from the initial data of the model henon_heiles. */
#ifndef GIMBAL_HARNESS_BENCH_PEERS_H
#define GIMBAL_HARNESS_BENCH_PEERS_H

#include "bench/trajectory.h"

#define PEER_MODEL "henon_heiles"
#define PEER_STEP 0.05
#define PEER_INITIAL                                                                               \
  { 0.1, -0.2, 0.4, 0.2 }
#define PEER_SIZE 4

static inline void PeerField(const PetscReal *y, PetscReal *f) {
  f[0] = y[2];
  f[1] = y[3];
  f[2] = -y[0] - 2 * y[0] * y[1];
  f[3] = -y[1] - y[0] * y[0] + y[1] * y[1];
}
/* ∂f/∂y, row-major. */
static inline void PeerFieldJacobian(const PetscReal *y, PetscReal J[PEER_SIZE * PEER_SIZE]) {
  for (int i = 0; i < PEER_SIZE * PEER_SIZE; i++)
    J[i] = 0;
  J[2] = J[7] = 1;
  J[8] = -1 - 2 * y[1];
  J[9] = J[12] = -2 * y[0];
  J[13] = -1 + 2 * y[1];
}

/* A peer takes steps of PEER_STEP from where it stands, and tells its state. */
typedef struct {
  const char *name; /* the figure's */
  const char *method, *title;
  PetscInt substeps; /* steps of gimbal to one of the peer */
  BenchWork *advance;
  PetscErrorCode (*state)(void *context, PetscReal *y);
  void *context;
} Peer;

/* Compares the states after 200 steps, then the times of a step. The peer stands at t = 0. */
extern PetscErrorCode PeerCompare(Bench *, const Peer *);

#endif
