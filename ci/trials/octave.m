% ---- GNU Octave ----
% Needs: octave-cli octave
% With no bound on the error, all steps are as long as MaxStep.
function methods = library()
  methods = {'ode23', by('ode23'), true, false; 'ode45', by('ode45'), true, true;
             'ode23s', end_only('ode23s'), true, false; 'ode23s_times', by('ode23s'), true, false;
             'ode45_backward', backward('ode45'), true, false; 'ode45_restart', restart('ode45'), true, false;
             'ode23_event', event('ode23'), true, false; 'ode45_event', event('ode45'), true, false};
end

function solve = by(name)
  solve = @(f, y, T, n, tolerance) states_at(name, f, y, [0, T / 3, T], n, tolerance, {});
end

function solve = end_only(name)
  solve = @(f, y, T, n, tolerance) states_at(name, f, y, [0, T], n, tolerance, {});
end

function [y, third, te, ye] = states_at(name, f, y, times, n, tolerance, more)
  T = times(end);
  if n > 0
    options = odeset('InitialStep', abs(T / n), 'MaxStep', abs(T / n), 'RelTol', 1, 'AbsTol', 1e99, more{:});
  else
    options = odeset('RelTol', tolerance, 'AbsTol', tolerance, 'MaxStep', abs(T), more{:});
  end
  third = te = ye = [];
  if isempty(more)
    [~, states] = feval(name, f, times, y, options);
  else
    [~, states, te, ye] = feval(name, f, times, y, options);
  end
  y = states(end, :).';
  if numel(times) == 3
    third = states(2, :).';
  end
end

% z(s) = y(-s) from 0 to -T has the end state y(T).
function solve = backward(name)
  solve = @(f, y, T, n, ~) states_at(name, @(s, z) -f(-s, z), y, [0, -T], n, 0, {});
end

function solve = restart(name)
  solve = @(f, y, T, n, ~) states_at(name, @(t, z) f(t + T / 2, z), ...
    states_at(name, f, y, [0, T / 2], n / 2, 0, {}), [0, T / 2], n / 2, 0, {});
end

% The event y_1 - c + 3 (t - T/3) = 0, which is at T/3 alone: its state is compared with that at T/3.
function solve = event(name)
  solve = @(varargin) by_event(name, varargin{:});
end

function [y, third] = by_event(name, f, y, T, n, ~)
  first = [1, 1.5297907853434743299; 1, 1.1688742476298780195; 0.57758256189037271612, -0.38421055869838104259;
           0.1, 0.43607561048392456041; 0.3, 0.044676147839713864432];
  k = find(first(:, 1) == y(1) & (y(2) ~= 0.5 | (1:5).' > 1), 1);
  g = @(t, z) deal(z(1) - first(k, 2) + 3 * (t - T / 3), 0, 0);
  [y, ~, te, ye] = states_at(name, f, y, [0, T], n, 0, {'Events', g});
  if numel(te) ~= 1
    error('%d events', numel(te));
  end
  third = ye(1, :).';
end
