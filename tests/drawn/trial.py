#!/usr/bin/env python3
"""A trial of gimbal on drawn methods, models and tables whose truth is known (make blind-random).

    trial.py SEED... --output FOLDER [--methods N] [--models N] [--tables N] [--jobs N] [--lie KEY]

FOLDER/SEED/truths.jsonl is written before gimbal runs. A line for each false verdict names it, and how
to repeat it. Then come the rates over all seeds, with intervals of Clopper and Pearson (95 %). The exit
status is 1 if a verdict is false.

A verdict is false if a right claim is refuted or fails, or a wrong one is confirmed whose effect is above
the noise level. A method whose defect is large enough to be seen, and that is refuted nowhere, is missed;
that is reported, and is no false verdict. --lie inverts the truth of what has KEY in its key: a test shows
with it that false verdicts are found.
"""
import argparse
import json
import os
import random
import subprocess
import sys
from math import comb

import methods as M
import models as D
import tables as T

HERE = os.path.dirname(os.path.abspath(__file__))
SUITE = """title: Drawn methods
models: ["pendulum:oscillation", henon_heiles, driven_pendulum]
studies:
  - {study: order, budget: 6000}
  - {study: long, steps: 4000, models: "pendulum:oscillation"}
  - {study: structure, models: ["pendulum:oscillation", henon_heiles]}
  - {study: algebra}
"""
SUITE_OF_MODELS = """title: Right methods on drawn models
methods: [rk4, implicit_midpoint, stormer_verlet, vprk_lobatto_2, rattle, lobatto_nonholonomic_2]
models: drawn_model_*
studies:
  - {study: order, budget: 3000}
  - {study: long, steps: 400}
  - {study: structure}
"""
# The least share in the error at the finest step of a defect that should be refuted, and the least effect
# that is above the noise level: a hundred times the round-off of a run in double precision.
SEEN, NOISE = 0.1, 1e-11


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def build(gimbal, folder, name, source):
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as file:
        file.write(source)
    flags = f"-I{HERE} -O1 -Wno-missing-field-initializers -Wno-unused-function"
    built = run([gimbal, "build", name + ".c"], cwd=folder, env=dict(os.environ, CFLAGS=flags))
    if built.returncode:
        sys.exit(f"trial: {path} does not compile:\n{built.stderr}")
    return path[:-2] + ".so"


def verify(gimbal, folder, name, suite, plugin, jobs):
    """The verdicts of `gimbal verify`, and the command."""
    path, out = os.path.join(folder, name + ".yaml"), os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(suite)
    command = [gimbal, "verify", path, "--plugin", plugin, "--only-plugins", "-j", str(jobs), "-o", out]
    done = run(command + ["--no-tap"])
    if done.returncode not in (0, 1, 4):
        sys.exit(f"trial: {' '.join(command)}\n{done.stderr}")
    with open(os.path.join(out, "verdicts.jsonl")) as file:
        return [json.loads(line) for line in file], " ".join(command)


class Count:
    """Verdicts of one kind of thing."""

    def __init__(self, what):
        self.what, self.right, self.wrong = what, {}, {}
        self.false, self.missed, self.unmeasurable = [], [], 0

    def add(self, right, word, is_false, line):
        counts = self.right if right else self.wrong
        counts[word] = counts.get(word, 0) + 1
        if is_false:
            self.false.append(line)
            print(f"false: {line}", flush=True)

    def miss(self, line):
        self.missed.append(line)
        print(f"missed: {line}", flush=True)


def interval(count, of):
    """Clopper and Pearson's, by bisection."""
    def solve(low, high, wanted):
        for _ in range(60):
            p = (low + high) / 2
            tail = sum(comb(of, k) * p ** k * (1 - p) ** (of - k) for k in range(count + 1))
            low, high = (p, high) if tail > wanted(p) else (low, p)
        return low
    def at_most(p):
        return 0.025
    def at_least(p):
        return 0.975 + comb(of, count) * p ** count * (1 - p) ** (of - count)
    return (solve(0, 1, at_least) if count else 0.0), (solve(0, 1, at_most) if count < of else 1.0)


