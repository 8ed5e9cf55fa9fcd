/* The formulations, one entry each; included wherever something is made of all of them. Each entry
 * is FORMULATION(constant, member, Name, data…): GIMBAL_constant and the member of
 * gimbal_realisation are its names in gimbal.h, FormulationName the core's table of functions, and
 * the data initialise a FormulationData (registry/formulation.h). To be defined before it is
 * included, and forgotten afterwards. */
FORMULATION(LAGRANGIAN, lagrangian, Lagrangian, .velocities = 1, .vector_space = 1,
            .chart = CHART_ALWAYS, .serves = SERVES(ODE), .has_lagrangian = 1, .lagrangian = 0,
            .scalar = AT(lagrangian, L), .force = AT(lagrangian, force),
            .mass = AT(lagrangian, D22L), .holonomic = CONSTRAINT(lagrangian, g, Dg),
            .nonholonomic = CONSTRAINT(lagrangian, Phi, D2Phi),
            .derivative = {DERIVATIVE(lagrangian, D1L, L, SCALAR, ALONG_Q),
                           DERIVATIVE(lagrangian, D2L, L, SCALAR, ALONG_V),
                           DERIVATIVE(lagrangian, D22L, D2L, M, ALONG_V),
                           DERIVATIVE(lagrangian, D2Phi, Phi, NONHOLONOMIC, ALONG_V),
                           DERIVATIVE(lagrangian, Dg, g, HOLONOMIC, ALONG_Q)})
FORMULATION(HAMILTONIAN, hamiltonian, Hamiltonian, .velocities = 1, .vector_space = 1,
            .chart = CHART_ALWAYS, .serves = SERVES(ODE), .in_momenta = 1,
            .scalar = AT(hamiltonian, H), .force = AT(hamiltonian, force),
            .nonholonomic = CONSTRAINT(hamiltonian, Psi, reaction),
            .derivative = {DERIVATIVE(hamiltonian, D1H, H, SCALAR, ALONG_Q),
                           DERIVATIVE(hamiltonian, D2H, H, SCALAR, ALONG_V)})
FORMULATION(FRAME, frame, Frame, .velocities = 1, .moving_frame = 1, .chart = CHART_IF_SQUARE,
            .serves = SERVES(ODE), .scalar = AT(frame, ell), .force = AT(frame, force),
            .frame = AT(frame, psi), .structure = AT(frame, structure),
            .nonholonomic = {.implied = 1},
            .derivative = {DERIVATIVE(frame, D1ell, ell, SCALAR, ALONG_Q),
                           DERIVATIVE(frame, D2ell, ell, SCALAR, ALONG_V),
                           DERIVATIVE(frame, D22ell, D2ell, M, ALONG_V)})
FORMULATION(GROUP, group, Group, .velocities = 1, .chart = CHART_NEVER, .serves = SERVES(ODE),
            .scalar = AT(group, ell), .force = AT(group, force),
            .holonomic = CONSTRAINT(group, g, Dg), .nonholonomic = CONSTRAINT(group, phi, D2phi),
            .derivative = {DERIVATIVE(group, D1ell, ell, SCALAR, ALONG_GROUP),
                           DERIVATIVE(group, D2ell, ell, SCALAR, ALONG_V),
                           DERIVATIVE(group, D22ell, D2ell, M, ALONG_V),
                           DERIVATIVE(group, D2phi, phi, NONHOLONOMIC, ALONG_V),
                           DERIVATIVE(group, Dg, g, HOLONOMIC, ALONG_GROUP)})
FORMULATION(ODE, ode, Ode, .chart = CHART_ALWAYS)
FORMULATION(LATTICE, lattice, Lattice, .velocities = 1, .vector_space = 1, .chart = CHART_ALWAYS,
            .serves = SERVES(LAGRANGIAN), .has_lagrangian = 1,
            .lagrangian = AT(lattice, lagrangian), .scalar = AT(lattice, lagrangian.L),
            .force = AT(lattice, lagrangian.force), .mass = AT(lattice, lagrangian.D22L),
            .diagonal_mass = 1, .sites = AT(lattice, sites), .components = AT(lattice, components),
            .holonomic = CONSTRAINT(lattice, lagrangian.g, lagrangian.Dg),
            .nonholonomic = CONSTRAINT(lattice, lagrangian.Phi, lagrangian.D2Phi),
            .derivative = {
                DERIVATIVE(lattice, lagrangian.D1L, lagrangian.L, SCALAR, ALONG_Q),
                DERIVATIVE(lattice, lagrangian.D2L, lagrangian.L, SCALAR, ALONG_V),
                DIAGONAL(lattice, lagrangian.D22L, lagrangian.D2L, M, ALONG_V),
                DERIVATIVE(lattice, lagrangian.D2Phi, lagrangian.Phi, NONHOLONOMIC, ALONG_V),
                DERIVATIVE(lattice, lagrangian.Dg, lagrangian.g, HOLONOMIC, ALONG_Q)})
#undef FORMULATION
