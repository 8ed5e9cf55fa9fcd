"""Verdicts and runs as objects, from the program's lines of JSON."""
import json
import os
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional


@dataclass(frozen=True)
class Verdict:
    """A verdict on one claim."""

    key: str  # for `explain`: study/method/model:case/quantity
    method: str
    model: str
    case: str
    study: str
    quantity: str
    claimed: Any  # a number or a word
    observed: Any  # a number, a word, or None
    lower: Optional[float]  # of the interval of an observed order
    upper: Optional[float]
    verdict: str  # "confirmed", "refuted", "undecided", "failed" or "not measurable"
    reason: str  # a sentence
    passes: bool
    facts: List[Dict[str, Any]] = field(repr=False)  # the causes and numbers of the reason
    data: Dict[str, Any] = field(repr=False)  # the whole line of verdicts.jsonl

    @classmethod
    def from_data(cls, data: Dict[str, Any]) -> "Verdict":
        word = data["verdict"]
        facts = [{"cause": fact["cause"], **fact.get("numbers", {}), **fact.get("texts", {})}
                 for fact in data.get("facts", [])]
        return cls(key=data["key"] + "/" + data["quantity"], method=data["method"],
                   model=data["model"], case=data["case"], study=data["study"],
                   quantity=data["quantity"], claimed=data["claimed"], observed=data["observed"],
                   lower=data.get("lower"), upper=data.get("upper"),
                   verdict="not measurable" if word == "skipped" else word,
                   reason=data["reason"], passes=data["passes"], facts=facts, data=data)

    @property
    def confirmed(self) -> bool:
        return self.verdict == "confirmed"

    @property
    def refuted(self) -> bool:
        return self.verdict == "refuted"

    def __str__(self) -> str:
        where = "" if self.model in ("-", "*") else f" on {self.model}:{self.case}"
        return f"{self.method}{where}: {self.study} {self.quantity} {self.claimed}: " \
               f"{self.verdict}: {self.reason}"


class Verdicts(List[Verdict]):
    """A list of verdicts. True where all of them pass."""

    @classmethod
    def from_lines(cls, text: str) -> "Verdicts":
        return cls(Verdict.from_data(json.loads(line)) for line in text.splitlines() if line)

    @property
    def passes(self) -> bool:
        return all(verdict.passes for verdict in self)

    def __bool__(self) -> bool:
        return self.passes

    def where(self, word: str) -> "Verdicts":
        """Those with this verdict: where("refuted")."""
        return Verdicts(verdict for verdict in self if verdict.verdict == word)

    def __str__(self) -> str:
        return "\n".join(str(verdict) for verdict in self)

    def to_pandas(self):
        """A data frame with a row for each verdict. Needs pandas."""
        import pandas
        names = ("key method model case study quantity claimed observed lower upper verdict reason "
                 "passes").split()
        return pandas.DataFrame([{name: getattr(verdict, name) for name in names}
                                 for verdict in self], columns=names)


@dataclass
class Run:
    """A run of `verify`: its verdicts, and the folder with the report (index.html) and all results."""

    folder: str
    verdicts: Verdicts
    summary: str  # what the program prints at the end

    @property
    def passes(self) -> bool:
        return self.verdicts.passes

    def __bool__(self) -> bool:
        return self.passes

    @property
    def report(self) -> str:
        return os.path.join(self.folder, "index.html")

    def where(self, word: str) -> Verdicts:
        return self.verdicts.where(word)

    def to_pandas(self):
        return self.verdicts.to_pandas()

    def __str__(self) -> str:
        return self.summary
