// Trial of an integrator on five models whose solutions are known to 20 digits.
// Run:   rustc -O trial.rs && ./trial >trial.csv
// Judge: gimbal judge --card card.yaml trial.csv
// Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
use std::time::Instant;

const DEFECT: bool = false; // true: the symplecticity defect of one step, by differences

type State = Vec<f64>;

// ---- Five models: positions, then velocities ----

fn pendulum(_t: f64, y: &[f64]) -> State {
    vec![y[1], -y[0].sin()]
}

fn driven_pendulum(t: f64, y: &[f64]) -> State {
    vec![y[1], -y[0].sin() + 0.3 * (1.7 * t).cos()]
}

fn kepler(_t: f64, y: &[f64]) -> State {
    let r2 = y[0] * y[0] + y[1] * y[1];
    let r3 = r2 * r2.sqrt();
    vec![y[2], y[3], -y[0] / r3, -y[1] / r3]
}

fn henon_heiles(_t: f64, y: &[f64]) -> State {
    vec![y[2], y[3], -y[0] - 2.0 * y[0] * y[1], -y[1] - y[0] * y[0] + y[1] * y[1]]
}

// Ten masses between walls, with quartic and quadratic springs in turn.
fn chain(_t: f64, y: &[f64]) -> State {
    let mut dy = y[10..].to_vec();
    let mut before = 0.0;
    for i in 0..11 {
        let x = if i < 10 { y[i] } else { 0.0 } - if i > 0 { y[i - 1] } else { 0.0 };
        let force = if i % 2 == 1 { 2.0 * x } else { 4.0 * x * x * x };
        if i > 0 {
            dy.push(force - before);
        }
        before = force;
    }
    dy
}

