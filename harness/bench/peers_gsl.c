/* GSL: the implicit midpoint rule (rk2imp) and two-stage Gauss (rk4imp). Both end a step after two
 * half steps, and take a whole one to estimate the error; so they are compared with two steps of
 * gimbal. */
#include "bench/peers.h"

#ifdef GIMBAL_HAVE_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

typedef struct {
  gsl_odeiv2_system system;
  gsl_odeiv2_driver *driver;
  double t, y[PEER_SIZE];
} Stepper;

static int Field(double t, const double y[], double f[], void *context) {
  (void)t, (void)context;
  PeerField(y, f);
  return GSL_SUCCESS;
}
static int FieldJacobian(double t, const double y[], double *J, double ft[], void *context) {
  (void)t, (void)context;
  PeerFieldJacobian(y, J);
  for (int i = 0; i < PEER_SIZE; i++)
    ft[i] = 0;
  return GSL_SUCCESS;
}

static PetscErrorCode Advance(void *context, PetscInt64 steps) {
  Stepper *s = context;
  double error[PEER_SIZE];
  PetscFunctionBeginUser;
  /* the step itself: the driver would hold its error estimate against the Newton's tolerance */
  for (PetscInt64 i = 0; i < steps; i++) {
    const int status =
        gsl_odeiv2_step_apply(s->driver->s, s->t, PEER_STEP, s->y, error, NULL, NULL, &s->system);
    PetscCheck(status == GSL_SUCCESS, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED, "GSL stopped: %s",
               gsl_strerror(status));
    s->t += PEER_STEP;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode State(void *context, PetscReal *y) {
  const Stepper *s = context;
  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(y, s->y, PEER_SIZE));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchPeersGSL(Bench *b) {
  const struct {
    const gsl_odeiv2_step_type *type;
    Peer peer;
  } all[] = {
      {gsl_odeiv2_step_rk2imp,
       {.name = "peer:gsl", .method = "implicit_midpoint", .title = "GSL rk2imp"}},
      {gsl_odeiv2_step_rk4imp,
       {.name = "peer:gsl_rk4imp", .method = "gauss_2", .title = "GSL rk4imp"}},
  };

  PetscFunctionBeginUser;
  gsl_set_error_handler_off();
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    Peer peer = all[k].peer;
    Stepper s = {.system = {Field, FieldJacobian, PEER_SIZE, NULL}, .y = PEER_INITIAL};
    if (!BenchWants(b, peer.name))
      continue;
    /* the driver's tolerance is the Newton's; these steps take theirs from a driver only */
    s.driver = gsl_odeiv2_driver_alloc_y_new(&s.system, all[k].type, PEER_STEP, 1e-13, 0);
    PetscCheck(s.driver, PETSC_COMM_SELF, PETSC_ERR_MEM, "GSL has no memory");
    peer.substeps = 2;
    peer.advance = Advance;
    peer.state = State;
    peer.context = &s;
    PetscCall(PeerCompare(b, &peer));
    gsl_odeiv2_driver_free(s.driver);
  }
  PetscFunctionReturn(0);
}

#else

PetscErrorCode BenchPeersGSL(Bench *b) {
  PetscFunctionBeginUser;
  if (BenchWants(b, "peer:gsl"))
    fprintf(stderr, "gimbal: built without GSL; no figure peer:gsl\n");
  PetscFunctionReturn(0);
}

#endif
