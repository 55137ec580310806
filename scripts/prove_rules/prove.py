"""Proofs of the instances that the rules give, shape by shape."""

import multiprocessing
import sys
import time
from collections import defaultdict

import z3

from .expressions import Instance
from .queries import CASES, QUERIES, TESTED
from .query import Query
from .semantics import bv

#: Milliseconds for one question.
TIMEOUT = 10_000
#: How many different instances there must be of a rule with constants or facts.
LEAST = 12


class Shape:
    """The instances of a rule that have one skeleton."""

    def __init__(self, rule, instances):
        self.rule, self.instances = rule, instances


class Result:
    def __init__(self, rule, status, message="", seconds=0.0):
        self.rule, self.status, self.message, self.seconds = rule, status, message, seconds


class Report:
    """What was proved."""

    def __init__(self, rules, results, instances):
        self.rules, self.results, self.instances = rules, results, instances
        by_rule = defaultdict(list)
        for result in results:
            by_rule[result.rule].append(result)
        self.of_rule = {rule: self.judge(rule, by_rule[rule]) for rule in rules}
        self.shapes = {rule: len(by_rule[rule]) for rule in rules}
        self.good = all(status in ("proved", "tested") for status, _ in self.of_rule.values())

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
            return "tested", f"{len(tested)} of {len(results)} shapes: {TESTED[rule]}"
        return "proved", f"{len(results)} shapes"

    def print(self, details):
        for rule, (status, message) in self.of_rule.items():
            if details or status == "unproved":
                print(f"{status:8} {rule}: {message}")
        count = lambda wanted: sum(status == wanted for status, _ in self.of_rule.values())
        print(
            f"{len(self.rules)} rules: {count('proved')} proved, {count('tested')} tested only,"
            f" {count('unproved')} unproved ({len(self.results)} shapes, {self.instances} instances)"
        )


def read(text):
    """The rules, and their instances by shape."""
    rules, shapes = [], defaultdict(list)
    lines = text.splitlines()
    assert lines and lines[-1] == "end", "the example did not come to its end"
    for line in lines:
        kind, *rest = line.split("\t")
        if kind == "rule":
            rules.append(rest[0])
        elif kind == "instance":
            rule, left, right, facts = rest
            instance = Instance(left, right, facts)
            shapes[rule, instance.skeleton()].append(instance)
    return rules, [Shape(rule, instances) for (rule, _), instances in shapes.items()]


def all_rules(text, only=None):
    """Proves the rules of the lines that the example printed."""
    rules, shapes = read(text)
    if only:
        rules, shapes = only, [shape for shape in shapes if shape.rule in only]
    with multiprocessing.Pool() as pool:
        results = pool.map(prove_shape, shapes, chunksize=4)
    return Report(rules, results, sum(len(shape.instances) for shape in shapes))


def prove_shape(shape):
    start = time.monotonic()
    try:
        status, message = prove(shape)
    except Exception as error:  # A query that does not fit what the rule does.
        status = "unproved"
        message = f"the query does not describe {shape.instances[0].text}: {type(error).__name__} {error}"
    return Result(shape.rule, status, message, time.monotonic() - start)


def prove(shape):
    rule, instances = shape.rule, shape.instances
    if rule not in QUERIES:
        return "unproved", "it has no query"
    query = Query(instances[0], exact=False)
    condition = QUERIES[rule](query)
    for instance in instances:
        if not z3.is_true(z3.simplify(z3.substitute(condition, *query.concrete(instance)))):
            return "unproved", f"the query does not allow {instance.text}"
    attempts = [lambda: (query, condition)]
    for options in ({"exact": True}, {"exact": False, "powers": True}):
        attempts.append(lambda options=options: fresh(rule, instances[0], options))
    message = ""
    for attempt in attempts:
        status, found = refute(*attempt(), rule)
        if status == "proved":
            return "proved", ""
        message = message or found
        if found.startswith("counter") and attempt is attempts[-2]:
            message = found
    if rule in TESTED:
        return test(shape)
    return "unproved", f"{message} of {instances[0].text}"


def fresh(rule, instance, options):
    query = Query(instance, **options)
    return query, QUERIES[rule](query)


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
    """Puts special and random numbers in the place of the inputs."""
    return "unproved", "not yet"


def trace(*words):
    print(*words, file=sys.stderr)
