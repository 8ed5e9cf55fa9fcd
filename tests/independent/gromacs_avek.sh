# Two masses 1 on a spring of constant 1/2, so that their distance r has r'' = -r: r(0) = 1, r'(0) = 0, to t = 1.
cd "$(mktemp -d)" || exit 1
printf '%s\n' '[ defaults ]' '1 1 no 1 1' '[ atomtypes ]' 'A 1 0 A 0 0' '[ moleculetype ]' 'both 1' '[ atoms ]' \
  '1 A 1 A A 1 0 1' '2 A 1 A A 2 0 1' '[ bonds ]' '1 2 1 0 0.5' '[ system ]' both '[ molecules ]' 'both 1' >a.top
printf '%s\n' '' 2 '    1A        A    1   3.500   4.000   4.000' '    1A        A    2   4.500   4.000   4.000' '8 8 8' >start.gro
for integrator in md-vv md-vv-avek; do
  for steps in '20 0.05' '40 0.025' '80 0.0125'; do
    n=${steps% *}
    printf '%s\n' "integrator = $integrator" "dt = ${steps#* }" "nsteps = $n" "nstxout = $n" \
      'nstlist = 1' 'verlet-buffer-tolerance = -1' 'rlist = 3' 'rvdw = 3' 'rcoulomb = 3' 'comm-mode = none' \
      'nsttcouple = 1' 'nstpcouple = 1' >a.mdp
    gmx_d grompp -f a.mdp -c start.gro -p a.top -o a.tpr -maxwarn 9 >log 2>&1
    gmx_d mdrun -deffnm a -nt 1 >log 2>&1
    echo 0 | gmx_d traj -f a.trr -s a.tpr -ox x -fp -xvg none -nopbc >log 2>&1
    tail -n 1 x.xvg | awk -v "what=$integrator, $n steps" '{ printf "%s: error %.2e\n", what, $5 - $2 - cos(1) }'
    rm -f a.trr x.xvg
  done
done
# Prints with GROMACS 2022.5:
# md-vv, 20 steps: error -8.77e-05
# md-vv, 40 steps: error -2.19e-05
# md-vv, 80 steps: error -5.48e-06
# md-vv-avek, 20 steps: error -2.11e-02
# md-vv-avek, 40 steps: error -1.05e-02
# md-vv-avek, 80 steps: error -5.26e-03
