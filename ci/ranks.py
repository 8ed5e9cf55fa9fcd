#!/usr/bin/env python3
"""How much of many ranks the jobs of a run would get: its timings.jsonl, simulated.

The jobs are given out in the order of that run, the first of each rank without asking. A job takes its
processor time and the time that jobs of that run typically took in addition, so that other work on the machine where it
ran does not count. The same file and costs give the same figures on every machine.

Each row: ranks, efficiency = work / (ranks x wall time), and the best that any order of these jobs could have.
"""
import argparse
import heapq
import json
import math
import statistics


def read(path):
    """The seconds of the jobs in the order in which they began."""
    with open(path, encoding="utf-8") as lines:
        jobs = [json.loads(line) for line in lines if line.strip()]
    jobs = [job for job in jobs if "seconds" in job and "cpu" in job]
    if not jobs:
        raise ValueError("no job's time in it")
    idle = statistics.median(max(0.0, job["seconds"] - job["cpu"]) for job in jobs)
    jobs.sort(key=lambda job: job["ended"] - job["seconds"])
    return [job["cpu"] + idle for job in jobs]


def simulate(ranks, seconds, latency=0.0, fetch=0.0, look=0.0, record=0.0, turn=0.0):
    """The wall time. `latency` is that of a message to rank 0 and its answer, `fetch` the time of a
    fetch-and-add, `look` the time from one look of rank 0 at its messages to the next (0: it need not look),
    `record` that of appending a record, `turn` that from one job of a rank to its next."""
    given = min(ranks, len(seconds))
    free = wall = 0.0
    # A rank asks (0) for a job, and then takes (1) it.
    events = [(seconds[rank] + record + turn if rank < given else 0.0, rank, 0) for rank in range(ranks)]
    heapq.heapify(events)
    while events:
        time, rank, kind = heapq.heappop(events)
        back = latency / 2 if rank else 0.0
        if kind == 0:
            if rank:  # rank 0 need not send a message
                time += latency / 2
                if look > 0:
                    time = math.ceil(time / look) * look
                free = time = max(time, free) + fetch
            heapq.heappush(events, (time, rank, 1))
            continue
        wall = max(wall, time + back)
        if given < len(seconds):
            heapq.heappush(events, (time + back + seconds[given] + record + turn, rank, 0))
            given += 1
    return wall


def costs(text):
    """Five numbers of microseconds."""
    numbers = [float(word) for word in text.split(",")]
    if len(numbers) != 5 or min(numbers) < 0:
        raise argparse.ArgumentTypeError("five numbers of microseconds, not below 0, as 5,25,1000,200,500")
    return [1e-6 * number for number in numbers]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("timings", help="timings.jsonl of a run")
    parser.add_argument("--copies", type=int, default=1, help="so many of each job, like a suite with N seeds (1)")
    parser.add_argument("--costs", type=costs, default=costs("5,25,1000,200,200"), metavar="LIST",
                        help="microseconds: latency of a message and its answer, a fetch-and-add, from one look of "
                             "rank 0 at its messages to the next (0: its network card does it), a record, from one "
                             "job of a rank to the next (5,25,1000,200,200)")
    parser.add_argument("--ranks", type=int, nargs="+", default=[64 << k for k in range(7)])
    given = parser.parse_args()
    try:
        seconds = [job for job in read(given.timings) for _ in range(given.copies)]
    except (OSError, ValueError, KeyError) as error:
        parser.error(f"{given.timings}: {error}")
    work, longest = sum(seconds), max(seconds)
    print(f"{len(seconds)} jobs of {work:.4g} s, the longest {longest:.3g} s")
    print(f"{'ranks':>6} {'efficiency':>10} {'best':>7}")
    for ranks in given.ranks:
        wall = simulate(ranks, seconds, *given.costs)
        print(f"{ranks:6d} {work / (ranks * wall):10.4f} {work / (ranks * max(longest, work / ranks)):7.4f}")


if __name__ == "__main__":
    main()