def is_false(right, word):
    return word in ("refuted", "failed") if right else word == "confirmed"


# ---- Methods ---------------------------------------------------------------------------------------

def truth_of(method, verdict):
    """The truth of what a verdict is about, by model and study."""
    truth, quantity = method["truth"], verdict["quantity"]
    if verdict["study"] == "algebra" and quantity == "order":
        return truth["algebra"]
    if verdict["study"] == "order":
        return truth["order", verdict["model"] == "driven_pendulum"]
    return truth.get("reversible" if quantity == "symmetric" else quantity)


def judge_methods(options, folder, rng, count):
    drawn = [M.draw_method(rng, i) for i in range(options.methods)]
    write_truths(folder, [dict(kind="method", name=m["name"], defect=m["defect"], claimed=m["claimed"],
                               truth={str(key): truth for key, truth in m["truth"].items()}) for m in drawn])
    if not drawn:
        return
    plugin = build(options.gimbal, folder, "drawn_methods", M.source_of_methods(drawn))
    verdicts, command = verify(options.gimbal, folder, "methods", SUITE, plugin, options.jobs)
    by_name, seen, refuted = {m["name"]: m for m in drawn}, set(), set()
    for verdict in verdicts:
        method, word = by_name.get(verdict["method"]), verdict["verdict"]
        truth = method and truth_of(method, verdict)
        if not truth or word == "skipped":
            continue
        right = truth["right"] != options.lies(verdict["key"])
        if not right and truth.get("effect", 1) < NOISE:
            count.unmeasurable += 1
            continue
        count.add(right, word, is_false(right, word),
                  f"{verdict['key']}: {'right' if right else 'wrong'} ({method['defect']}), {word}: "
                  f"{verdict['reason']}\n    {command} -m {method['name']} -M {verdict['model']}")
        if not truth["right"] and truth["share"] > SEEN:
            seen.add(method["name"])
        if not truth["right"] and word == "refuted":
            refuted.add(method["name"])
    for name in sorted(seen - refuted):
        count.miss(f"{name}: {by_name[name]['defect']}: refuted nowhere\n    {command} -m {name}")


# ---- Models ----------------------------------------------------------------------------------------

def judge_models(options, folder, rng, count, on_models):
    drawn = [D.draw_model(rng, i) for i in range(options.models)]
    write_truths(folder, [dict(kind="model", name=m["name"], form=m["form"], unknowns=m["kinds"],
                               constraint=m["constraint"], curved=m["curved"], defect=m["defect"],
                               off=float(m["off"])) for m in drawn])
    if not drawn:
        return
    plugin = build(options.gimbal, folder, "drawn_models", D.source_of_models(drawn))
    refusals, command = {}, [options.gimbal, "check", plugin]
    for line in run(command).stdout.splitlines():
        name = next((word for word in line.replace(":", " ").split() if word.startswith("drawn_model_")), None)
        if line.startswith("not ok"):
            refusals.setdefault(name, line)
    for m in drawn:
        right = (m["defect"] is None) != options.lies("check/" + m["name"])
        refused = m["name"] in refusals
        count.add(right, "refused" if refused else "accepted", right == refused,
                  f"check/{m['name']}: {m['defect'] or 'right'}: {refusals.get(m['name'], 'accepted')}\n"
                  f"    {' '.join(command)}")
    right = [m for m in drawn if not m["defect"]]
    if not right:
        return
    plugin = build(options.gimbal, folder, "right_models", D.source_of_models(right))
    verdicts, command = verify(options.gimbal, folder, "models", SUITE_OF_MODELS, plugin, options.jobs)
    # Where a motion grows without bound (in 40 units of time, by 1e20), nothing says that long runs stay near:
    # the theorem is on motions in a compact set.
    unbound = {m["name"] for m in right if "saddle" in m["kinds"]}
    for verdict in verdicts:
        word = verdict["verdict"]
        if verdict["model"] in unbound and verdict["study"] in ("energy", "invariant", "constraint"):
            continue
        if verdict["model"].startswith("drawn_model_") and word != "skipped":
            on_models.add(True, word, is_false(True, word), f"{verdict['key']}: {word}: {verdict['reason']}\n"
                          f"    {command} -m {verdict['method']} -M {verdict['model']}")


