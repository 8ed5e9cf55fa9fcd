// Trial of Scilab's integrators on five models whose solutions are known to 20 digits.
// Needs: scilab-cli scilab-cli dpkg-dev
// Run:   scilab-cli -nb -quit -f trial.sce
// Judge: gimbal judge --card card.yaml trial.csv
// docs/trials.md of gimbal explains the columns and the card.

// ---- Five models: positions, then velocities ----

function dy = pendulum(t, y)
  dy = [y(2); -sin(y(1))]
endfunction

function dy = driven_pendulum(t, y)
  dy = [y(2); -sin(y(1)) + 0.3 * cos(1.7 * t)]
endfunction

function dy = kepler(t, y)
  dy = [y(3:4); -y(1:2) / norm(y(1:2))^3]
endfunction

function dy = henon_heiles(t, y)
  dy = [y(3:4); -y(1) - 2 * y(1) * y(2); -y(2) - y(1)^2 + y(2)^2]
endfunction

// Ten masses between walls, with quartic and quadratic springs in turn.
function dy = chain(t, y)
  x = diff([0; y(1:10); 0])
  force = 4 * x.^3
  force(2:2:10) = 2 * x(2:2:10)
  dy = [y(11:20); diff(force)]
endfunction

// T, and the states at 0, T/3 and T.
function [T, start, third, final] = states_of(name)
  select name
  case "pendulum"
    T = 3.0
    start = [1.0, 1.0].'
    third = [1.5297907853434743299, 0.037195296955719380612].'
    final = [-0.1732851170552567988, -1.3745700127771053625].'
  case "driven_pendulum"
    T = 3.0
    start = [1.0, 0.5].'
    third = [1.1688742476298780195, -0.23434994784418781457].'
    final = [-0.87234822433058503825, -1.1159097147452630389].'
  case "kepler"
    T = 3.0
    start = [0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257, 1.1363265062049125209].'
    third = [-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589, -0.078352325191695464642].'
    final = [-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394, -0.72608707196516039025].'
  case "henon_heiles"
    T = 4.0
    start = [0.1, -0.2, 0.4, 0.2].'
    third = [0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682, 0.12348799093046947755].'
    final = [-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615, -0.17987906613095126729].'
  case "chain"
    T = 3.0
    start = [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3, -0.2, 0.1, ..
      -0.4, 0.2].'
    third = [0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394, 0.2240673869173467352, ..
      0.1924449539130172312, -0.018470833468349727974, 0.016087151387526290077, -0.14009575718337258295, ..
      -0.26251093965647217615, 0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016, ..
      0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598, -0.3854040813570628537, ..
      0.50392123200991915122, -0.29504305709415078845, -0.19863761917276262011, 0.0013607245545922337975].'
    final = [0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356, 0.24335792144443000079, ..
      -0.090932721658188243516, 0.39055452525504142335, -0.081288479192424698529, 0.29263958158878094011, ..
      -0.093076756146042975725, -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011, ..
      -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414, -0.078756240327019355211, ..
      0.10446622076985101063, 0.13907716738939408597, -0.23074703270276625446, 0.27703410364773412753].'
  end
endfunction

// ---- The library: from 0 to T in n equal steps or, where n is 0, with that tolerance ----
// `third` becomes the state at T/3 where the method gives it.

// A tolerance that nothing exceeds, and a table of all steps, leave one step between two times.
function [y, third] = adaptive(kind, y, T, n, tolerance)
  third = []
  if n > 0 then
    all = ode(kind, y, 0, (1:n) * T / n, 1e9, 1e9, counted)
    y = all(:, $)
  else
    all = ode(kind, y, 0, [T / 3, T], tolerance, tolerance, counted)
    third = all(:, 1)
    y = all(:, 2)
  end
endfunction

function [y, third] = m_rk(y, T, n, tolerance)
  [y, third] = adaptive("rk", y, T, n, tolerance)
endfunction

