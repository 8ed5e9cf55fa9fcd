"""Tables of errors that follow a known law: C h^p (1 + a h + b h²), with a term of lower order where the
claim is wrong by it, rounded to some digits, in the forms that programs and papers print."""
import math

ORDERS = ["0.5", "1", "1", "1.5", "2", "2", "2", "3", "3", "4", "4", "5", "6", "2 log"]


def power(order, h):
    p = order.split()
    return h ** float(p[0]) * (math.log(1 / h) if len(p) > 1 else 1)


def draw_table(rng, index):
    order = rng.choice(ORDERS)
    rows = rng.choice([3, 4, 5, 6, 7, 8, 10, 12, 12, 16, 20])
    ratio = rng.choice([2, 2, 2, 1.5, 1.25, 1.4] if rows <= 8 else [1.2, 1.25, 1.4, 1.5])
    signed, columns = rng.random() < 0.5, rng.randint(1, 3)
    digits = rng.choice([2, 3, 4, 6, 8, 12, 16])
    # Numbers of steps are exact; sizes are of a unit interval.
    first = rng.choice([4, 5, 8, 10, 16, 20])
    steps = sorted({2 * round(first / 2 * ratio ** i) for i in range(rows)})
    sizes = [1 / n for n in steps]
    table = {"name": f"table_{index}", "order": order, "steps": steps, "signed": signed, "digits": digits,
             "columns": [], "form": rng.choice(["csv", "csv", "semicolon", "blank", "markdown", "latex"]),
             "by": rng.choice(["h", "dt", "N", "steps"]), "comma": False, "rate": rng.random() < 0.2,
             "cpu": rng.random() < 0.2, "defect": None, "claim": order, "share": None, "noise": 0}
    table["comma"] = table["form"] != "csv" and table["by"] in "Nsteps" and rng.random() < 0.3
    lower = None
    if rng.random() < 0.55 and "log" not in order:
        table["defect"] = rng.choice(["high", "high", "lower"] + ["low"] * (float(order) >= 2))
        if table["defect"] in ("high", "low"):
            table["claim"] = f"{float(order) + (1 if table['defect'] == 'high' else -1):g}"
        elif float(order) < 2 or float(order) % 1:
            table["defect"] = None
        else:
            lower = rng.choice([k for k in range(1, int(float(order)))])
    # The share of the lower-order term in the error of the finest row.
    table["share"] = 10 ** rng.uniform(-4, 1) if lower else None
    table["noise"] = 10 ** rng.uniform(-16, -9) if rng.random() < 0.4 else 0
    table["stated"] = table["noise"] > 0 and rng.random() < 0.5
    for _ in range(columns):
        # Corrections are small in the finest row, whatever they are in the first ones.
        a, b = (rng.choice([-1, 1]) * 10 ** rng.uniform(-4, -1) / sizes[-1] ** k for k in (1, 2))
        C = rng.choice([-1, 1]) * 10 ** rng.uniform(-3, 1)
        errors = []
        for h in sizes:
            e = C * power(order, h) * (1 + a * h + b * h * h)
            if lower:
                e += table["share"] * C * power(order, sizes[-1]) * (h / sizes[-1]) ** lower
            errors.append(e + table["noise"] * rng.uniform(-1, 1))
        table["columns"].append(errors if signed else [abs(e) for e in errors])
    return table


# ---- How it is printed -----------------------------------------------------------------------------

def point(text, table):
    return text.replace(".", ",") if table["comma"] else text


def printed(x, table):
    s = f"{x:.{table['digits'] - 1}e}"
    if table["form"] == "latex" and "e" in s:
        mantissa, exponent = s.split("e")
        s = f"${mantissa}\\times10^{{{int(exponent)}}}$"
    return point(s, table)


def text_of(table):
    heading, rows = [table["by"]], []
    for k in range(len(table["columns"])):
        heading.append(f"error_{'xyz'[k]}")
        if table["rate"]:
            heading.append("rate")
    if table["cpu"]:
        heading.append("cpu")
    for i, n in enumerate(table["steps"]):
        row = [str(n) if table["by"] in ("N", "steps") else repr(1 / n)]
        for errors in table["columns"]:
            row.append(printed(errors[i], table))
            if table["rate"]:
                seen = errors[i] and errors[i - 1] / errors[i] if i else 0
                rate = math.log(abs(seen)) / math.log(n / table["steps"][i - 1]) if seen > 0 else None
                row.append(point(f"{rate:.2f}", table) if rate is not None else "-")
        if table["cpu"]:
            row.append(point(f"{0.001 * n:.3f}", table))
        rows.append(row)
    form = table["form"]
    if form == "markdown":
        lines = ["| " + " | ".join(row) + " |" for row in [heading] + rows]
        lines.insert(1, "|" + "---|" * len(heading))
    elif form == "latex":
        heading = [word.replace("_", "\\_") for word in heading]
        lines = ["\\begin{tabular}{" + "r" * len(heading) + "}", "\\hline",
                 *(" & ".join(row) + " \\\\" for row in [heading] + rows), "\\end{tabular}"]
    else:
        between = {"csv": ",", "semicolon": ";", "blank": " "}[form]
        lines = [between.join(row) for row in [heading] + rows]
    return "\n".join(lines) + "\n"


def is_wrong(table):
    """A claim below the order is right: it is understated."""
    return table["defect"] in ("high", "lower")


def acts(table, errors):
    """Whether a defect is above what such a table can show: of an order too high, always. A lower term has a
    share in the finest row, to which digits and noise are compared, of norms the bends that are allowed for
    (1 %), and of all columns the third correction, of which no table knows that it is zero (0.001)."""
    if table["defect"] == "high":
        return True
    hidden = 10.0 ** -table["digits"] + table["noise"] / abs(errors[-1]) + (0.001 if table["signed"] else 0.01)
    return table["share"] > 10 * hidden
