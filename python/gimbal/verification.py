"""Judges methods against their claims on models, and shows the evidence behind a verdict."""
import inspect
import json
import os
import re
import shlex
import sys
import tempfile
from typing import Any, Dict, Optional, Sequence, Type, Union

from .method import Method
from .model import Model, name_of
from .program import GimbalError, start
from .results import Run, Verdict, Verdicts


hosting = False  # this process serves methods to gimbal (host.py)


class Hosted(BaseException):
    """Ends a file whose classes are served: all are defined when it calls `verify`."""


def _command(method: type, folder: str) -> str:
    """The command that serves a method or model class to gimbal, from its source file. A class of a notebook is
    written to a file."""
    try:
        file = inspect.getsourcefile(method)
        if not file or not os.path.isfile(file):
            source = inspect.getsource(method)
            file = os.path.join(folder, method.__name__ + ".py")
            with open(file, "w", encoding="utf-8") as out:
                out.write("import gimbal\nfrom gimbal import *\n\n" + source)
    except (OSError, TypeError) as error:
        raise ValueError(f"{method.__name__} has no source that another process could read; "
                         "write it to a file") from error
    return " ".join(shlex.quote(word) for word in
                    (sys.executable, "-m", "gimbal.host", os.path.abspath(file), method.__name__))


def verify(method: Union[None, Type[Method], Sequence[Type[Method]]] = None, *, suite: Optional[str] = None,
           methods: Sequence[Union[str, Type[Method]]] = (),
           models: Sequence[Union[str, Type[Model]]] = (), plugins: Sequence[str] = (),
           output: Optional[str] = None, jobs: Optional[int] = None) -> Run:
    """Judges methods against their claims.

    method   a subclass of gimbal.Method, or several; or None for those of `methods` and `plugins`
    suite    a file, or the name of one of gimbal's suites
    methods  patterns of names, as -m of `gimbal verify`, or subclasses of gimbal.Method
    models   patterns of names, as -M, or subclasses of gimbal.Model; by default
             all models that the method can integrate
    plugins  files of plugins in C
    output   the folder of the report; by default a new temporary folder
    jobs     the number of simultaneous jobs; by default that of the processors

    Returns a Run, which is true if everything passes. Raises GimbalError if the program refuses the
    arguments or the run breaks."""
    if hosting:
        raise Hosted
    folder = output or tempfile.mkdtemp(prefix="gimbal-")
    os.makedirs(folder, exist_ok=True)
    words = ["verify", "--no-tap", "-o", folder, "-j", str(jobs or os.cpu_count() or 1)]
    words += [suite] if suite else []
    if isinstance(method, (list, tuple)):
        method, methods = None, [*([methods] if isinstance(methods, str) else methods), *method]
    served = [method] if method is not None else []
    # Without -m, methods are tried on each class that is served.
    if method is not None and not isinstance(models, str) and any(isinstance(one, type) for one in models):
        methods = [*([methods] if isinstance(methods, str) else methods), method.name]
    for option, values in (("-m", methods), ("-M", models), ("--plugin", plugins)):
        for value in values if isinstance(values, (list, tuple)) else [values]:
            if isinstance(value, type):
                served.append(value)
                value = name_of(value) if issubclass(value, Model) else value.name
            words += [option, value]
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    path = [package, os.environ.get("PYTHONPATH")] if served else []
    environment = {"PYTHONPATH": os.pathsep.join(entry for entry in path if entry)} if path else {}
    with tempfile.TemporaryDirectory(prefix="gimbal-method-") as source:
        for one in served:
            words += ["--external", _command(one, source)]
        ended = start(words, environment=environment)
    with open(os.path.join(folder, "verdicts.jsonl"), encoding="utf-8") as lines:
        verdicts = Verdicts.from_lines(lines.read())
    summary = [line for line in ended.stderr.splitlines() if not re.match(r"\d+ of \d+ jobs", line)]
    return Run(folder, verdicts, "\n".join(summary).strip("\n"))


def explain(verdict, folder: str = "out") -> Dict[str, Any]:
    """The evidence of a verdict in an output folder: the line of verdicts.jsonl with `figures`,
    `left_out` and `change` (what would change the verdict). `verdict` is a Verdict or its key."""
    key = verdict.key if isinstance(verdict, Verdict) else str(verdict)
    text = start(["explain", key, folder, "--json"]).stdout
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise GimbalError(f"{key} names several verdicts", 2) from error
