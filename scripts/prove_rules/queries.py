"""A query per rewrite rule: what must be true of the constants of an instance, and of what is known of its
values, for the rule to apply to it.

The shapes of the instances come from the rules themselves (example `prove` of invar-rules). A query adds what
shapes do not show: which constants a rule applies to, which constants it makes, what it must know of bits.
`scripts/prove-rules` asks Z3 whether the two sides are equal for all inputs, all constants and all facts of
which the query is true; and it looks whether the query is true of each instance that the rules gave.

A query is a function of a `Query` (query.py) that gives a condition. `UNCONDITIONAL` holds for the shape as it is.
"""

import z3
from z3 import And, If, Or, UGE, UGT, ULE, ULT, BoolVal, LShR

from .semantics import BINARY, bv, is_nan, sign_mask

QUERIES = {}


def query(*rules):
    def add(function):
        for rule in rules:
            assert rule not in QUERIES, rule
            QUERIES[rule] = function
        return function

    return add


def UNCONDITIONAL(q):
    return BoolVal(True)


def amount(c):
    return c & bv(c.size() - 1, c.size())


def is_power_of_two(c):
    return And(c != 0, c & (c - 1) == 0)


def all_zero(terms):
    return And(*[term == 0 for term in terms])


def ones(bits):
    return bv(-1, bits)


query(
    "constant-right", "and-same", "absorption", "and-of-and-same", "xor-of-xor-same", "sum-minus-addend",
    "difference-plus-same", "minus-difference-same", "popcnt-of-rotation", "compare-constant-right",
    "compare-extended", "eqz-of-compare", "eqz-of-float-compare", "wrap-of-extend",
    "extend-of-wrap-in-place", "extend-of-extend-u", "convert-extended",
    "trunc-of-promote", "reinterpret-twice", "neg-twice", "abs-of-signed", "abs-twice", "round-integral",
    "float-constant-right", "float-min-same", "copysign-same", "copysign-of-signed", "copysign-by-copysign",
    "float-compare-constant-right", "select-of-compared", "select-of-select", "lane-of-splat", "lane-of-replaced",
    "lane-of-other-replaced", "vector-twice", "vector-constant-right", "vector-and-of-not", "bitselect-same",
    "bitselect-by-not", "as-non-null-of-non-null", "convert-there-and-back", "store-of-extended",
    "store-of-wrapped", "store-of-reinterpreted",
)(UNCONDITIONAL)


# ---- Integers with a constant


@query("shift-modulo")
def _(q):
    return q.r[0] == amount(q.c[0])


query("add-zero", "shift-by-zero", "add-negated", "sub-negated", "mul-of-negated", "negated-difference")(
    lambda q: all_zero(q.c)
)
query("mul-zero", "addend-minus-sum", "difference-minus-same", "sub-same")(lambda q: all_zero(q.c + q.r))
query("select-of-tested")(lambda q: all_zero(q.c))
query("mul-one")(lambda q: q.c[0] == 1)
query("and-all-ones")(lambda q: q.c[0] == -1)
query("or-all-ones")(lambda q: And(q.c[0] == -1, q.r[0] == -1))
query("mul-minus-one")(lambda q: And(q.c[0] == -1, q.r[0] == 0))


@query("rem-one")
def _(q):
    (c,) = q.c
    signed = q.left.name == "rem_s"
    return And(Or(c == 1, And(BoolVal(signed), c == -1)), q.r[0] == 0)


def log2_is(c, k):
    return And(ULT(k, c.size()), c == bv(1, c.size()) << k)


query("mul-by-power-of-two", "div-u-by-power-of-two")(lambda q: log2_is(q.c[0], q.r[0]))
query("rem-u-by-power-of-two")(lambda q: And(is_power_of_two(q.c[0]), q.r[0] == q.c[0] - 1))


@query("div-s-by-power-of-two")
def _(q):
    return And(log2_is(q.c[0], q.r[0]), q.c[0] > 0, q.left.args[0].is_nonnegative)


