/* What the parts of the trajectory study share: runs whose quantities are the coordinates of pictures,
 * and the exact motion beside them. */
#ifndef GIMBAL_HARNESS_STUDIES_TRAJECTORY_TRAJECTORY_H
#define GIMBAL_HARNESS_STUDIES_TRAJECTORY_TRAJECTORY_H

#include "record/measured.h"

struct Setting;

/* Points of a curve, or of a section, and steps of a run, at most: of long curves every so many steps
 * are drawn. */
enum { TRAJECTORY_POINTS = 2000, TRAJECTORY_STEPS = 200000 };

extern PetscErrorCode TrajectoryMeasure(const struct Setting *, Measured *);

#endif
