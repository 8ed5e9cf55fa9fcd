// Trial of an integrator on five models whose solutions are known to 20 digits.
// Run:   go run trial.go >trial.csv
// Judge: gimbal judge --card card.yaml trial.csv
// Fill in YOUR LIBRARY below. docs/trials.md of gimbal explains the columns and the card.
package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

const defects = false // true: the symplecticity defect of one step, by differences
var epsilon = math.Nextafter(1, 2) - 1

type field func(t float64, y, dy []float64)

// ---- Five models: positions, then velocities ----

func pendulum(t float64, y, dy []float64) { dy[0], dy[1] = y[1], -math.Sin(y[0]) }

func drivenPendulum(t float64, y, dy []float64) {
	dy[0], dy[1] = y[1], -math.Sin(y[0])+0.3*math.Cos(1.7*t)
}

func kepler(t float64, y, dy []float64) {
	r2 := y[0]*y[0] + y[1]*y[1]
	r3 := r2 * math.Sqrt(r2)
	dy[0], dy[1], dy[2], dy[3] = y[2], y[3], -y[0]/r3, -y[1]/r3
}

func henonHeiles(t float64, y, dy []float64) {
	dy[0], dy[1] = y[2], y[3]
	dy[2], dy[3] = -y[0]-2*y[0]*y[1], -y[1]-y[0]*y[0]+y[1]*y[1]
}

// Ten masses between walls, with quartic and quadratic springs in turn.
func chain(t float64, y, dy []float64) {
	before, q := 0.0, [12]float64{}
	copy(q[1:11], y)
	copy(dy, y[10:])
	for i := 0; i <= 10; i++ {
		x := q[i+1] - q[i]
		force := 4 * x * x * x
		if i%2 == 1 {
			force = 2 * x
		}
		if i > 0 {
			dy[9+i] = force - before
		}
		before = force
	}
}

// Right-hand side, T, and the states at 0, T/3 and T.
type model struct {
	name              string
	f                 field
	T                 float64
	start, third, end []float64
}

var models = []model{
	{"pendulum", pendulum, 3,
		[]float64{1.0, 1.0},
		[]float64{1.5297907853434743299, 0.037195296955719380612},
		[]float64{-0.1732851170552567988, -1.3745700127771053625}},
	{"driven_pendulum", drivenPendulum, 3,
		[]float64{1.0, 0.5},
		[]float64{1.1688742476298780195, -0.23434994784418781457},
		[]float64{-0.87234822433058503825, -1.1159097147452630389}},
	{"kepler", kepler, 3,
		[]float64{0.57758256189037271612, 0.45734281543498245774, -0.65075216396722006257,
			1.1363265062049125209},
		[]float64{-0.38421055869838104259, 0.95055079266779475662, -0.97189484023984782589,
			-0.078352325191695464642},
		[]float64{-1.2863797993311190421, -0.15690746075017022839, 0.12692487272604868394,
			-0.72608707196516039025}},
	{"henon_heiles", henonHeiles, 4,
		[]float64{0.1, -0.2, 0.4, 0.2},
		[]float64{0.43607561048392456041, 0.097292262119914507877, -0.008229331627794275682,
			0.12348799093046947755},
		[]float64{-0.47227960870837257033, -0.15207473288300231746, -0.19569716459294275615,
			-0.17987906613095126729}},
	{"chain", chain, 3,
		[]float64{0.3, -0.2, 0.1, 0.25, -0.15, 0.2, -0.3, 0.05, 0.15, -0.1, 0.1, 0.2, -0.3, 0.4, -0.1,
			0.3, -0.2, 0.1, -0.4, 0.2},
		[]float64{0.044676147839713864432, 0.32820161365309405809, 0.063761064942218325394,
			0.2240673869173467352, 0.1924449539130172312, -0.018470833468349727974,
			0.016087151387526290077, -0.14009575718337258295, -0.26251093965647217615,
			0.11347034928937778518, -0.30463128341955448029, 0.55396853962227156016,
			0.24862255428121612796, -0.37381103542727732781, 0.49554465308903786598,
			-0.3854040813570628537, 0.50392123200991915122, -0.29504305709415078845,
			-0.19863761917276262011, 0.0013607245545922337975},
		[]float64{0.52874040147410284355, 0.11470735157298705749, 0.07609216243546288356,
			0.24335792144443000079, -0.090932721658188243516, 0.39055452525504142335,
			-0.081288479192424698529, 0.29263958158878094011, -0.093076756146042975725,
			-0.36093814196125876731, -0.17720841136911756331, 0.0083650642727097669011,
			-0.26841542488128673146, 0.32360842563264324462, -0.0077166553912153794414,
			-0.078756240327019355211, 0.10446622076985101063, 0.13907716738939408597,
			-0.23074703270276625446, 0.27703410364773412753}},
}

