% y' = -y, y(0) = 1, to t = 1 with 49 steps, with a third time of output and without.
options = odeset('InitialStep', 1 / 49, 'MaxStep', 1 / 49, 'RelTol', 1, 'AbsTol', 1e99);
for times = {[0, 1 / 3, 1], [0, 1]}
  [t, y] = ode23s(@(t, y) -y, times{1}, 1, options);
  printf('%d times: error %.2g at t = 1', numel(times{1}), y(end) - exp(-1));
  if numel(times{1}) == 2
    printf('; the last step is %.2g', t(end) - t(end - 1));
  end
  printf("\n");
end
# Prints with Octave 7.3.0:
# 3 times: error 0.13 at t = 1
# 2 times: error -6.2e-06 at t = 1; the last step is 1.1e-16
