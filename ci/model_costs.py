#!/usr/bin/env python3
"""Writes models/costs.yaml, from a run of the default suite on a quiet machine:

    gimbal verify default -j 2 -o out
    ci/model_costs.py out >models/costs.yaml

Of each model the processor time of its jobs, over what their estimates say in the mean of all models.
"""
import collections
import json
import os
import sys

if len(sys.argv) != 2:
    sys.exit(__doc__)
seconds, estimated, jobs = {}, {}, []
with open(os.path.join(sys.argv[1], "timings.jsonl")) as file:
    for line in file:
        timing = json.loads(line)
        seconds[timing["key"]] = timing["cpu"]
with open(os.path.join(sys.argv[1], "results.jsonl")) as file:
    for line in file:
        record = json.loads(line)
        if record["key"] in seconds and record["job"]["estimate"] > 0:
            job = record["job"]
            # An estimate weighs quadruple precision, which orders above 3 use.
            highest = max((claim.get("order") or 0 for claim in job["claims"]), default=0)
            jobs.append((job["model"], (job["kind"], highest > 3.5), job["estimate"], seconds[record["key"]]))

took, weight = collections.Counter(), collections.Counter()
for model, kind, estimate, time in jobs:
    took[kind] += time
    weight[kind] += estimate
taken, expected = collections.Counter(), collections.Counter()
for model, kind, estimate, time in jobs:
    taken[model] += time
    expected[model] += estimate * took[kind] / weight[kind]

print("""# What an evaluation costs on each model, in per cent of the mean over the default suite. Measured:
# ci/model_costs.py says how. Forecasts use it, and the order in which jobs begin; a model that is not
# here counts as 100.
models:""")
for model in sorted(taken):
    print(f"  - {{model: {model}, percent: {max(1, round(100 * taken[model] / expected[model]))}}}")
