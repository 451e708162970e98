#!/usr/bin/env bash
# highspy 1.16.0 (HiGHS) writes a linear program as an LP file, and HiGHS reads it again.
# Guess: a name that the format cannot hold is replaced, with a warning, as x[1] is. Whatever is read has the same optimum.
# Behaviour: a variable may have a keyword of the format as its name, and that is written without a warning. "end" cannot be read. With
# "st", short for "subject to", both calls succeed and the optimum is another one: in the section of bounds, "st <= 10" starts
# constraints again, so the bound is lost. MPS files keep all these names.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check highspy==1.16.0

cat >"$folder/round_trip.py" <<'END'
import highspy


def quiet():
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    return highs


with open("seen", "w") as seen:  # HiGHS prints a banner whatever its options say
    for ending in "lp", "mps":
        for name in "gold", "x[1]", "end", "st":
            writer, reader = quiet(), quiet()
            first, second = writer.addVariable(0, 10, name=name), writer.addVariable(0, 10, name="ruby")
            writer.addConstr(first + 2 * second <= 12, name="limit")
            writer.maximize(3 * first + 5 * second)
            written = writer.writeModel(f"model.{ending}").name
            read = reader.readModel(f"model.{ending}").name
            reader.run()
            print(f"{ending} {name}, optimum {writer.getObjectiveValue():g}: written {written}, read {read}", end="", file=seen)
            print(f" as {reader.allVariableNames()}, optimum {reader.getObjectiveValue():g}" if read == "kOk" else "", file=seen)
END
(cd "$folder" && venv/bin/python round_trip.py >banner)
cat "$folder/seen"
diff "$folder/seen" - <<'END'
lp gold, optimum 35: written kOk, read kOk as ['gold', 'ruby'], optimum 35
lp x[1], optimum 35: written kWarning, read kOk as ['c0', 'c1'], optimum 35
lp end, optimum 35: written kOk, read kError
lp st, optimum 35: written kOk, read kOk as ['st', 'ruby'], optimum 36
mps gold, optimum 35: written kOk, read kOk as ['gold', 'ruby'], optimum 35
mps x[1], optimum 35: written kOk, read kOk as ['x[1]', 'ruby'], optimum 35
mps end, optimum 35: written kOk, read kOk as ['end', 'ruby'], optimum 35
mps st, optimum 35: written kOk, read kOk as ['st', 'ruby'], optimum 35
END
