"""Wrong rules, put in by hand (crates/ir/src/mutants.rs): that each is refused shows what the proofs would notice.

A wrong rule gives instances that its query does not allow. And where the query makes the same mistake, Z3 finds
numbers for which the rule is wrong. What is wrong of an analysis differs from what is stated and proved of it.
"""

import z3
from z3 import And

from . import prove
from .queries import QUERIES, about_zero, all_zero, log2_is, stripped

#: A mutant, what is wrong then (a rule, or a statement on an operator), operators to look at, and for a rule the
#: query that makes the same mistake.
MUTANTS = [
    (
        "fold-signed-division-shifts", "div-s-by-power-of-two", ["i32.div_s", "i64.div_s"],
        lambda q: And(log2_is(q.c[0], q.r[0]), q.c[0] > 0),
    ),
    ("fold-zero-by-anything", "zero-divided", ["i32.div_s", "i64.rem_u"], lambda q: all_zero(q.c + q.r)),
    ("fold-even-factor", "zero-odd-multiple", ["i32.eqz", "i64.eqz"], about_zero(lambda q, a, r: all_zero(r))),
    (
        "fold-compare-constant-fits", "compare-extended-with-constant", ["i64.lt_s", "i64.lt_u"],
        lambda q: q.r[0] == z3.Extract(31, 0, q.c[0]),
    ),
    (
        "fold-carry-not-demanded", "demanded-sum", ["i32.and", "i32.store8"],
        stripped(lambda value, bits: (value.args[1].const & bits == 0, value.args[0])),
    ),
    ("fold-intervals-apart", "either-in-interval", ["i32.or"], lambda q: z3.BoolVal(True)),
    ("fold-sum-keeps-sign-bits", "known (i32.add", ["i32.add"], None),
    ("fold-bits-of-one-arm", "known (select", ["select"], None),
    ("never-traps-quotient-fits", "never-traps (i32.div_s", ["i32.div_s"], None),
]


def run(run_example):
    """Tries each mutant. Gives an exit code: 0 if all are refused."""
    missed = 0
    for mutant, wrong, operators, mistaken in MUTANTS:
        rules, shapes, others = prove.read(run_example(operators, mutant))
        if mistaken:
            shapes = [shape for shape in shapes if shape.rule == wrong]
            refused = expect(mutant, "does not allow", shapes)
            right, QUERIES[wrong] = QUERIES[wrong], mistaken
            refused &= expect("  and with a query that makes the same mistake", "counterexample", shapes)
            QUERIES[wrong] = right
        else:
            others = [other for other in others if f"{other[0]} {other[1]}".startswith(wrong)]
            refused = expect(mutant, "the code says|does not allow", others, prove.prove_analysis)
        missed += not refused
    print(f"{len(MUTANTS)} wrong rules, {missed} not refused")
    return 1 if missed else 0


def expect(what, reason, tasks, attempt=prove.prove_shape):
    """Whether one of these is refused for a reason. (A mistake need not show in all of them.)"""
    results = [attempt(task) for task in tasks]
    messages = [result.message for result in results if result.status == "unproved"]
    found = [message for message in messages if any(word in message for word in reason.split("|"))]
    print(f"{what}: " + (f"refused: {found[0]}" if found else f"NOT REFUSED {messages[:1]}"))
    return bool(found)
