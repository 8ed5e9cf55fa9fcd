# docs/tutorial.ipynb, run cell by cell in one process, without a notebook server.
. tests/tap.sh
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
  ok 0 "the notebook # SKIP there is no Python 3.9"
  done_testing
fi
export GIMBAL_PROGRAM="$GIMBAL" PYTHONPATH="$PWD/python" PYTHONDONTWRITEBYTECODE=1

python3 - docs/tutorial.ipynb "$scratch/cells.py" <<'PYTHON'
import json, sys
notebook = json.load(open(sys.argv[1], encoding="utf-8"))
assert notebook["nbformat"] == 4 and not any(cell.get("outputs") for cell in notebook["cells"])
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            out.write("".join(cell["source"]) + "\n\n")
PYTHON
ok $? "the notebook is valid and has no stored output"
run env TMPDIR="$scratch" python3 "$scratch/cells.py"
is "$status" 0 "the notebook's cells run" || diag "$errors"
matches "$output" 'my_heun on swing:default: energy energy bounded: refuted: drifts' "Heun's energy drifts"
matches "$output" 'my_verlet on swing:default: energy energy bounded: confirmed' "Verlet's is bounded"
matches "$output" 'my_verlet on swing:default: structure symplectic yes: confirmed' "the notebook's Verlet step is symplectic"
matches "$output" 'gimbal verify -m my_heun' "the command that repeats a verdict is printed"
matches "$output" 'algebra order 4.0: refuted: .*tree τ \(order 1\)' "the wrong sign is found"
matches "$output" 'order 1, not 2: the error contains 1e-05' "the notebook's wrong method has a term of order 1"
done_testing
