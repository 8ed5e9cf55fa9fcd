# Trial of an integrator on five models whose solutions are known to 20 digits.
# Run:   julia trial.jl >trial.csv
# Judge: gimbal judge --card card.yaml trial.csv
# Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
using Printf, LinearAlgebra

const DEFECT = false # true: the symplecticity defect of one step, by differences

# ---- Five models: positions, then velocities ----

pendulum(t, y) = [y[2], -sin(y[1])]

driven_pendulum(t, y) = [y[2], -sin(y[1]) + 0.3 * cos(1.7 * t)]

kepler(t, y) = [y[3:4]; -y[1:2] / hypot(y[1], y[2])^3]

henon_heiles(t, y) = [y[3], y[4], -y[1] - 2 * y[1] * y[2], -y[2] - y[1]^2 + y[2]^2]

# Ten masses between walls, with quartic and quadratic springs in turn.
function chain(t, y)
    x = diff([0; y[1:10]; 0])
    force = [isodd(i) ? 4 * x[i]^3 : 2 * x[i] for i in 1:11]
    return [y[11:20]; diff(force)]
end

# Right-hand side, T, and the states at 0, T/3 and T.
const MODELS = [
    ("pendulum", pendulum, 3.0,
     [1.0, 1.0],
     [1.5297907853434743299, 0.037195296955719380612],
     [-0.1732851170552567988, -1.3745700127771053625]),
    ("driven_pendulum", driven_pendulum, 3.0,
     [1.0, 0.5],
     [1.1688742476298780195, -0.23434994784418781457],
     [-0.87234822433058503825, -1.1159097147452630389]),
    ("kepler", kepler, 3.0,
     [0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
      1.1363265062049125209],
     [-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
      -0.078352325191695464642],
     [-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
      -0.72608707196516039025]),
    ("henon_heiles", henon_heiles, 4.0,
     [0.1, -0.2, 0.4, 0.2],
     [0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
      0.12348799093046947755],
     [-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
      -0.17987906613095126729]),
    ("chain", chain, 3.0,
     [0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1, 0.3,
      -0.2, 0.1, -0.4, 0.2],
     [0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
      0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
      0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
      0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
      0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
      -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
      -0.19863761917276262011, 0.0013607245545922337975],
     [0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
      0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
      -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
      -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
      -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
      -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
      -0.23074703270276625446, 0.27703410364773412753]),
]

# ---- YOUR LIBRARY: the one place to fill in ----
# Integrate y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. Return the end
# state and, with dense output, the state at T/3, a third into a step (else []). An exception is a failure.
function rk4(f, y, T, n, tolerance)
    h = T / n
    for i in 0:n-1
        k = f(i * h, y)
        l = f(i * h + h / 2, y + h / 2 * k)
        m = f(i * h + h / 2, y + h / 2 * l)
        y = y + h / 6 * (k + 2 * l + 2 * m + f(i * h + h, y + h * m))
    end
    return y, []
end

const STEPS, TOLERANCES = 1, 2 # what a method can be run with; 3: both
const METHODS = [("rk4", rk4, STEPS)]

# ---- The table ----

# The largest entry of J'WJ - W, W = [0 1; -1 0], for the derivative J of one step of size T/n.
function defect(solve, f, T, start, n)
    dim, half, delta = length(start), length(start) ÷ 2, eps()^0.2
    at(c, k) = solve(f, start + [k * delta * (i == c) for i in 1:dim], T / n, 1, 0.0)[1]
    J = hcat([(at(c, -2) - 8 * at(c, -1) + 8 * at(c, 1) - at(c, 2)) / (12 * delta) for c in 1:dim]...)
    W = [(b == a + half) - (b == a - half) for a in 1:dim, b in 1:dim]
    return maximum(abs, J' * W * J - W)
end

# Four sums, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on.
errors(y, exact) = join((k > length(y) ? "," : @sprintf("%.14e,", sum((y-exact)[k:4:end])) for k in 1:4))

function row(name, solve, model, n, tolerance)
    word, f, T, start, third_exact, final = model
    count = 0
    y, third = fill(NaN, length(start)), []
    begun, stopped = time(), ""
    try
        y, third = solve((t, z) -> (count += 1; f(t, z)), float(start), T, n, tolerance)
    catch problem
        println(stderr, "trial: $name on $word: $problem")
        stopped = replace(sprint(showerror, problem), r"[\s\",]+" => " ")
    end
    seconds = time() - begun
    roundings = 32 + (n > 0 ? n : 1000)
    print(name, ",", word, ",", n > 0 ? "$n,," : ",$tolerance,")
    print(errors(y, final), isempty(third) ? ",,,," : errors(third, third_exact))
    @printf("%.2e,%d,%.2e,", eps(eltype(y)) * maximum(abs, final) * roundings, count, seconds)
    println(n > 0 && DEFECT ? @sprintf("%.2e", defect(solve, f, T, float(start), n)) : "", ",", stopped)
end

println("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped")
for (name, solve, runs) in METHODS, model in MODELS
    if runs & STEPS != 0
        for n in [22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196, 226, 262,
                  304, 352, 412, 478, 556, 646, 748, 868, 1006]
            row(name, solve, model, n, 0.0)
        end
    end
    if runs & TOLERANCES != 0
        for i in 0:36
            row(name, solve, model, 0, 10.0^(-3 - i / 4))
        end
    end
end