# ---- Tables ----------------------------------------------------------------------------------------

def judge_tables(options, folder, rng, count):
    drawn = [T.draw_table(rng, i) for i in range(options.tables)]
    write_truths(folder, [dict({key: t[key] for key in ("name", "order", "claim", "defect", "share", "noise",
                                                        "digits", "signed", "form")}, kind="table") for t in drawn])
    for table in drawn:
        path = os.path.join(folder, table["name"] + ".txt")
        with open(path, "w") as file:
            file.write(T.text_of(table))
        command = [options.gimbal, "judge", path, "--order", table["claim"], "--json"]
        command += ["--floor", f"{table['noise']:.3g}"] if table["stated"] else []
        done = run(command)
        verdicts = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode not in (0, 1, 4) or len(verdicts) != len(table["columns"]):
            sys.exit(f"trial: {' '.join(command)}\n{done.stderr}")
        for verdict, errors in zip(verdicts, table["columns"]):
            right, word = not T.is_wrong(table), verdict["verdict"]
            if not right and not T.acts(table, errors):
                count.unmeasurable += 1
                continue
            right = right != options.lies("judge/" + table["name"])
            count.add(right, word, is_false(right, word),
                      f"judge/{table['name']}: order {table['order']}, claimed {table['claim']} "
                      f"({table['defect'] or 'right'}), {word}: {verdict['reason']}\n    {' '.join(command)}")


# ---- The whole -------------------------------------------------------------------------------------

def write_truths(folder, lines):
    with open(os.path.join(folder, "truths.jsonl"), "a") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def report(counts):
    heading = ["", "right", "of which", "wrong", "of which", "below the noise level", "false", "rate", "95 %"]
    print("\n| " + " | ".join(heading) + " |\n" + "|---" * len(heading) + "|")
    for count in counts:
        right, wrong = (sum(x.values()) for x in (count.right, count.wrong))
        words = [", ".join(f"{n} {word}" for word, n in sorted(x.items())) for x in (count.right, count.wrong)]
        false, of = len(count.false), right + wrong
        low, high = interval(false, of) if of else (0, 1)
        cells = [count.what, right, words[0], wrong, words[1], count.unmeasurable, false,
                 f"{false / max(of, 1):.4f}", f"{low:.4f} to {high:.4f}"]
        print("| " + " | ".join(map(str, cells)) + " |")
    return any(count.false for count in counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("seeds", type=int, nargs="+")
    parser.add_argument("--output", required=True)
    parser.add_argument("--gimbal", default=os.environ.get("GIMBAL", "build/gimbal"))
    for what, number in (("methods", 180), ("models", 75), ("tables", 180), ("jobs", 1)):
        parser.add_argument("--" + what, type=int, default=number)
    parser.add_argument("--lie", default=None)
    options = parser.parse_args()
    options.gimbal = os.path.abspath(options.gimbal)
    options.lies = lambda key: options.lie is not None and options.lie in key
    counts = [Count(what) for what in ("verdicts on methods", "models", "verdicts of right methods on right models",
                                       "columns of tables")]
    for seed in options.seeds:
        folder = os.path.join(os.path.abspath(options.output), str(seed))
        os.makedirs(folder, exist_ok=True)
        open(os.path.join(folder, "truths.jsonl"), "w").close()
        # Each kind has random numbers of its own, so that fewer of one leave the others as they are.
        judge_methods(options, folder, random.Random(f"methods {seed}"), counts[0])
        judge_models(options, folder, random.Random(f"models {seed}"), counts[1], counts[2])
        judge_tables(options, folder, random.Random(f"tables {seed}"), counts[3])
    sys.exit(1 if report(counts) else 0)


main()
