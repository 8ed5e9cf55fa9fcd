// Models of rigid bodies for the trials of engines, in addition to the five. Gravity is 2; forces have no part in them.
// A name with _kept has what the exact motion keeps: its errors are those of conservation.
static void no_force(const State &, State &, real) {}
static const std::vector<std::string>
    flat = {"pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain", "projectile"},
    bodies = {"pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain", "projectile", "ball", "free_body", "free_body_kept"},
    joints = {"pendulum", "driven_pendulum", "joint_kept"};
static const real gravity = 2;

// A ball of radius 1/4 falls from rest, one above the ground, and leaves it at t = 1 as fast as it came.
static const Model projectile = {"projectile", no_force, 4, 2, {0, 0, 3, 4}, {}, {6, 4, 3, 0}},
                   ball = {"ball", no_force, 2, 1.5, {1, 0}, {}, {0.75, 1}};

// Principal moments 2, 3, 4: the rotation matrix row by row, then the angular velocity in space. Its end is from
// Taylor series with 30 digits. Kept: angular momentum and energy.
static const real inertia[] = {2, 3, 4}, spin[] = {1, 0.8, -0.6};
static const Model free_body = {"free_body", no_force, 12, 3,
                                {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0.8L, -0.6L}, {},
                                {-0.49109110343112425651L, -0.63834694838544196727L, -0.59274168203172172939L,
                                 0.62511782362148313879L, -0.73213923718234422908L, 0.27055469681525656074L,
                                 -0.60667720801225186179L, -0.2376663856439294413L, 0.75858912094322173647L,
                                 0.38867460541630704602L, 1.058813053279855141L, -0.85062477553988898733L}},
                   free_body_kept = {"free_body_kept", no_force, 4, 3, {2, 2.4L, -2.4L, 2.68L}, {}, {2, 2.4L, -2.4L, 2.68L}};

// The pendulum as a body of mass 1 on a joint, at a distance of 1 from its centre, with the moment 1 there: gravity 2
// gives q'' = -sin q. Kept: no gap in the joint (two components), and energy.
static const Model joint_kept = {"joint_kept", no_force, 3, 3, {0, 0, -0.0403023058681397174L}, {},
                                 {0, 0, -0.0403023058681397174L}};
static const real joint_q = 1, joint_v = 1;

// What a body at x, turned by the angle q with velocities v and w, has of a joint at the origin.
static State joint_state(real x, real y, real q, real vx, real vy, real w) {
  if (now->name != joint_kept.name)
    return {q, w};
  return {x - std::sin(q), y + std::cos(q), (vx * vx + vy * vy + w * w) / 4 + y};
}

// What a body turned by R, with the angular velocity w in space, has.
static State body_state(const real R[9], const real w[3]) {
  State y(R, R + 9), kept(4);
  y.insert(y.end(), w, w + 3);
  for (int k = 0; k < 3; k++) {
    const real along = R[k] * w[0] + R[3 + k] * w[1] + R[6 + k] * w[2];
    for (int i = 0; i < 3; i++)
      kept[i] += R[3 * i + k] * inertia[k] * along;
    kept[3] += inertia[k] * along * along / 2;
  }
  return now->name == free_body.name ? y : kept;
}
static bool is(const Model &model) { return now->name == std::string(model.name); }
