/* Values of one time. A method that scores p by δ of a step after q (a leapfrog with δ = −½) hands
 * out pairs of which no energy is that of a motion: q_n with p_{n−½} is off by (h/2)ṗ, to and fro.
 * Energies and invariants are read at the time of q, with the p of that time: that of another node
 * where δ is whole; else of the polynomial through the p around it. Halfway between two it is their
 * mean, which for kicks and drifts is the method's own p at the node, p_{n∓½} ± (h/2)f(q_n). Through
 * more points goes the p of a method of higher order, which would be read worse by a line than it
 * is. The state of the start is not among them: its p may be that of the initial data. */
#include "core/integration.h"

PetscErrorCode HistoryCreate(Integration it) {
  const Problem p = it->problem;
  const Pairing pairing = {it->method, p->instance, p->index};
  History *const h = &it->history;
  Quad q, momentum;
  PetscReal order;
  *h = (History){.width = 0};
  PetscCall(MethodEvaluateTime(it->method, p->instance, p->index, TIME_OF_Q, &q));
  PetscCall(MethodEvaluateTime(it->method, p->instance, p->index, TIME_OF_P, &momentum));
  if (!it->np || momentum == q)
    return 0;
  const Quad ahead = q - momentum; /* of p's index before that of q */
  const PetscReal whole = floor((PetscReal)ahead);
  h->time = (Real)q;
  if (ahead == (Quad)whole) {
    h->points = 1;
    h->first = (PetscInt)whole;
    h->between = 0;
  } else {
    PetscCall(MethodClaimedOrders(&pairing, NULL, &order)); /* NaN: nothing is claimed */
    h->points = 2 * (PetscInt)ceil(fmin(fmax(order, 2), 8) / 2);
    h->first = (PetscInt)whole - h->points / 2 + 1;
    h->between = (Real)(ahead - (Quad)h->first);
  }
  h->lag = PetscMax(0, h->first + h->points - 1);
  h->width = h->lag + 1 - PetscMin(0, h->first);
  h->nodes = ArenaArray(it->arena, h->width * (it->nq + it->np), sizeof(*h->nodes));
  h->pair = ArenaArray(it->arena, it->nq + it->np, sizeof(*h->pair));
  return 0;
}

void HistoryAdd(Integration it) {
  History *const h = &it->history;
  const size_t entries = (size_t)(it->nq + it->np);
  if (!h->width)
    return;
  memcpy(h->nodes + (size_t)(h->count % h->width) * entries, it->state[it->current].q,
         entries * sizeof *h->nodes);
  h->count++;
}

/* The weight of one of the points at x, in units of their distance, from the first. */
static Real Weight(PetscInt points, PetscInt i, Real x) {
  Real weight = 1;
  for (PetscInt j = 0; j < points; ++j)
    if (j != i)
      weight *= (x - j) / (Real)(i - j);
  return weight;
}

PetscBool HistoryRead(Integration it, gimbal_state *state) {
  const History *const h = &it->history;
  const PetscInt entries = it->nq + it->np;
  const gimbal_state *now = &it->state[it->current];
  *state = *now;
  if (!h->width)
    return PETSC_TRUE;
  if (h->count < h->width)
    return PETSC_FALSE;
  const PetscInt64 node = h->count - 1 - h->lag;
  Real *const pair = h->pair;
  memcpy(pair, h->nodes + (node % h->width) * entries, (size_t)it->nq * sizeof *pair);
  memset(pair + it->nq, 0, (size_t)it->np * sizeof *pair);
  for (PetscInt i = 0; i < h->points; ++i) {
    const Real weight = Weight(h->points, i, h->between),
               *p = h->nodes + ((node + h->first + i) % h->width) * entries + it->nq;
    for (PetscInt j = 0; j < it->np; ++j)
      pair[it->nq + j] += weight * p[j];
  }
  state->q = pair;
  state->p = pair + it->nq;
  state->t = now->t - (Real)h->lag * it->h + h->time * it->h;
  return PETSC_TRUE;
}
