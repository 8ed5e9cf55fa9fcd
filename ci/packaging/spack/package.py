# Not tried: Spack itself; any compiler or MPI of Spack; PETSc with 64-bit indices; a build. A test compares
# the options with those of configure, and reads this file's syntax.
from spack_repo.builtin.build_systems.makefile import MakefilePackage

from spack.package import *


class Gimbal(MakefilePackage):
    """Tests numerical integrators for mechanical systems against the properties they claim: order of
    convergence, conserved energy and momenta, constraints, symplecticity, reversibility."""

    homepage = "https://example.org/gimbal"
    git = "https://example.org/gimbal.git"

    license("BSD-2-Clause")

    version("main", branch="main")
    version("1.0.0", tag="v1.0.0")

    variant("quad", default=True, description="Quadruple precision, by libquadmath of GCC")
    variant("boost", default=False, description="Judge the integrators of Boost.Odeint")
    variant("gsl", default=False, description="Judge the integrators of GSL")
    variant("sundials", default=False, description="Judge the integrators of SUNDIALS")
    variant("gnuplot", default=True, description="Plots in reports")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("petsc@3.17: +mpi+double~complex~int64")
    depends_on("mpi")
    depends_on("lapack")
    depends_on("jansson")
    depends_on("libyaml")
    depends_on("zlib-api")
    depends_on("boost@1.74:", when="+boost")
    depends_on("gsl", when="+gsl")
    depends_on("sundials@6:+ARKODE+CVODE+IDA", when="+sundials")
    depends_on("gnuplot", type=("build", "run"), when="+gnuplot")

    requires("target=x86_64:", when="+quad", msg="quadruple precision is tried on x86-64 alone")

    def edit(self, spec, prefix):
        options = ["--prefix={0}".format(prefix), "--without-scipy"]
        for library in ("quad", "boost", "gsl", "sundials"):
            state = "with" if spec.satisfies("+" + library) else "without"
            options.append("--{0}-{1}".format(state, library))
        if spec.satisfies("+gnuplot"):
            options.append("--with-gnuplot={0}".format(spec["gnuplot"].prefix.bin.gnuplot))
        else:
            options.append("--without-gnuplot")
        Executable("./configure")(*options)

    def check(self):
        Executable("build/gimbal")("verify", "short", "--no-tap", "-o", "build/short")
