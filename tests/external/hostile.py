"""Clients that violate the protocol, for t0360: hostile.py DEED. Each is the explicit Euler method
until its fourth step, or misbehaves when it describes itself (those that begin with describe_)."""
import json
import os
import signal
import sys
import time

deed = sys.argv[1]
steps = 0


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


METHOD = {"name": "hostile_" + deed, "title": "Euler's method", "citation": "Euler 1768",
          "formulation": "ode", "claims": [{"study": "order", "quantity": "q", "value": 1}]}


def described():
    answer = {"protocol": 1, "methods": [dict(METHOD)]}
    method = answer["methods"][0]
    if deed == "describe_dies":
        sys.stderr.write("no such module\n")
        sys.exit(1)
    elif deed == "describe_unended":
        sys.stdout.write(json.dumps(answer))
        sys.exit(0)
    elif deed == "describe_hangs":
        time.sleep(1000)
    elif deed == "describe_rubbish":
        return "I am a method"
    elif deed == "describe_array":
        return "[1, 2]"
    elif deed == "describe_protocol":
        answer["protocol"] = 3
    elif deed == "describe_nothing":
        answer["methods"] = []
    elif deed == "describe_key":
        method["citatoin"] = "Euler"
    elif deed == "describe_formulation":
        method["formulation"] = "odd"
    elif deed == "describe_type":
        method["title"] = {"text": "Euler"}
    elif deed == "describe_untitled":
        del method["title"]
    elif deed == "describe_claim":
        method["claims"] = [{"study": "ordre", "quantity": "q", "value": 1}]
    elif deed == "describe_calls":
        method["calls"] = ["step", "leap"]
    elif deed == "describe_taken":
        method["name"] = "rk4"
    elif deed == "describe_asks":
        return '{"ask": "field", "t": 0, "y": [1]}'
    elif deed == "describe_broken":
        return '{"broken": "ImportError: no scipy"}'
    return json.dumps(answer)


def euler(message):
    state = message["state"]
    say(json.dumps({"ask": "field", "t": state["t"], "y": state["q"]}))
    return [message["h"] * slope for slope in hear()["value"]]


def misdeed(dq):
    """What is said instead of the answer; None: it goes on as if nothing had been."""
    if deed == "die":
        sys.stderr.write("first\nthe disk is full\n")
        sys.exit(3)
    elif deed == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif deed == "hang":
        time.sleep(1000)
    elif deed == "spin":
        while True:
            pass
    elif deed == "rubbish":
        return "Traceback: \x1b[31m{"
    elif deed == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    elif deed == "lines":
        while True:
            say("{}")
    elif deed == "unasked":
        return json.dumps({"dq": dq}) + '\n{"dq": []}'
    elif deed == "nan":
        return json.dumps({"dq": ["NaN"] * len(dq)})
    elif deed == "bare_nan":
        return '{"dq": [NaN]}'
    elif deed == "huge":
        return '{"dq": [1e999]}'
    elif deed == "short":
        return json.dumps({"dq": dq[1:]})
    elif deed == "words":
        return json.dumps({"dq": ["a little"] * len(dq)})
    elif deed == "key":
        return json.dumps({"dQ": dq})
    elif deed == "empty":
        return "{}"
    elif deed == "asks":
        return '{"ask": "foce", "t": 0}'
    elif deed == "asks_64":
        return json.dumps({"ask": "f" * 64})
    elif deed == "key_64":
        return json.dumps({"k" * 64: dq})
    elif deed in ("broken_1000", "broken_1001"):
        return json.dumps({"broken": "b" * int(deed[-4:])})
    elif deed in ("fails_1000", "fails_1001"):
        return json.dumps({"failed": "f" * int(deed[-4:])})
    elif deed == "asks_wrongly":
        return '{"ask": "field", "t": 0, "y": [1, 2, 3]}'
    elif deed == "gives_up":
        return '{"failed": "the root is complex", "number": -2}'
    elif deed == "broken":
        return '{"broken": "ValueError: \\u03bb (hostile.py, line 1)"}'
    elif deed == "shut":
        os.close(1)
        time.sleep(1000)
    elif deed == "deaf":
        os.close(0)
        time.sleep(1000)
    return None


def harmless():
    if deed == "complain" and steps <= 50:
        sys.stderr.write("a complaint " * 2000 + "\n")
        sys.stderr.flush()
    elif deed == "fork" and steps == 4 and not os.fork():
        time.sleep(1000)


while True:
    message = hear()
    if message["do"] == "describe":
        say(described())
    elif message["do"] == "step":
        steps += 1
        dq = euler(message)
        harmless()
        said = misdeed(dq) if steps > 3 else None
        say(said or json.dumps({"dq": dq}))
    else:
        say("{}")
