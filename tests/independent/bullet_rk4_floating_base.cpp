/* Link: $(pkg-config --cflags --libs bullet-float64) */
#include <btBulletDynamicsCommon.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <cstdio>
int main() { // a free body with moments 2, 3, 4: what its angular momentum along x, 2 at first, differs at t = 1
  for (int n : {10, 20, 40}) {
    btDefaultCollisionConfiguration configuration; btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase; btMultiBodyConstraintSolver solver;
    btMultiBodyDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    btMultiBody body(0, 1, btVector3(2, 3, 4), false, false);
    body.finalizeMultiDof(); body.setAngularDamping(0); body.useRK4Integration(true);
    body.setBaseOmega(btVector3(1, 0.8, -0.6));
    world.setGravity(btVector3(0, 0, 0)); world.addMultiBody(&body);
    for (int i = 0; i < n; i++) world.stepSimulation(1. / n, 0);
    const btMatrix3x3 R(body.getWorldToBaseRot().inverse());
    std::printf("%d steps: %.3e\n", n, (R * (btVector3(2, 3, 4) * (R.transpose() * body.getBaseOmega()))).x() - 2);
    world.removeMultiBody(&body); }
}
/* Prints with Bullet 3.24:
10 steps: 5.897e-02
20 steps: 2.939e-02
40 steps: 1.468e-02
*/
