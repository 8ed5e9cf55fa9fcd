/* The solver of a system of a step, in the precision at hand: two of one shape. */
#pragma once

#ifdef GIMBAL_QUAD

#include "solver/quad_newton.h"
typedef QuadNewton Newton;
typedef QuadFunctions NewtonFunctions;
#define NewtonCreateBanded QuadNewtonCreateBanded
#define NewtonDestroy QuadNewtonDestroy
#define NewtonSetToleranceFactor QuadNewtonSetToleranceFactor
#define NewtonSolve QuadNewtonSolve
#define NewtonForget QuadNewtonForget
#define NewtonCounts QuadNewtonCounts
#define NewtonWiden(newton, least) ((void)(newton), (void)(least)) /* no wider ones */

#else

#include "solver/step_solver.h"
typedef StepSolver Newton;
typedef StepFunctions NewtonFunctions;
#define NewtonCreateBanded StepSolverCreateBanded
#define NewtonDestroy StepSolverDestroy
#define NewtonSetToleranceFactor StepSolverSetToleranceFactor
#define NewtonSolve StepSolverSolve
#define NewtonForget StepSolverForget
#define NewtonCounts StepSolverCounts
#define NewtonWiden StepSolverWiden

#endif
