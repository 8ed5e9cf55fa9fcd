/* The formulations, one entry each; included wherever something is made of all of them. Each entry
 * is FORMULATION(constant, member, Name, data…): GIMBAL_constant and the member of
 * gimbal_realisation are its names in gimbal.h, FormulationName the core's table of functions, and
 * the data initialise a FormulationData (registry/formulation.h). To be defined before it is
 * included, and forgotten afterwards. */
FORMULATION(LAGRANGIAN, lagrangian, Lagrangian, .velocities = 1, .vector_space = 1,
            .chart = CHART_ALWAYS, .serves = SERVES(ODE))
FORMULATION(HAMILTONIAN, hamiltonian, Hamiltonian, .velocities = 1, .vector_space = 1,
            .chart = CHART_ALWAYS, .serves = SERVES(ODE), .in_momenta = 1)
FORMULATION(FRAME, frame, Frame, .velocities = 1, .moving_frame = 1, .chart = CHART_IF_SQUARE,
            .serves = SERVES(ODE), .implied = 1)
FORMULATION(GROUP, group, Group, .velocities = 1, .chart = CHART_NEVER, .serves = SERVES(ODE))
FORMULATION(ODE, ode, Ode, .chart = CHART_ALWAYS)
FORMULATION(LATTICE, lattice, Lattice, .velocities = 1, .vector_space = 1, .chart = CHART_ALWAYS,
            .serves = SERVES(LAGRANGIAN), .diagonal_mass = 1)
#undef FORMULATION
