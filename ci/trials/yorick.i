/* Trial of Yorick's integrators (rkutta.i) on five models whose solutions are known to 20 digits.
 * Needs: yorick yorick
 * Run:   yorick -batch trial.i >trial.csv
 * Judge: gimbal judge --card card.yaml trial.csv
 * docs/trials.md of gimbal explains the columns and the card.
 */
require, "rkutta.i";

/* ---- Five models: positions, then velocities ---- */

func pendulum(y, t) { return [y(2), -sin(y(1))]; }

func driven_pendulum(y, t) { return [y(2), -sin(y(1)) + 0.3 * cos(1.7 * t)]; }

func kepler(y, t) { return grow(y(3:4), -y(1:2) / abs(y(1), y(2))^3); }

func henon_heiles(y, t) { return grow(y(3:4), -y(1) - 2 * y(1) * y(2), -y(2) - y(1)^2 + y(2)^2); }

/* Ten masses between walls, with quartic and quadratic springs in turn. */
func chain(y, t)
{
  x= grow(0., y(1:10), 0.)(dif);
  force= 4 * x^3;
  force(2:10:2)= 2 * x(2:10:2);
  return grow(y(11:20), force(dif));
}

/* T, and the states at 0, T/3 and T. */
func states_of(name, &T, &start, &third, &end)
{
  T= (name == "henon_heiles" ? 4. : 3.);
  if (name == "pendulum") {
    start= [1.0, 1.0];
    third= [1.5297907853434743299, 0.037195296955719380612];
    end= [-0.1732851170552567988, -1.3745700127771053625];
  } else if (name == "driven_pendulum") {
    start= [1.0, 0.5];
    third= [1.1688742476298780195, -0.23434994784418781457];
    end= [-0.87234822433058503825, -1.1159097147452630389];
  } else if (name == "kepler") {
    start= [0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
            1.1363265062049125209];
    third= [-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
            -0.078352325191695464642];
    end= [-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
          -0.72608707196516039025];
  } else if (name == "henon_heiles") {
    start= [0.1, -0.2, 0.4, 0.2];
    third= [0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
            0.12348799093046947755];
    end= [-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
          -0.17987906613095126729];
  } else {
    start= [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3,
            -0.2, 0.1, -0.4, 0.2];
    third= [0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
            0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
            0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
            0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
            0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
            -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
            -0.19863761917276262011, 0.0013607245545922337975];
    end= [0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
          0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
          -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
          -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
          -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
          -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
          -0.23074703270276625446, 0.27703410364773412753];
  }
}

/* ---- The library: from 0 to T in n equal steps or, where n is 0, with that tolerance ---- */
/* `third` becomes the state at T/3 where the method gives it. */

func m_rkdumb(y, T, n, tolerance, &third) { return rkdumb(counted, y, 0., T, n, nosave=1); }

func m_rk4(y, T, n, tolerance, &third)
{
  h= T / n;
  for (i=0 ; i<n ; ++i) y= rk4(y, counted(y, i * h), i * h, h, counted);
  return y;
}

/* All steps are as long as rk_maxstep if nothing bounds the error. */
func m_rkutta(y, T, n, tolerance, &third)
{
  rk_maxstep= (n ? T / n : 1.e35);
  return rkutta(counted, y, 0., T, (n ? 1.e99 : tolerance), (n ? T / n : T / 100));
}

func m_rk_integrate(y, T, n, tolerance, &third)
{
  rk_maxstep= (n ? T / n : 1.e35);
  y= rk_integrate(counted, y, [0., T / 3, T], (n ? 1.e99 : tolerance), (n ? T / n : T / 100));
  third= y(,2);
  return y(,0);
}

func m_bstoer(y, T, n, tolerance, &third) { return bstoer(counted, y, 0., T, tolerance, T / 100); }

func m_bs_integrate(y, T, n, tolerance, &third)
{
  y= bs_integrate(counted, y, [0., T / 3, T], tolerance, T / 100);
  third= y(,2);
  return y(,0);
}

/* z(s) = y(-s) from 0 to -T has the end state y(T). */
func reversed(y, t) { return -counted(y, -t); }

func m_rkdumb_backward(y, T, n, tolerance, &third) { return rkdumb(reversed, y, 0., -T, n, nosave=1); }

func m_rkutta_backward(y, T, n, tolerance, &third)
{
  rk_maxstep= T / n;
  return rkutta(reversed, y, 0., -T, 1.e99, T / n);
}

/* All states are stored, and the last is taken. */
func m_rkdumb_saved(y, T, n, tolerance, &third)
{
  y= rkdumb(counted, y, 0., T, n);
  if (!(n % 3)) third= y(,n / 3 + 1);
  return y(,0);
}

func m_rkutta_restart(y, T, n, tolerance, &third)
{
  rk_maxstep= T / n;
  y= rkutta(counted, y, 0., T / 2, 1.e99, T / n);
  return rkutta(counted, y, T / 2, T, 1.e99, T / n);
}

/* Names, functions, and whether they can be run with steps, and with tolerances. */
names= ["rkdumb", "rk4", "rkutta", "rk_integrate", "bstoer", "bs_integrate", "rkdumb_backward", "rkutta_backward",
        "rkdumb_saved", "rkutta_restart"];
by_steps= [1, 1, 1, 1, 0, 0, 1, 1, 1, 1];
by_tolerance= [0, 0, 1, 1, 1, 1, 0, 0, 0, 0];

/* ---- The table ---- */

func counted(y, t)
{
  extern evaluations;
  ++evaluations;
  return rhs(y, t);
}

/* Four sums of errors, with their signs: of the components 1, 5, 9 ..., 2, 6, 10 ... and so on. */
func errors(y, exact)
{
  text= "";
  for (k=1 ; k<=4 ; ++k) {
    if (k <= numberof(y)) text+= swrite(format="%.14e", sum(y(k:0:4) - exact(k:0:4)));
    text+= ",";
  }
  return text;
}

func row(method, model, n, tolerance)
{
  local T, start, third_exact, end, third;
  extern evaluations;
  evaluations= 0;
  rhs= symbol_def(model);
  solve= symbol_def("m_" + method);
  states_of, model, T, start, third_exact, end;
  seconds= now= array(0., 3);
  timer, seconds;
  third= [];
  y= solve(start, T, n, tolerance, third);
  timer, now;
  floor= 2.220446049250313e-16 * max(abs(end)) * (32 + (n ? n : 1000));
  write, format="%s,%s,%s,%s,%s%s%.3g,%ld,%.3g,,\n", method, model, (n ? swrite(format="%ld", n) : ""),
    (n ? "" : swrite(format="%.17g", tolerance)), errors(y, end), errors(third, third_exact), floor,
    evaluations, (now - seconds)(3);
}

write, format="%s\n", "method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped";
one= get_env("TRIAL"); /* the one method to run; else all */
sizes= [22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262, 304, 352, 412, 478, 556,
        646, 748, 868, 1006];
models= ["pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain"];
for (m=1 ; m<=numberof(names) ; ++m) {
  if (one && one != names(m)) continue;
  for (p=1 ; p<=5 ; ++p) {
    for (i=1 ; by_steps(m) && i<=numberof(sizes) ; ++i) row, names(m), models(p), sizes(i), 0;
    for (i=0 ; by_tolerance(m) && i<37 ; ++i) row, names(m), models(p), 0, 10.^(-3 - i / 4.);
  }
}
quit;
