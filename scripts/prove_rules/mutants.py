"""Wrong rules, put in by hand (crates/ir/src/mutants.rs): that each is refused shows what the proofs would notice."""

from . import prove
from .queries import QUERIES, UNCONDITIONAL

#: A mutant, the rule or statement that is wrong then, and operators to look at.
MUTANTS = [
    ("fold-signed-division-shifts", "div-s-by-power-of-two", ["i32.div_s", "i64.div_s"]),
    ("fold-zero-by-anything", "zero-divided", ["i32.div_s", "i64.rem_u"]),
    ("fold-even-factor", "zero-odd-multiple", ["i32.eqz", "i64.eqz"]),
    ("fold-compare-constant-fits", "compare-extended-with-constant", ["i64.lt_s", "i64.lt_u"]),
    ("fold-carry-not-demanded", "demanded-sum", ["i32.and", "i32.store8"]),
    ("fold-sum-keeps-sign-bits", "known (i32.add", ["i32.add"]),
    ("fold-bits-of-one-arm", "known (select", ["select"]),
    ("never-traps-quotient-fits", "never-traps (i32.div_s", ["i32.div_s"]),
]


def run(run_example):
    """Tries each mutant. Gives an exit code: 0 if all are refused."""
    missed = 0
    for mutant, wrong, operators in MUTANTS:
        rules, shapes, others = prove.read(run_example(operators, mutant))
        if wrong in rules:
            shapes = [shape for shape in shapes if shape.rule == wrong]
            results = [prove.prove_shape(shape) for shape in shapes]
        else:
            others = [other for other in others if f"{other[0]} {other[1]}".startswith(wrong)]
            results = [prove.prove_analysis(other) for other in others]
        refused = [result for result in results if result.status == "unproved"]
        missed += not refused
        print(f"{mutant}: " + (f"refused: {refused[0].message}" if refused else "NOT REFUSED"))
        if wrong in rules and wrong != "demanded-sum":
            missed += not refused_by_z3(wrong, shapes)
    print(f"{len(MUTANTS)} wrong rules, {missed} not refused")
    return 1 if missed else 0


def refused_by_z3(rule, shapes):
    """The same where the query makes the same mistake: then Z3 finds numbers for which the rule is wrong."""
    query, QUERIES[rule] = QUERIES[rule], UNCONDITIONAL
    found = [prove.refute(prove.Query(shape.instances[0]), UNCONDITIONAL(None), None) for shape in shapes]
    QUERIES[rule] = query
    wrong = [message for status, message in found if status == "wrong"]
    print(f"  and without a condition in the query: {wrong[0] if wrong else 'NOT REFUSED'}")
    return bool(wrong)
