% Trial of an integrator on five models whose solutions are known to 20 digits; in Octave or MATLAB.
% Run:   octave-cli --eval trial >trial.csv
% Judge: gimbal judge --card card.yaml trial.csv
% Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
function trial()
  measure_defect = false; % true: the symplecticity defect of one step, by differences
  % Right-hand side, T, and the states at 0, T/3 and T.
  models = { ...
    'pendulum', @pendulum, 3, ...
     [1.0, 1.0], ...
     [1.5297907853434743299, 0.037195296955719380612], ...
     [-0.1732851170552567988, -1.3745700127771053625];
    'driven_pendulum', @driven_pendulum, 3, ...
     [1.0, 0.5], ...
     [1.1688742476298780195, -0.23434994784418781457], ...
     [-0.87234822433058503825, -1.1159097147452630389];
    'kepler', @kepler, 3, ...
     [0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257, ...
      1.1363265062049125209], ...
     [-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589, ...
      -0.078352325191695464642], ...
     [-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394, ...
      -0.72608707196516039025];
    'henon_heiles', @henon_heiles, 4, ...
     [0.1, -0.2, 0.4, 0.2], ...
     [0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682, ...
      0.12348799093046947755], ...
     [-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615, ...
      -0.17987906613095126729];
    'chain', @chain, 3, ...
     [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3, ...
      -0.2, 0.1, -0.4, 0.2], ...
     [0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394, ...
      0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974, ...
      0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615, ...
      0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016, ...
      0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598, ...
      -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845, ...
      -0.19863761917276262011, 0.0013607245545922337975], ...
     [0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356, ...
      0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335, ...
      -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725, ...
      -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011, ...
      -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414, ...
      -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597, ...
      -0.23074703270276625446, 0.27703410364773412753];
  };
  methods = library();
  sizes = [22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262, 304, ...
           352, 412, 478, 556, 646, 748, 868, 1006];
  fprintf('method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped\n');
  one = getenv('TRIAL'); % the one method to run; else all
  for m = find(cellfun(@(name) isempty(one) || strcmp(one, name), methods(:, 1))).'
    for p = 1:size(models, 1)
      for n = sizes(1:end * methods{m, 3})
        row(methods{m, 1}, methods{m, 2}, n, 0, measure_defect, models{p, :});
      end
      for i = 0:37 * methods{m, 4} - 1
        row(methods{m, 1}, methods{m, 2}, 0, 10^(-3 - i / 4), false, models{p, :});
      end
    end
  end
end

% ---- YOUR LIBRARY: the one place to fill in ----
% Each method: name, function, and whether it can be run with steps, and with tolerances. The function
% integrates y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. It returns the
% end state and, with dense output, the state at T/3, a third into a step (else []). An error is a failure.
function methods = library()
  methods = {'rk4', @rk4, true, false; 'ode45', @by_ode45, true, false};
end

function [y, third] = rk4(f, y, T, n, ~)
  h = T / n;
  third = [];
  for i = 0:n - 1
    k = f(i * h, y);
    l = f(i * h + h / 2, y + h / 2 * k);
    m = f(i * h + h / 2, y + h / 2 * l);
    y = y + h / 6 * (k + 2 * l + 2 * m + f(i * h + h, y + h * m));
  end
end

% With no bound on the error, all steps are as long as MaxStep.
function [y, third] = by_ode45(f, y, T, n, tolerance)
  if n > 0
    options = odeset('InitialStep', T / n, 'MaxStep', T / n, 'RelTol', 1, 'AbsTol', 1e99);
  else
    options = odeset('RelTol', tolerance, 'AbsTol', tolerance, 'MaxStep', T);
  end
  [~, states] = ode45(f, [0, T / 3, T], y, options);
  y = states(3, :).';
  third = states(2, :).';
end

% ---- Five models: positions, then velocities ----

function dy = pendulum(~, y)
  dy = [y(2); -sin(y(1))];
end

function dy = driven_pendulum(t, y)
  dy = [y(2); -sin(y(1)) + 0.3 * cos(1.7 * t)];
end

function dy = kepler(~, y)
  dy = [y(3:4); -y(1:2) / norm(y(1:2))^3];
end

function dy = henon_heiles(~, y)
  dy = [y(3:4); -y(1) - 2 * y(1) * y(2); -y(2) - y(1)^2 + y(2)^2];
end

% Ten masses between walls, with quartic and quadratic springs in turn.
function dy = chain(~, y)
  x = diff([0; y(1:10); 0]);
  force = 4 * x.^3;
  force(2:2:10) = 2 * x(2:2:10);
  dy = [y(11:20); diff(force)];
end

% ---- The table ----

function row(name, solve, n, tolerance, measure_defect, model, f, T, start, third_exact, final)
  count(0);
  stopped = '';
  clock = tic;
  try
    [y, third] = solve(@(t, z) counted(f, t, z), start.', T, n, tolerance);
  catch problem
    fprintf(2, 'trial: %s on %s: %s\n', name, model, problem.message);
    y = NaN(size(start.'));
    third = [];
    stopped = regexprep(problem.message, '[\s",]+', ' ');
  end
  seconds = toc(clock);
  fprintf('%s,%s,', name, model);
  if n > 0
    fprintf('%d,,', n);
    roundings = n;
  else
    fprintf(',%.17g,', tolerance);
    roundings = 1000;
  end
  print_errors(y, final);
  print_errors(third, third_exact);
  fprintf('%.3g,%d,%.3g,', eps(class(y)) * max(abs(final)) * (32 + roundings), count(), seconds);
  if n > 0 && measure_defect
    fprintf('%.3g', defect(solve, f, T, start.', n));
  end
  fprintf(',%s\n', stopped);
end

function dy = counted(f, t, y)
  count(1);
  dy = f(t, y);
end

% Counts evaluations: 0 begins anew, without an argument it returns their number.
function number = count(more)
  persistent sum
  if nargin && ~more
    sum = 0;
  elseif nargin
    sum = sum + more;
  end
  number = sum;
end

% Four sums of errors, with their signs: of the components 1, 5, 9 ..., 2, 6, 10 ... and so on.
function print_errors(y, exact)
  for k = 1:4
    if k <= numel(y)
      fprintf('%.15g', sum(y(k:4:end) - exact(k:4:end).'));
    end
    fprintf(',');
  end
end

% The largest entry of J'WJ - W, W = [0 1; -1 0], for the derivative J of one step of size T/n.
function largest = defect(solve, f, T, start, n)
  dim = numel(start);
  W = kron([0, 1; -1, 0], eye(dim / 2));
  J = zeros(dim);
  delta = eps^0.2;
  unit = eye(dim);
  for c = 1:dim
    for k = [-2, -1, 1, 2; 1, -8, 8, -1]
      J(:, c) = J(:, c) + k(2) / (12 * delta) * solve(f, start + k(1) * delta * unit(:, c), T / n, 1, 0);
    end
  end
  largest = max(max(abs(J.' * W * J - W)));
end