// These two refuse frequent output: one call for each step.
function [y, third] = one_by_one(kind, y, T, n, tolerance)
  if n == 0 then
    [y, third] = adaptive(kind, y, T, n, tolerance)
  else
    third = []
    for i = 1:n
      y = ode(kind, y, (i - 1) * T / n, i * T / n, 1e9, 1e9, counted)
    end
  end
endfunction

function [y, third] = m_rkf(y, T, n, tolerance)
  [y, third] = one_by_one("rkf", y, T, n, tolerance)
endfunction

function [y, third] = m_fix(y, T, n, tolerance)
  [y, third] = one_by_one("fix", y, T, n, tolerance)
endfunction

function [y, third] = m_adams(y, T, n, tolerance)
  [y, third] = adaptive("adams", y, T, n, tolerance)
endfunction

function [y, third] = m_stiff(y, T, n, tolerance)
  [y, third] = adaptive("stiff", y, T, n, tolerance)
endfunction

function [y, third] = m_lsoda(y, T, n, tolerance)
  all = ode(y, 0, [T / 3, T], tolerance, tolerance, counted)
  third = all(:, 1)
  y = all(:, 2)
endfunction

// z(s) = y(-s) from 0 to -T has the end state y(T).
function dy = reversed(t, y)
  dy = -counted(-t, y)
endfunction

function [y, third] = m_rk_backward(y, T, n, tolerance)
  third = []
  all = ode("rk", y, 0, -(1:n) * T / n, 1e9, 1e9, reversed)
  y = all(:, $)
endfunction

// Names, functions, and whether they can be run with steps, and with tolerances.
names = ["rk", "rkf", "fix", "rk_backward", "adams", "stiff", "lsoda"]
by_steps = [1, 1, 1, 1, 0, 0, 0]
by_tolerance = [1, 1, 1, 0, 1, 1, 1]

// ---- The table ----

function dy = counted(t, y)
  global evaluations
  evaluations = evaluations + 1
  dy = field(t, y)
endfunction

// Four sums of errors, with their signs: of the components 1, 5, 9 ..., 2, 6, 10 ... and so on.
function text = errors(y, exact)
  text = ""
  for k = 1:4
    if k <= length(y) then
      text = text + msprintf("%.14e", sum(y(k:4:$) - exact(k:4:$)))
    end
    text = text + ","
  end
endfunction

function row(method, model, n, tolerance)
  global evaluations
  evaluations = 0
  stopped = ""
  third = []
  execstr("field = " + model)
  [T, start, third_exact, final] = states_of(model)
  tic()
  try
    execstr("[y, third] = m_" + method + "(start, T, n, tolerance)")
  catch
    y = %nan * start
    stopped = strsubst(strsubst(lasterror(), ",", " "), ascii(34), " ")
    stopped = strcat(tokens(stopped, [" ", ascii(10), ascii(9)]), " ")
  end
  if n > 0 then
    sizes = msprintf("%d,", n)
    roundings = n
  else
    sizes = msprintf(",%.17g", tolerance)
    roundings = 1000
  end
  mfprintf(file, "%s,%s,%s,%s%s%.3g,%d,%.3g,,%s\n", method, model, sizes, errors(y, final), errors(third, third_exact), ..
    %eps * max(abs(final)) * (32 + roundings), evaluations, toc(), stopped)
endfunction

function table()
  file = mopen("trial.csv", "wt") // since solvers write to the standard output
  mfprintf(file, "method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped\n")
  one = getenv("TRIAL", "") // the one method to run; else all
  all = [22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262, 304, 352, 412, 478, 556, ..
    646, 748, 868, 1006]
  for m = 1:size(names, "*")
    if one == "" | one == names(m) then
      for model = ["pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain"]
        for n = all(1:$ * by_steps(m))
          row(names(m), model, n, 0)
        end
        for i = 0:36 * by_tolerance(m) - (1 - by_tolerance(m))
          row(names(m), model, 0, 10^(-3 - i / 4))
        end
      end
    end
  end
  mclose(file)
endfunction

table()
