/* Link: -cp /usr/share/java/commons-math3.jar */
// y' = -y, y(0) = 1, to t = 1 with 40 and 80 steps.
import org.apache.commons.math3.ode.*;
import org.apache.commons.math3.ode.nonstiff.AdamsMoultonIntegrator;
class Program {
  static double error(int k, int n) {
    double[] y = {1};
    AdamsMoultonIntegrator by = new AdamsMoultonIntegrator(k, 1. / n, 1. / n, 1e99, 1e99);
    by.setInitialStepSize(1. / n);
    by.integrate(new FirstOrderDifferentialEquations() {
      public int getDimension() { return 1; }
      public void computeDerivatives(double t, double[] y, double[] dy) { dy[0] = -y[0]; }
    }, 0, y.clone(), 1, y);
    return Math.abs(y[0] - Math.exp(-1));
  }
  public static void main(String[] options) {
    for (int k = 2; k <= 4; k++)
      System.out.printf("%d steps: order %.1f, documented %d%n", k, Math.log(error(k, 40) / error(k, 80)) / Math.log(2), k + 1);
  }
}
/* Prints with Commons Math 3.6.1:
2 steps: order 2.1, documented 3
3 steps: order 3.1, documented 4
4 steps: order 4.1, documented 5
*/