@query("rem-s-by-power-of-two")
def _(q):
    (c,) = q.c
    return And(is_power_of_two(c), c > 0, q.r[0] == c - 1, q.left.args[0].is_nonnegative)


@query("xor-bool-one")
def _(q):
    return And(q.c[0] == 1, q.left.args[0].is_bool)


query("shorter-sum")(lambda q: q.r[0] == -q.c[0])


def signed(value, constant):
    """What is added by an addition or subtraction of a constant."""
    return {"add": constant, "sub": -constant}[value.name]


def is_sum_with(q, total):
    """The right side is a value plus `total`: an addition, a subtraction, the value alone."""
    return signed(q.right, q.r[0]) == total if q.r else total == 0


@query("sum-of-sum")
def _(q):
    inner, c = q.left.args
    return is_sum_with(q, signed(inner, inner.args[1].const) + signed(q.left, c.const))


@query("sum-of-difference")
def _(q):
    inner, c = q.left.args
    return q.r[0] == inner.args[0].const + signed(q.left, c.const)


@query("and-of-and", "or-of-or", "xor-of-xor", "mul-of-mul")
def _(q):
    inner, c = q.left.args
    total = BINARY[q.left.name](inner.args[1].const, c.const)
    return And(q.r[0] == total, total == 0 if q.right.is_const else True)


@query("and-of-xor")
def _(q):
    inner, c = q.left.args
    return And(inner.args[0].zeros | c.const == -1, q.r[0] == inner.args[1].const & c.const)


@query("or-of-and")
def _(q):
    inner, c = q.left.args
    return And(inner.args[1].const | c.const == -1, *[r == c.const for r in q.r])


@query("mul-of-shl")
def _(q):
    inner, c = q.left.args
    return q.r[0] == q.shl(c.const, inner.args[1].const)


@query("shl-of-mul")
def _(q):
    inner, c = q.left.args
    return q.r[0] == q.shl(inner.args[1].const, c.const)


@query("shift-of-shift")
def _(q):
    inner, c = q.left.args
    total = amount(inner.args[1].const) + amount(c.const)
    bits = q.left.bits
    if q.right.is_const:
        return And(UGE(total, bits), q.r[0] == 0)
    if q.left.name == "shr_s":
        return q.r[0] == If(UGE(total, bits), bv(bits - 1, bits), total)
    return And(ULT(total, bits), q.r[0] == total)


@query("rotation-of-rotation")
def _(q):
    inner, c = q.left.args
    d = inner.args[1].const
    return q.r[0] == amount(c.const + d if inner.name == q.left.name else c.const - d)


def equal_amounts(q):
    inner, c = q.left.args
    return amount(inner.args[1].const) == amount(c.const)


query("shl-of-shr")(lambda q: And(equal_amounts(q), q.r[0] == ones(q.left.bits) << amount(q.left.args[1].const)))
query("shr-u-of-shl")(
    lambda q: And(equal_amounts(q), q.r[0] == LShR(ones(q.left.bits), amount(q.left.args[1].const)))
)

EXTENDED = {"extend8_s": 8, "extend16_s": 16, "extend32_s": 32}


@query("extend-of-extended")
def _(q):
    bits = q.left.bits
    if q.left.name in EXTENDED:
        return UGT(q.left.args[0].signs, bits - EXTENDED[q.left.name])
    inner, c = q.left.args
    return And(equal_amounts(q), UGT(inner.args[0].signs, amount(c.const)))


@query("shifts-as-extension")
def _(q):
    return And(equal_amounts(q), amount(q.left.args[1].const) == q.left.bits - EXTENDED[q.right.name])


@query("shift-of-equal-bits")
def _(q):
    (c,), (r,) = q.c, q.r
    minus_one = And(BoolVal(q.left.name in ("shr_s", "rotl", "rotr")), c == -1)
    return And(Or(c == 0, minus_one), r == c)


query("zero-divided")(lambda q: And(all_zero(q.c + q.r), q.left.args[1].is_nonzero))


@query("constant-minus-sum")
def _(q):
    c, inner = q.left.args
    return q.r[0] == c.const - signed(inner, inner.args[1].const)


