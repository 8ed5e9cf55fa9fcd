# Who has started the program: nobody, a launcher that is gone and has left its variables, or one of another
# MPI, whose processes do not know each other. (Launchers of ours: t0303, t0347.)
. tests/tap.sh

words="-m rk4 -M pendulum:oscillation --no-tap"
verify() { # verify FOLDER VARIABLES...
  folder=$1
  shift
  # shellcheck disable=SC2086 # words
  run env "$@" "$GIMBAL" verify $words -j 2 -o "$scratch/$folder"
}
verify expected A=1
is "$status" 0 "started without a launcher" || diag "$errors"
alone() { # alone NAME VARIABLES...
  name=$1
  shift
  verify out "$@"
  is "$status $(printf '%s\n' "$errors" | grep -cv '^[0-9]* of\|^ \|^pass\|^report\|^not judged\|^$\|claims')" "0 0" "$name" ||
    diag "$errors"
  cmp -s "$scratch/out/verdicts.jsonl" "$scratch/expected/verdicts.jsonl"
  ok $? "  with the same verdicts" || diag "$errors"
  rm -rf "$scratch/out"
}

# ---- Left over ----
slurm="SLURM_JOB_ID=5 SLURM_NODELIST=n1 SLURM_JOB_NODELIST=n1 SLURM_TASKS_PER_NODE=2 SLURM_NTASKS=2 SLURM_PROCID=0"
alone "PMIx without a server" PMIX_RANK=0 PMIX_NAMESPACE=5
alone "  with one that is gone" PMIX_RANK=0 PMIX_NAMESPACE=5 OMPI_COMM_WORLD_SIZE=2 PMIX_SERVER_TMPDIR=/nowhere \
  "PMIX_SERVER_URI2=5.0;tcp4://127.0.0.1:9" "PMIX_SERVER_URI41=5@0.0;tcp4://127.0.0.1:9"
alone "PMI without a socket" PMI_SIZE=2 PMI_RANK=1 PMI_FD=77
alone "  without a number of one" PMI_SIZE=2 PMI_RANK=1
alone "a number of processes alone" OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=1
# shellcheck disable=SC2086 # words
alone "an allocation of Slurm" $slurm
# shellcheck disable=SC2086 # words
alone "  a step that is over" $slurm SLURM_STEP_ID=0 SLURM_STEPID=0 SLURM_STEP_NUM_TASKS=2 SLURM_TASK_PID=4194304
alone "PALS that is gone" PALS_RANKID=0 PALS_SIZE=2 PALS_APID=3 PALS_NODEID=0 PALS_SPOOL_DIR=/nowhere
alone "an allocation of PBS" PBS_JOBID=3.x PBS_NODEFILE=/nowhere PBS_ENVIRONMENT=PBS_BATCH
alone "no home" -u HOME
if command -v mpiexec >/dev/null; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  mpiexec -n 1 env | grep -E '^(OMPI|OPAL|ORTE|PMIX|PMI|PRTE|HYDRA)[A-Z0-9]*_[A-Za-z0-9_]*=[^ ]*$' >"$scratch/left"
  # shellcheck disable=SC2046 # words
  alone "all that mpiexec has left" $(cat "$scratch/left")
else
  for n in 1 2; do ok 0 "mpiexec # SKIP not installed"; done
fi

# ---- Of another MPI ----
foreign() { # foreign NAME COMMAND...: what starts two
  name=$1
  shift
  # shellcheck disable=SC2086 # words
  run "$@" "$GIMBAL" verify $words -o "$scratch/foreign"
  # Open MPI 5 has a notice of its own about a launcher that speaks PMI.
  errors=$(printf '%s\n' "$errors" | grep -v '^No PMIx server was reachable\|^If srun is being used')
  is "$(printf '%s\n' "$errors" | grep -c .)" 1 "$name: one line" || diag "$errors"
  matches "$errors" \
    "^gimbal: a launcher has started 2 processes that do not know each other: .*, or one process with -j 2$" \
    "  and the message gives the remedy"
  [ ! -e "$scratch/foreign" ]
  ok $? "  and nothing is written"
}
cat >"$scratch/launcher" <<'SH2'
#!/bin/sh
for rank in 0 1; do
  PMI_SIZE=2 PMI_RANK=$rank perl -MSocket -e '$^F = 1000;
    socketpair(my $ours, my $theirs, AF_UNIX, SOCK_STREAM, 0); $ENV{PMI_FD} = fileno $ours; exec @ARGV' "$@" &
done
wait
SH2
chmod +x "$scratch/launcher"
case $("$GIMBAL" --version) in
*"Open MPI"*)
  foreign "PMI that is there" "$scratch/launcher"
  if command -v mpiexec.mpich >/dev/null; then
    foreign mpiexec.mpich mpiexec.mpich -n 2
    is "$status" 2 "  status 2"
    # shellcheck disable=SC2086 # words
    run mpiexec.mpich -n 1 "$GIMBAL" verify $words -o "$scratch/one"
    is "$status $(printf '%s\n' "$errors" | grep -c 'ERROR')" "0 0" "  one process alone is accepted" ||
      diag "$errors"
  else
    for n in 1 2 3 4 5; do ok 0 "mpiexec.mpich # SKIP not installed"; done
  fi
  ;;
*) for n in 1 2 3 4 5 6 7 8; do ok 0 "another MPI # SKIP this one is not Open MPI"; done ;;
esac

done_testing
