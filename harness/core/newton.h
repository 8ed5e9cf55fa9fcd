/* The solver of a system of a step, in the precision at hand: two of one shape. */
#pragma once

#ifdef GIMBAL_QUAD

#include "solver/quad_newton.h"
typedef QuadNewton Newton;
typedef QuadFunctions NewtonFunctions;
#define NEWTON(name) QuadNewton##name
#define NewtonWiden(newton, least) ((void)(newton), (void)(least)) /* no wider ones */

#else

#include "solver/step_solver.h"
typedef StepSolver Newton;
typedef StepFunctions NewtonFunctions;
#define NEWTON(name) StepSolver##name
#define NewtonWiden StepSolverWiden

#endif

#define NewtonCreateBanded NEWTON(CreateBanded)
#define NewtonDestroy NEWTON(Destroy)
#define NewtonSetToleranceFactor NEWTON(SetToleranceFactor)
#define NewtonSolve NEWTON(Solve)
#define NewtonForget NEWTON(Forget)
#define NewtonCounts NEWTON(Counts)