@query("constant-minus-difference")
def _(q):
    c, inner = q.left.args
    return is_sum_with(q, c.const - inner.args[0].const)


# ---- Repeated, negated and inverted operands

query("div-same")(lambda q: And(q.left.args[0].is_nonzero, q.r[0] == 1))
query("rem-same")(lambda q: And(q.left.args[0].is_nonzero, q.r[0] == 0))
query("and-of-complements")(lambda q: And(q.c[0] == -1, q.r[0] == 0))
query("or-of-complements")(lambda q: And(q.c[0] == -1, q.r[0] == -1))


@query("shifts-as-rotation")
def _(q):
    up, down = sorted(q.left.args, key=lambda shift: shift.name)
    up, down = amount(up.args[1].const), amount(down.args[1].const)
    return And(up + down == q.left.bits, q.r[0] == up)


query("shifts-as-rotation-by")(lambda q: amount(q.c[0]) == 0)


# ---- Known bits


@query("and-keeps-all", "or-adds-nothing")
def _(q):
    a, b = q.left.args
    kept, other = (a, b) if q.right == a else (b, a)
    if q.left.name == "and":
        return kept.zeros | other.ones == -1
    return kept.ones | other.zeros == -1


@query("and-of-known-bits")
def _(q):
    x, y = q.left.args
    both = x.ones & y.ones
    return And(x.zeros | y.zeros | both == -1, q.r[0] == both)


@query("or-of-known-bits")
def _(q):
    x, y = q.left.args
    return And(x.ones | y.ones | (x.zeros & y.zeros) == -1, q.r[0] == x.ones | y.ones)


@query("div-u-below", "rem-u-below")
def _(q):
    x, y = q.left.args
    return And(ULT(x.max, y.min), all_zero(q.r))


@query("shifted-out")
def _(q):
    x, y = q.left.args
    by = amount(y.ones)
    kept = LShR(x.max, by) if q.left.name == "shr_u" else x.max << by
    return And(y.zeros | y.ones == -1, kept == 0, q.r[0] == 0)


query("shr-s-of-sign")(lambda q: q.left.args[0].signs == q.left.bits)


# ---- Bits that are not demanded

DEMANDED_LOW = {
    "extend8_s": 8, "extend16_s": 16, "extend32_s": 32, "wrap_i64": 32, "splat": {"i8x16": 8, "i16x8": 16},
    "store8": 8, "store16": 16, "store32": 32, "i31": 31,
}


