"""python3 -m gimbal.tables FILE [--format FORMAT]: Butcher tables as JSON for `gimbal algebra`."""
import argparse
import sys

from . import FORMATS, TableError, read, read_file, to_json


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m gimbal.tables", description=(
        "Reads Butcher tables from source text and writes the JSON that gimbal algebra reads."))
    parser.add_argument("file", help="the file, or - for standard input")
    parser.add_argument("--format", choices=FORMATS, help="instead of the file's ending")
    words = parser.parse_args()
    name = "standard input" if words.file == "-" else words.file
    try:
        tables = read(sys.stdin.read(), words.format) if words.file == "-" else read_file(words.file, words.format)
    except TableError as error:
        place = f"{name}:{error.line}" if error.line else name
        known = f"\nunderstood: {error.understood}" if error.understood else ""
        print(f"{place}: {error.message}{known}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{name}: {error.strerror}", file=sys.stderr)
        return 2
    for table in tables:
        for note in table.notes:
            print(f"{name}: {note}", file=sys.stderr)
    sys.stdout.write(to_json(tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
