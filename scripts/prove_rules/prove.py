"""Proofs of the instances that the rules give, shape by shape."""

import itertools
import multiprocessing
import os
import time
from collections import defaultdict
from random import Random

import z3

from . import analyses
from .expressions import BITS, Instance
from .queries import CASES, QUERIES, TESTED
from .query import Query
from .semantics import MODES, bv

#: Milliseconds for one question. The longest takes five seconds, and more on a machine that does other things, too.
TIMEOUT = 180_000
#: Of a shape that is tested, how many instances, and on how many special and as many random inputs.
TESTED_INSTANCES = 8
POINTS = 200


class Shape:
    """The instances of a rule that have one skeleton."""

    def __init__(self, rule, instances):
        self.rule, self.instances = rule, instances


class Result:
    """What came of a shape, or of a statement on an operator."""

    def __init__(self, rule, status, message, seconds, instances):
        self.rule, self.status, self.message, self.seconds = rule, status, message, seconds
        self.instances = instances


class Report:
    """What was proved."""

    def __init__(self, rules, results, analyses, instances):
        self.rules, self.results, self.instances = rules, results, instances
        self.analyses = analyses
        by_rule = defaultdict(list)
        for result in results:
            by_rule[result.rule].append(result)
        self.of_rule = {rule: self.judge(rule, by_rule[rule]) for rule in rules}
        accepted = all(status in ("proved", "tested") for status, _ in self.of_rule.values())
        self.good = accepted and all(result.status != "unproved" for result in analyses)

    def judge(self, rule, results):
        if rule not in QUERIES:
            return "unproved", "it has no query"
        if not results:
            return "unproved", "no instance of it was found"
        wrong = [result for result in results if result.status == "unproved"]
        if wrong:
            return "unproved", f"{len(wrong)} of {len(results)} shapes: {wrong[0].message}"
        tested = [result for result in results if result.status == "tested"]
        if tested:
            operators, reason = TESTED[rule]
            return "tested", f"{len(tested)} of {len(results)} shapes, those of {', '.join(operators)}: {reason}"
        return "proved", f"{len(results)} shapes, {sum(result.instances for result in results)} instances"

    def print(self, details):
        for rule, (status, message) in self.of_rule.items():
            if details or status != "proved":
                print(f"{status:8} {rule}: {message}")
        count = lambda wanted: sum(status == wanted for status, _ in self.of_rule.values())
        print(
            f"{len(self.rules)} rules: {count('proved')} proved, {count('tested')} tested only,"
            f" {count('unproved')} unproved ({len(self.results)} shapes, {self.instances} instances)"
        )
        for result in self.analyses:
            if details or result.status == "unproved":
                print(f"{result.status:8} {result.rule} {result.message}")
        for result in sorted(self.results + self.analyses, key=lambda result: -result.seconds)[: 8 if details else 0]:
            print(f"{result.seconds:.1f} s for a shape of {result.rule}")
        by_kind = defaultdict(lambda: defaultdict(int))
        for result in self.analyses:
            by_kind[result.rule.split()[0]][result.status] += 1
        for kind, counts in by_kind.items():
            print(f"{kind}: " + ", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
        print(f"{sum(os.times()[:4]):.0f} s of processor time")


#: Of these operators, what is known of results is their definition, or their operands are no integers: not stated.
NOT_STATED = ("load", "trunc_", "reinterpret", "extract_lane", "_true", "bitmask", "i31", "ref.test")


def read(text):
    """The rules, their instances by shape, and what else is to be proved."""
    rules, shapes, others = [], defaultdict(list), defaultdict(list)
    lines = text.splitlines()
    assert lines and lines[-1] == "end", "the example did not come to its end"
    for line in lines:
        kind, *rest = line.split("\t")
        if kind == "rule":
            rules.append(rest[0])
        elif kind == "instance":
            rule, left, right, facts = rest
            instance = Instance(left, right, facts)
            if rule == "select-by-condition":
                instance.without_arms()
            shapes[rule, instance.skeleton()].append(instance)
        elif kind != "end":
            left, facts, *answer = rest
            if kind == "known" and any(name in left for name in NOT_STATED):
                continue
            instance = Instance(left, left, facts)
            others[kind, instance.skeleton().partition(" => ")[0]].append((instance, *answer))
    shapes = [Shape(rule, instances) for (rule, _), instances in shapes.items()]
    return rules, shapes, [(kind, op, lines) for (kind, op), lines in others.items()]


def all_rules(text, only=None, sample=1):
    """Proves the rules of the lines that the example printed.

    Of the shapes of each rule, and of the analyses, every `sample`-th is proved.
    """
    rules, shapes, others = read(text)
    if only:
        rules, shapes, others = only, [shape for shape in shapes if shape.rule in only], []
    if sample > 1:
        by_rule = defaultdict(list)
        for shape in shapes:
            by_rule[shape.rule].append(shape)
        shapes = [shape for all_shapes in by_rule.values() for shape in all_shapes[::sample]]
        others = others[::sample]
    with multiprocessing.Pool() as pool:
        # One at a time: some take long.
        results = pool.map(prove_shape, shapes, chunksize=1)
        proved = pool.map(prove_analysis, [("lemmas", "", [])] + others if not only else [], chunksize=1)
        pool.close()
        pool.join()
    return Report(rules, results, proved, sum(len(shape.instances) for shape in shapes))


def prove_shape(shape):
    start = time.monotonic()
    try:
        status, message = prove(shape)
    except Exception as error:  # A query that does not fit what the rule does.
        status = "unproved"
        message = f"the query does not describe {shape.instances[0].text}: {type(error).__name__} {error}"
    return Result(shape.rule, status, message, time.monotonic() - start, len(shape.instances))


def prove(shape):
    rule, instances = shape.rule, shape.instances
    if rule not in QUERIES:
        return "unproved", "it has no query"
    first = instances[0]
    query = Query(first)
    condition = QUERIES[rule](query)
    for instance in instances:
        if not z3.is_true(z3.simplify(z3.substitute(condition, *query.concrete(instance)))):
            return "unproved", f"the query does not allow {instance.text}"
    if rule in TESTED and any(node.op in TESTED[rule][0] for node in first.left.walk()):
        return test(shape)
    for options in attempts(first):
        query = Query(first, **options)
        status, message = refute(query, QUERIES[rule](query), rule)
        if status == "proved":
            return "proved", ""
    return "unproved", f"{message} of {first.text}"


def attempts(instance):
    """Ways to put an instance to Z3. In each, what is not known of operators is true of more than of them."""
    operators = [node.op for node in [*instance.left.walk(), *instance.right.walk()] if node.op]
    yield {}
    if any(op.endswith((".shl", ".mul")) for op in operators):
        yield {"powers": True}
    if any(op.startswith(("f32.", "f64.")) for op in operators):
        yield {"exact": "outer"}
        yield {"exact": "all"}


def refute(query, condition, rule):
    """Looks for inputs, constants and facts for which the two sides differ."""
    known = [*query.engine.axioms, *query.assumptions, condition]
    claim = query.claim()
    if rule not in CASES:
        return ask(known, claim)
    term, values = CASES[rule](query)
    status, message = ask(known, z3.Or(*[term == value for value in values]))
    if status != "proved":
        return status, f"cases: {message}"
    for value in values:
        put = lambda formula: z3.substitute(formula, (term, bv(value, term.size())))
        fits = term == bv(value, term.size())
        status, message = ask([*map(put, known), fits], put(claim))
        if status != "proved":
            return status, message
    return "proved", ""


def ask(known, claim):
    solver = z3.Solver()
    solver.set("timeout", TIMEOUT)
    solver.add(*known, z3.Not(claim))
    found = solver.check()
    if found == z3.unsat:
        return "proved", ""
    if found == z3.unknown:
        return "unknown", "no answer in time"
    model = solver.model()
    values = ", ".join(sorted(f"{name} = {model[name]}" for name in model.decls() if name.arity() == 0))
    return "wrong", f"counterexample {values}"


def test(shape):
    """Puts special and random numbers in the place of the inputs of each instance, on each kind of engine."""
    rule, instances = shape.rule, shape.instances
    random = Random(0)
    for instance in instances[:TESTED_INSTANCES]:
        query = Query(instance, exact="all")
        claim = z3.Implies(z3.And(*query.engine.axioms, *query.assumptions), query.claim())
        claim = z3.substitute(claim, *query.concrete(instance))
        inputs = [node for node in instance.left.walk() if node.kind == "x"]
        points = list(itertools.product(*[special_numbers(node.ty) for node in inputs]))
        if len(points) > POINTS:
            points = random.sample(points, POINTS)
        points += [[random.getrandbits(BITS[node.ty]) for node in inputs] for _ in range(POINTS)]
        for point in points:
            pairs = [(query.value(node).term, bv(x, BITS[node.ty])) for node, x in zip(inputs, point)]
            passes, sign = random.getrandbits(1), random.getrandbits(1)
            pairs += [(query.engine.passes, z3.BoolVal(bool(passes))), (query.engine.negative, bv(sign, 1))]
            if not z3.is_true(z3.simplify(z3.substitute(claim, *pairs))):
                return "unproved", f"{instance.text}: not for the inputs {[hex(x) for x in point]}"
    return "tested", ""


def special_numbers(ty):
    """Numbers at which something changes."""
    bits = BITS[ty]
    if ty not in ("f32", "f64"):
        return [0, 1, 2, 2**bits - 1, 2 ** (bits - 1), 2 ** (bits - 1) - 1]
    _, mantissa, exponent = MODES[bits]
    bias, infinity = 2 ** (exponent - 1) - 1, (2**exponent - 1) << mantissa
    power = lambda n: (n + bias) << mantissa
    positive = [
        0, 1, 2, (1 << mantissa) - 1, 1 << mantissa, (1 << mantissa) + 1, power(-1), power(0), power(0) + 1,
        power(0) - 1, power(1), power(mantissa), power(mantissa) + 1, power(mantissa + 1), power(1) + (1 << (mantissa - 1)),
        infinity - 1, infinity, infinity | 1, infinity | 1 << (mantissa - 1), 2 ** (bits - 1) - 1,
    ]
    return positive + [x | 1 << (bits - 1) for x in positive]


# ---- What rules rely on


def prove_analysis(task):
    """An operator's known bits, or another statement of analyses.py."""
    kind, op, lines = task
    start = time.monotonic()
    try:
        if kind == "known":
            status, message = analyses.prove_single([(instance, *rest) for instance, *rest in lines], TIMEOUT)
        elif kind == "lemmas":
            status, message = analyses.prove_lemmas()
        elif kind == "never-traps":
            status, message = analyses.prove_never_traps([instance for instance, *_ in lines])
        elif kind == "offset":
            status, message = analyses.prove_offset(lines)
        else:
            found = [analyses.compare_evaluation(instance, answer) for instance, answer in lines]
            status, message = max(found, key=lambda answer: ["compared", "not modelled", "unproved"].index(answer[0]))
    except Exception as error:
        status, message = "unproved", f"{op}: {type(error).__name__} {error}"
    return Result(f"{kind} {op}", status, message, time.monotonic() - start, len(lines))