// Right-hand side, T, and the states at 0, T/3 and T.
struct Model {
    name: &'static str,
    f: fn(f64, &[f64]) -> State,
    t: f64,
    states: [&'static [f64]; 3],
}
static MODELS: [Model; 5] = [
    Model { name: "pendulum", f: pendulum, t: 3.0, states: [
        &[1.0, 1.0],
        &[1.5297907853434743299, 0.037195296955719380612],
        &[-0.1732851170552567988, -1.3745700127771053625]] },
    Model { name: "driven_pendulum", f: driven_pendulum, t: 3.0, states: [
        &[1.0, 0.5],
        &[1.1688742476298780195, -0.23434994784418781457],
        &[-0.87234822433058503825, -1.1159097147452630389]] },
    Model { name: "kepler", f: kepler, t: 3.0, states: [
        &[0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
          1.1363265062049125209],
        &[-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
          -0.078352325191695464642],
        &[-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
          -0.72608707196516039025]] },
    Model { name: "henon_heiles", f: henon_heiles, t: 4.0, states: [
        &[0.1, -0.2, 0.4, 0.2],
        &[0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
          0.12348799093046947755],
        &[-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
          -0.17987906613095126729]] },
    Model { name: "chain", f: chain, t: 3.0, states: [
        &[0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1,
          0.3, -0.2, 0.1, -0.4, 0.2],
        &[0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
          0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
          0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
          0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
          0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
          -0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
          -0.19863761917276262011, 0.0013607245545922337975],
        &[0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
          0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
          -0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
          -0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
          -0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
          -0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
          -0.23074703270276625446, 0.27703410364773412753]] },
];

// ---- YOUR LIBRARY: the one place to fill in ----
// Integrate y' = f(t,y) from 0 to end: in n equal steps, or, where n is 0, with that tolerance. y holds the
// initial state and receives the end state. With dense output, return the state at end/3, a third into a
// step; else an empty one. An Err is a failure.
type Field<'a> = dyn FnMut(f64, &[f64]) -> State + 'a;
type Outcome = Result<State, String>;

fn rk4(f: &mut Field, end: f64, n: usize, _tolerance: f64, y: &mut State) -> Outcome {
    let h = end / n as f64;
    let stages = [(0.0, h / 6.0), (h / 2.0, h / 3.0), (h / 2.0, h / 3.0), (h, h / 6.0)];
    for i in 0..n {
        let (mut k, mut sum) = (y.clone(), y.clone());
        for (c, w) in stages {
            let z: State = y.iter().zip(&k).map(|(u, v)| u + c * v).collect();
            k = f(i as f64 * h + c, &z);
            for (u, v) in sum.iter_mut().zip(&k) {
                *u += w * v;
            }
        }
        *y = sum;
    }
    Ok(State::new())
}

const STEPS: u8 = 1; // what a method can be run with; 3: both
const TOLERANCES: u8 = 2;
struct Method {
    name: &'static str,
    solve: fn(&mut Field, f64, usize, f64, &mut State) -> Outcome,
    runs: u8,
}
static METHODS: [Method; 1] = [Method { name: "rk4", solve: rk4, runs: STEPS }];

// ---- The table ----

// The largest entry of J'ΩJ - Ω for the derivative J of one step of size T/n.
fn defect(m: &Method, p: &Model, n: usize) -> f64 {
    let (dim, half, delta) = (p.states[0].len(), p.states[0].len() / 2, f64::EPSILON.powf(0.2));
    let mut columns = vec![vec![0.0; dim]; dim];
    for (c, column) in columns.iter_mut().enumerate() {
        for (at, weight) in [(-2.0, 1.0), (-1.0, -8.0), (1.0, 8.0), (2.0, -1.0)] {
            let mut y = p.states[0].to_vec();
            y[c] += at * delta;
            let _ = (m.solve)(&mut |t, z| (p.f)(t, z), p.t / n as f64, 1, 0.0, &mut y);
            for i in 0..dim {
                column[i] += weight * y[i] / (12.0 * delta);
            }
        }
    }
    let mut largest = 0.0f64;
    for (i, a) in columns.iter().enumerate() {
        for (j, b) in columns.iter().enumerate() {
            let omega = (i == j + half) as i32 - (j == i + half) as i32;
            let sum: f64 = (0..half).map(|k| a[k] * b[half + k] - a[half + k] * b[k]).sum();
            largest = largest.max((sum + omega as f64).abs());
        }
    }
    largest
}

// Four sums, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on.
fn errors(y: &[f64], exact: &[f64]) -> String {
    (0..4)
        .map(|k| {
            let sum: f64 = (k..y.len()).step_by(4).map(|i| y[i] - exact[i]).sum();
            if k < y.len() { format!("{:.14e},", sum) } else { ",".to_string() }
        })
        .collect()
}

fn row(m: &Method, p: &Model, n: usize, tolerance: f64) {
    let mut y = p.states[0].to_vec();
    let mut count = 0;
    let begin = Instant::now();
    let result = (m.solve)(
        &mut |t, z| {
            count += 1;
            (p.f)(t, z)
        },
        p.t, n, tolerance, &mut y,
    );
    let seconds = begin.elapsed().as_secs_f64();
    let size = p.states[2].iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let parameter = if n > 0 { format!("{},", n) } else { format!(",{:e}", tolerance) };
    let mut stopped = String::new();
    let found = match result {
        Ok(third) => errors(&y, p.states[2]) + &errors(&third, p.states[1]),
        Err(message) => {
            stopped = message.replace(&[',', '"', '\n'][..], " ");
            "nan,nan,nan,nan,,,,,".to_string()
        }
    };
    let floor = f64::EPSILON * size * (32 + if n > 0 { n } else { 1000 }) as f64;
    print!("{},{},{},{}{:.2e},{},{:.2e},", m.name, p.name, parameter, found, floor, count, seconds);
    print!("{},", if DEFECT && n > 0 { format!("{:.2e}", defect(m, p, n)) } else { String::new() });
    println!("{}", stopped);
}

fn main() {
    println!("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped");
    for m in &METHODS {
        for p in &MODELS {
            if m.runs & STEPS != 0 {
                for n in [22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196,
                          226, 262, 304, 352, 412, 478, 556, 646, 748, 868, 1006] {
                    row(m, p, n, 0.0);
                }
            }
            for i in (0..37).filter(|_| m.runs & TOLERANCES != 0) {
                row(m, p, 0, 10f64.powf(-3.0 - i as f64 / 4.0));
            }
        }
    }
}
