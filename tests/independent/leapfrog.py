"""The geometric nonholonomic integrator without forces, on L = ½|v|², v_z = y v_x: v⁺ = v⁻ + hAᵀλ,
A(q)(v⁻ + v⁺)/2 = 0, q₁ = q + hv⁺. The kinetic energy of the velocities at half steps is exact, that of
their mean at a node is not."""
from small import end, holds

h, q = 0.1, [1.0, 0.5, 0.0]
v0 = [0.5, 1.0, 0.25]
lam0 = v0[1] * v0[0] / (1 + q[1]**2)  # of the continuous motion: λ = v_y v_x/|A|²
v = [v0[i] - h / 2 * lam0 * (-q[1], 0, 1)[i] for i in range(3)]
at_half, at_node = [], []
for _ in range(5000):
    a = (-q[1], 0, 1)
    lam = -2 * sum(x * y for x, y in zip(a, v)) / (h * sum(x * x for x in a))
    after = [v[i] + h * lam * a[i] for i in range(3)]
    at_node.append(sum(((x + y) / 2)**2 for x, y in zip(v, after)) / 2)
    v = after
    at_half.append(sum(x * x for x in v) / 2)
    q = [x + h * y for x, y in zip(q, v)]
half, node = max(at_half) - min(at_half), max(at_node) - min(at_node)
holds("half steps: the energy moves by %.2g in 5000 steps" % half, half < 1e-12)
holds("nodes: by %.2g" % node, node > 1e-6)
end()
