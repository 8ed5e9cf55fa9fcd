#include "bench/peers.h"

PetscErrorCode PeerCompare(Bench *b, const Peer *peer) {
  const PetscInt64 steps = 200;
  PetscReal ours[PEER_SIZE], theirs[PEER_SIZE], difference = 0;
  Trajectory t;
  BenchRatio r;

  PetscFunctionBeginUser;
  PetscCall(TrajectoryCreate(b, peer->method, PEER_MODEL, PEER_STEP / peer->substeps, &t));
  PetscCall(TrajectoryAdvance(&t, steps * peer->substeps));
  PetscCall(TrajectoryGet(&t, ours));
  PetscCall(peer->advance(peer->context, steps));
  PetscCall(peer->state(peer->context, theirs));
  for (int i = 0; i < PEER_SIZE; i++)
    difference = PetscMax(difference, fabs(ours[i] - theirs[i]));
  PetscCheck(difference < 1e-11, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "%s and %s differ by %.1e after %d steps of %g: not the same map or tolerance",
             peer->title, peer->method, difference, (int)steps, PEER_STEP);
  PetscCall(BenchCompare(b, peer->advance, peer->context, TrajectoryAdvance, &t, &r));
  const BenchFigure figure = {peer->name, "time / time of gimbal", r.ratio / peer->substeps,
                              r.low / peer->substeps, r.high / peer->substeps};
  PetscCall(BenchAdd(b, &figure, "%s, %.2f us a step%s; %s, %.2f us; end states agree to %.0e",
                     peer->title, 1e6 * r.seconds[0], peer->substeps > 1 ? " of two halves" : "",
                     peer->method, 1e6 * r.seconds[1], difference));
  PetscCall(TrajectoryDestroy(&t));
  PetscFunctionReturn(0);
}