def demanded(root, n):
    """The bits of the n-th operand that an operator looks at."""
    arg = root.args[n]
    bits = arg.bits
    space, name = root.op.split(".")[:2]
    if n == 1 and name in ("shl", "shr_s", "shr_u", "rotl", "rotr"):
        lane = 128 // int(space.split("x")[1]) if "x" in space else bits
        return bv(lane - 1, bits)
    if name == "replace_lane":
        return bv(2 ** (128 // int(space.split("x")[1])) - 1, bits)
    if name in DEMANDED_LOW:
        low = DEMANDED_LOW[name]
        return bv(2 ** (low if isinstance(low, int) else low[space]) - 1, bits)
    c = root.args[1].const
    return {
        "and": lambda: c,
        "or": lambda: ~c,
        "shl": lambda: LShR(ones(bits), amount(c)),
        "shr_u": lambda: ones(bits) << amount(c),
    }[name]()


def smeared(bits):
    """All bits up to the highest of these."""
    step = 1
    while step < bits.size():
        bits = bits | LShR(bits, step)
        step *= 2
    return bits


def stripped(step):
    """A query for operands that are replaced by what they are computed from: what must hold at each step."""

    def condition(q):
        n = next(n for n, (a, b) in enumerate(zip(q.left.args, q.right.args)) if a != b)
        value, end = q.left.args[n], q.right.args[n]
        bits = demanded(q.left, n)
        conditions = []
        while value != end:
            holds, value = step(value, bits)
            conditions.append(holds)
        return And(*conditions)

    return condition


def strip_and(value, bits):
    return value.args[1].const & bits == bits, value.args[0]


def strip_or(value, bits):
    return value.args[1].const & bits == 0, value.args[0]


def strip_sum(value, bits):
    return value.args[1].const & smeared(bits) == 0, value.args[0]


def strip_shifts(value, bits):
    inner, c = value.args
    used, c = smeared(bits), c.const
    fits = LShR(used << c, c) == used
    return And(ULT(c, value.bits), inner.args[1].const == c, fits), inner.args[0]


def strip_extension(value, bits):
    return LShR(bits, EXTENDED[value.name]) == 0, value.args[0]


query("demanded-and")(stripped(strip_and))
query("demanded-or")(stripped(strip_or))
query("demanded-sum")(stripped(strip_sum))
query("demanded-shifts")(stripped(strip_shifts))
query("demanded-extension")(stripped(strip_extension))


# ---- Comparisons

INVERTED = {
    "eq": "ne", "lt_s": "ge_s", "lt_u": "ge_u", "gt_s": "le_s", "gt_u": "le_u",
}
INVERTED |= {b: a for a, b in INVERTED.items()}

query("compare-same")(lambda q: q.r[0] == (1 if q.left.name[:2] in ("eq", "le", "ge") else 0))


def signed_range(x):
    unknown = sign_mask(x.bits) & ~x.zeros & ~x.ones
    return x.ones | unknown, ~x.zeros & ~unknown


def always(kind, x, y):
    (x_min, x_max), (y_min, y_max) = signed_range(x), signed_range(y)
    return {
        "lt_u": lambda: ULT(x.max, y.min),
        "le_u": lambda: ULE(x.max, y.min),
        "gt_u": lambda: UGT(x.min, y.max),
        "ge_u": lambda: UGE(x.min, y.max),
        "eq": lambda: And(x.zeros | x.ones == -1, x.zeros == y.zeros, x.ones == y.ones),
        "ne": lambda: Or(x.ones & y.zeros != 0, x.zeros & y.ones != 0),
        "lt_s": lambda: x_max < y_min,
        "le_s": lambda: x_max <= y_min,
        "gt_s": lambda: x_min > y_max,
        "ge_s": lambda: x_min >= y_max,
    }[kind]()


@query("compare-ranges")
def _(q):
    (r,), (x, y), kind = q.r, q.left.args, q.left.name
    return Or(And(always(kind, x, y), r == 1), And(always(INVERTED[kind], x, y), r == 0))


def edge(table, made):
    """The constant with which a comparison is another one, and the one that this takes."""
    return lambda q: And(q.c[0] == table(q)[q.left.name], made(q))


query("compare-as-eqz")(edge(lambda q: {"eq": 0, "le_u": 0, "lt_u": 1}, lambda q: True))
query("compare-as-ne-zero")(edge(lambda q: {"gt_u": 0, "ge_u": 1}, lambda q: q.r[0] == 0))
query("compare-towards-zero")(
    edge(lambda q: {"lt_s": 1, "le_s": -1, "gt_s": -1, "ge_s": 1}, lambda q: q.r[0] == 0)
)


def extremes(q):
    bits = q.c[0].size()
    least, most = sign_mask(bits), ~sign_mask(bits)
    return {"lt_u": ones(bits), "ge_u": ones(bits), "gt_s": least, "le_s": least, "lt_s": most, "ge_s": most}


query("compare-with-extreme")(edge(extremes, lambda q: q.r[0] == q.c[0]))


@query("compare-only-bit")
def _(q):
    a = q.left.args[0]
    only = And(is_power_of_two(a.max), q.c[0] == a.max, all_zero(q.r))
    return And(only, a.max == 1) if q.right == a else only


@query("both-in-interval", "either-in-interval")
def _(q):
    """Both sides change their value only at certain numbers: where they agree at these and beside them, they do so
    everywhere. That it is enough to look there is what Z3 shows."""
    left = q.left.args
    first, second = (test.args[0] for test in left)
    x = first if first == second or not is_sum(first) else first.args[0]
    bits = x.bits
    tested = [test.args[0] for test in [*left, q.right] if not test.is_const]
    offsets = [bv(0, bits)] + [signed(value, value.args[1].const) for value in tested if value != x]
    constants = [bv(0, bits), sign_mask(bits)]
    constants += [test.args[1].const for test in [*left, q.right] if len(test.args) == 2]
    points = [c - offset + bv(near, bits) for c in constants for offset in offsets for near in (0, 1)]
    agrees = q.left.term == q.right.term
    return And(*[z3.substitute(agrees, (x.term, point)) for point in points])


def is_sum(value):
    """Whether a value is another one plus or minus a constant."""
    return value.name in ("add", "sub") and value.args[1].is_const


query("ne-zero-of-bool")(lambda q: And(q.c[0] == 0, q.left.args[0].is_bool))


@query("compare-sum-with-constant")
def _(q):
    inner, c = q.left.args
    x, y = inner.args
    if inner.name == "xor":
        return q.r[0] == y.const ^ c.const
    ways = []
    if x.is_const and inner.name == "sub" and q.right.args[0] == y:
        ways.append(q.r[0] == x.const - c.const)
    if y.is_const and q.right.args[0] == x:
        ways.append(q.r[0] == c.const - signed(inner, y.const))
    return Or(*ways)


query("compare-sum-with-addend")(lambda q: all_zero(q.r))


@query("compare-extended-with-constant")
def _(q):
    extend = z3.SignExt if q.left.args[0].name == "extend_i32_s" else z3.ZeroExt
    return q.c[0] == extend(32, q.r[0])


@query("eqz-known")
def _(q):
    a, (r,) = q.left.args[0], q.r
    return Or(And(a.is_nonzero, r == 0), And(a.max == 0, r == 1))


@query("eqz-of-eqz")
def _(q):
    x = q.left.args[0].args[0]
    return And(x.is_bool) if q.right == x else all_zero(q.r)


STEPS = ("eqz", "ne", "sub", "mul", "rotl", "rotr", "popcnt")


def follow(start, end=None):
    """The way from a condition to what is left of it: what must hold for each step, whether the branches are
    exchanged and, if a constant is left, whether it is not zero. `end` is a value that the condition is computed
    from, what the rules made, or not given: then it was a constant that did not become part of the answer."""
    value, conditions, exchanged = start, [], BoolVal(False)
    constant = end is None or end.is_const
    while end is None or value != end:
        args = value.args
        if constant and value.is_const:
            made = [end.const == value.const] if end else []
            return And(*conditions, *made), exchanged, value.const != 0
        if constant and value.name not in STEPS and value.op != "select":
            made = [end.const == 1] if end else []
            return And(*conditions, value.is_nonzero, *made), exchanged, BoolVal(True)
        if value.name == "rem_s":
            conditions.append(remainder_mask(args[1].const, end.args[1].const))
            break
        if value.name == "eqz":
            exchanged = z3.Not(exchanged)
        elif value.name == "ne":
            conditions.append(args[1].const == 0)
        elif value.op == "select":
            straight = And(args[0].is_nonzero, args[1].max == 0)
            crossed = And(args[0].max == 0, args[1].is_nonzero)
            conditions.append(Or(straight, crossed))
            exchanged = z3.Xor(exchanged, crossed)
        elif value.name == "sub":
            conditions.append(args[0].const == 0)
        elif value.name == "mul":
            conditions.append(args[1].const & 1 == 1)
        else:
            assert value.name in STEPS, value.op
        value = args[2] if value.op == "select" else args[1] if value.name == "sub" else args[0]
    return And(*conditions), exchanged, None


def remainder_mask(c, mask):
    return And(is_power_of_two(c), c >= 2, mask == c - 1)


def condition(q):
    """A query for conditions."""
    holds, exchanged, _ = follow(q.left.args[0], q.right.args[0])
    return And(holds, exchanged == BoolVal(q.right.op == "condition-not"))


def about_zero(holds):
    """A query for rules on whether a value is zero: of `eqz`, `!= 0`, or a condition. `holds` is what must be
    true of the operator, and of the constants that the rule made."""

    def either(q):
        if q.left.op == "condition":
            return condition(q)
        compared = [q.left.args[1].const == 0] if q.left.name == "ne" else []
        return And(*compared, holds(q, q.left.args[0], q.r))

    return either


query("condition-eqz", "condition-ne-zero", "condition-select", "condition-known")(condition)
query("zero-negation", "zero-difference", "zero-rotation", "zero-popcnt", "zero-extended")(
    about_zero(lambda q, a, r: all_zero([arg.const for arg in a.args[:1] if a.name == "sub" and arg.is_const] + r))
)


def zero_sum(q, a, r):
    x, y = a.args
    ways = []
    if x.is_const and a.name != "add" and q.right.args[0] == y:
        ways.append(r[0] == x.const)
    if y.is_const and q.right.args[0] == x:
        ways.append(r[0] == (-y.const if a.name == "add" else y.const))
    return Or(*ways)


query("zero-sum-with-constant")(about_zero(zero_sum))


@query("zero-odd-multiple")
@about_zero
def _(q, a, r):
    return And(a.args[1].const & 1 == 1, all_zero(r))


@query("zero-remainder")
@about_zero
def _(q, a, r):
    return And(remainder_mask(a.args[1].const, r[0]), all_zero(r[1:]))


# ---- Conversions


@query("wrap-of-operator")
def _(q):
    conditions = []
    for wide, narrow in zip(q.left.args[0].args, q.right.args):
        if wide.is_const:
            conditions.append(narrow.const == z3.Extract(31, 0, wide.const))
    if q.right.name == "shl":
        conditions.append(ULT(q.left.args[0].args[1].const, 32))
    return And(*conditions)


@query("extend-of-wrap")
def _(q):
    x = q.left.args[0].args[0]
    if q.left.name == "extend_i32_u":
        return ULE(x.max, 2**32 - 1)
    return UGT(x.signs, 32)


query("extend-nonnegative", "convert-nonnegative")(lambda q: q.left.args[0].is_nonnegative)


# ---- Floats


def float_bits(bits, single, double):
    return bv(single if bits == 32 else double, bits)


@query("float-neutral")
def _(q):
    bits = q.left.bits
    one = float_bits(bits, 0x3F800000, 0x3FF << 52)
    neutral = {"add": sign_mask(bits), "sub": bv(0, bits), "mul": one, "div": one}
    return q.c[0] == neutral[q.left.name]


query("float-mul-two")(lambda q: q.c[0] == float_bits(q.left.bits, 0x40000000, 1 << 62))


@query("float-div-by-power-of-two")
def _(q):
    # In double precision, in which powers of two are normal that are not in single precision.
    c, r = [q.semantics.promoted("", x) if x.size() == 32 else x for x in (q.c[0], q.r[0])]
    exponent = lambda x: z3.Extract(62, 52, x)
    normal = lambda x: And(z3.Extract(51, 0, x) == 0, exponent(x) != 0, exponent(x) != -1)
    return And(normal(c), normal(r), z3.Extract(63, 63, c ^ r) == 0, exponent(c) + exponent(r) == 2 * 1023)


@query("demote-of-promote", "demote-of-unary")
def _(q):
    return And(*[z3.Not(is_nan(c)) for c in q.c])


@query("demote-of-binary")
def _(q):
    conditions = []
    for wide, narrow in zip(q.left.args[0].args, q.right.args):
        if wide.is_const:
            conditions.append(promotes_to(q, narrow.const, wide.const))
    return And(*conditions)


def promotes_to(q, single, double):
    return And(q.semantics.promoted("", single) == double, z3.Not(is_nan(double)))


@query("copysign-positive")
def _(q):
    sign = q.left.args[1]
    return sign.const >= 0 if sign.is_const else BoolVal(True)


query("float-compare-nan")(lambda q: And(is_nan(q.c[0]), q.r[0] == (1 if q.left.name == "ne" else 0)))


@query("float-compare-promoted")
def _(q):
    return promotes_to(q, q.r[0], q.c[0]) if q.r else BoolVal(True)


@query("float-compare-negated")
def _(q):
    if not q.r:
        return BoolVal(True)
    return And(q.r[0] == q.c[0] ^ sign_mask(q.c[0].size()), z3.Not(is_nan(q.c[0])))


# ---- Selection, vectors, references


@query("select-same")
def _(q):
    a, b, _ = q.left.args
    return BoolVal(True) if a == b else a.const == b.const


@query("select-known")
def _(q):
    a, b, c = q.left.args
    return (c.const != 0) if q.right == a else (c.const == 0)


@query("select-as-and")
def _(q):
    a, b, z = q.left.args
    arm, constant = (a, b) if b.is_const else (b, a)
    chosen = constant.const == (0 if q.right.name == "and" else 1)
    return And(chosen, arm.is_bool, Or(z.is_bool, BoolVal(q.right.args[0] != z)))


@query("select-one-zero", "select-zero-one")
def _(q):
    a, b, z = q.left.args
    expected = (1, 0) if q.right.name != "eqz" and "eqz" not in [arg.name for arg in q.right.args] else (0, 1)
    arms = And(a.const == expected[0], b.const == expected[1], all_zero(q.r))
    return And(arms, z.is_bool) if q.right == z or q.right.args[0] == z and q.right.name == "extend_i32_u" else arms


@query("select-by-condition")
def _(q):
    # Of the condition (`without_arms`). One that is always or never zero is not named in the answer.
    if q.right.args[0].node.number is not None or not q.right.args[0].is_const:
        return condition(q)
    holds, exchanged, nonzero = follow(q.left.args[0])
    # Or the condition itself is known not to be zero, whatever it is computed from.
    known = And(q.left.args[0].is_nonzero, q.r[0] != 0)
    return Or(known, And(holds, z3.Xor(nonzero, exchanged) == (q.r[0] != 0)))


@query("vector-neutral")
def _(q):
    (c,) = q.c
    return c == (-1 if q.left.op == "v128.and" else 0)


@query("vector-absorbing")
def _(q):
    (c,), (r,) = q.c, q.r
    if q.left.op == "v128.andnot":
        absorbing = 0 if q.left.args[0].is_const else -1
        return And(c == absorbing, r == 0)
    absorbing = -1 if q.left.op == "v128.or" else 0
    return And(c == absorbing, r == absorbing)


query("vector-xor-all-ones")(lambda q: q.c[0] == -1)
query("vector-same")(lambda q: all_zero(q.r))


@query("vector-shift-by-zero")
def _(q):
    lane = 128 // int(q.left.op.split(".")[0].split("x")[1])
    return q.c[0] & (lane - 1) == 0


@query("shuffle-whole")
def _(q):
    a, b, lanes = q.left.args
    byte = lambda n: z3.Extract(8 * n + 7, 8 * n, lanes.const)
    first = And(*[Or(byte(n) == n, And(BoolVal(a == b), byte(n) == n + 16)) for n in range(16)])
    second = And(*[byte(n) == n + 16 for n in range(16)])
    return Or(first if q.right == a else False, second if q.right == b else False)


query("bitselect-known")(lambda q: q.c[0] == (-1 if q.right == q.left.args[0] else 0))
query("ref-eq-same")(lambda q: q.r[0] == 1)
query("ref-is-null-known")(lambda q: q.r[0] == (1 if q.left.args[0].op == "ref.null" else 0))


# ---- Proofs by cases: a term, and all numbers that it can be

CASES = {
    "div-u-by-power-of-two": lambda q: (q.r[0], range(q.left.bits)),
    "div-s-by-power-of-two": lambda q: (q.r[0], range(q.left.bits)),
    "popcnt-of-rotation": lambda q: (amount(q.left.args[0].args[1].term), range(q.left.args[0].bits)),
}

# ---- Rules that Z3 does not decide in time for some operators: for which, and why

ROUNDING_TWICE = "Z3 gives no answer on rounding twice; a theorem: Figueroa, When is double rounding innocuous?, 1995"
TESTED = {
    "demote-of-binary": (["f64.add", "f64.sub", "f64.mul", "f64.div"], ROUNDING_TWICE),
    "demote-of-unary": (["f64.sqrt"], ROUNDING_TWICE),
}
