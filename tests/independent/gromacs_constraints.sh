# A rotor: two masses 1 at distance 1 by a constraint, which turn by the angle 1 to t = 1.
cd "$(mktemp -d)" || exit 1
printf '%s\n' '[ defaults ]' '1 1 no 1 1' '[ atomtypes ]' 'A 1 0 A 0 0' '[ moleculetype ]' 'both 1' '[ atoms ]' '1 A 1 A A 1 0 1' \
  '2 A 1 A A 2 0 1' '[ constraints ]' '1 2 1 1' '[ system ]' both '[ molecules ]' 'both 1' >a.top
printf '%s\n' '' 2 '    1A        A    1   3.500   4.000   4.000  0.0000 -0.5000  0.0000' \
  '    1A        A    2   4.500   4.000   4.000  0.0000  0.5000  0.0000' '8 8 8' >start.gro
for algorithm in lincs shake; do
  for steps in '20 0.05' '40 0.025' '80 0.0125'; do
    n=${steps% *}
    printf '%s\n' 'integrator = md-vv' "constraint-algorithm = $algorithm" "dt = ${steps#* }" "nsteps = $n" "nstxout = $n" "nstvout = $n" \
      'nstlist = 1' 'verlet-buffer-tolerance = -1' 'rlist = 3' 'rvdw = 3' 'rcoulomb = 3' 'comm-mode = none' 'nsttcouple = 1' \
      'nstpcouple = 1' 'shake-tol = 1e-14' 'lincs-order = 8' 'lincs-iter = 4' >a.mdp
    rm -f a.trr a.cpt x.xvg v.xvg
    gmx_d grompp -f a.mdp -c start.gro -p a.top -o a.tpr -maxwarn 9 >log 2>&1; gmx_d mdrun -deffnm a -nt 1 >log 2>&1
    echo 0 | gmx_d traj -f a.trr -s a.tpr -ox x -ov v -fp -xvg none -nopbc >log 2>&1
    paste x.xvg v.xvg | tail -n 1 | awk -v "what=$algorithm, $n steps" '{ x = $5 - $2; y = $6 - $3; u = x * ($12 - $9) + y * ($13 - $10)
      printf "%s: angle %.2e, %s\n", what, atan2(y, x) - 1, (x * x + y * y - 1) ^ 2 + u ^ 2 < 1e-24 ? "bond kept, no velocity along it" : "bond lost" }'
  done
done
# Prints with GROMACS 2022.5:
# lincs, 20 steps: angle 4.17e-04, bond kept, no velocity along it
# lincs, 40 steps: angle 1.04e-04, bond kept, no velocity along it
# lincs, 80 steps: angle 2.60e-05, bond kept, no velocity along it
# shake, 20 steps: angle 4.17e-04, bond kept, no velocity along it
# shake, 40 steps: angle 1.04e-04, bond kept, no velocity along it
# shake, 80 steps: angle 2.60e-05, bond kept, no velocity along it