// ---- YOUR LIBRARY: the one place to fill in ----
// Integrate y' = f(t,y) from 0 to T: in n equal steps, or, where n is 0, with that tolerance. y holds the
// initial state and receives the end state. With dense output, return the state at T/3, a third into a
// step; else nil.
func rk4(f field, T float64, n int, tolerance float64, y []float64) ([]float64, error) {
	h := T / float64(n)
	c, w := []float64{0, h / 2, h / 2, h}, []float64{h / 6, h / 3, h / 3, h / 6}
	k, z, sum := make([]float64, len(y)), make([]float64, len(y)), make([]float64, len(y))
	for i := 0; i < n; i++ {
		copy(sum, y)
		for stage := range c {
			for j := range y {
				z[j] = y[j] + c[stage]*k[j]
			}
			f(float64(i)*h+c[stage], z, k)
			for j := range y {
				sum[j] += w[stage] * k[j]
			}
		}
		copy(y, sum)
	}
	return nil, nil
}

const (
	steps      = 1 // what a method can be run with; 3: both
	tolerances = 2
)

type method struct {
	name  string
	solve func(f field, T float64, n int, tolerance float64, y []float64) ([]float64, error)
	runs  int
}

var methods = []method{{"rk4", rk4, steps}}

// ---- The table ----

// The largest entry of J'ΩJ - Ω for the derivative J of one step of size T/n.
func defect(m method, p model, n int) (largest float64) {
	dim := len(p.start)
	half, delta := dim/2, math.Pow(epsilon, 0.2)
	at, weight := []float64{-2, -1, 1, 2}, []float64{1, -8, 8, -1}
	J := make([][]float64, dim) // by columns
	omega := func(a, b int) (sum float64) {
		for i := 0; i < half; i++ {
			sum += J[a][i]*J[b][half+i] - J[a][half+i]*J[b][i]
		}
		return
	}
	for c := range J {
		J[c] = make([]float64, dim)
		for k := range at {
			y := append([]float64(nil), p.start...)
			y[c] += at[k] * delta
			m.solve(p.f, p.T/float64(n), 1, 0, y)
			for i := range y {
				J[c][i] += weight[k] * y[i] / (12 * delta)
			}
		}
	}
	for a := range J {
		for b := range J {
			sum := omega(a, b)
			if b == a+half {
				sum--
			} else if b == a-half {
				sum++
			}
			largest = math.Max(largest, math.Abs(sum))
		}
	}
	return
}

// Four sums of errors, with their signs: of the components 1, 5, 9 …, 2, 6, 10 … and so on.
func printErrors(y, exact []float64) {
	for k := 0; k < 4; k++ {
		sum := 0.0
		for i := k; i < len(y); i += 4 {
			sum += y[i] - exact[i]
		}
		if k < len(y) {
			fmt.Printf("%.14e", sum)
		}
		fmt.Print(",")
	}
}

func row(m method, p model, n int, tolerance float64) {
	count, size := 0, 0.0
	y := append([]float64(nil), p.start...)
	counted := func(t float64, z, dz []float64) { count++; p.f(t, z, dz) }
	begin := time.Now()
	third, err := m.solve(counted, p.T, n, tolerance, y)
	seconds, runs := time.Since(begin).Seconds(), n
	for _, x := range p.end {
		size = math.Max(size, math.Abs(x))
	}
	if n > 0 {
		fmt.Printf("%s,%s,%d,,", m.name, p.name, n)
	} else {
		runs = 1000
		fmt.Printf("%s,%s,,%.17g,", m.name, p.name, tolerance)
	}
	stopped := ""
	if err != nil {
		stopped = strings.NewReplacer(",", " ", "\"", " ", "\n", " ").Replace(err.Error())
		fmt.Print("nan,nan,nan,nan,,,,,")
	} else {
		printErrors(y, p.end)
		printErrors(third, p.third)
	}
	fmt.Printf("%.3g,%d,%.3g,", epsilon*size*float64(32+runs), count, seconds)
	if n > 0 && defects {
		fmt.Printf("%.3g", defect(m, p, n))
	}
	fmt.Println("," + stopped)
}

func main() {
	fmt.Println("method,model,n,tolerance,e1,e2,e3,e4,d1,d2,d3,d4,floor,evaluations,seconds,defect,stopped")
	for _, m := range methods {
		for _, p := range models {
			if m.runs&steps != 0 {
				for _, n := range []int{22, 28, 34, 40, 46, 52, 58, 64, 76, 88, 100, 112, 130, 148, 172, 196,
					226, 262, 304, 352, 412, 478, 556, 646, 748, 868, 1006} {
					row(m, p, n, 0)
				}
			}
			for i := 0; m.runs&tolerances != 0 && i <= 36; i++ {
				row(m, p, 0, math.Pow(10, -3-float64(i)/4))
			}
		}
	}
}
