"""Proofs of what rules rely on: known bits and copies of the sign of the result of each operator, whether a
division may trap, sums with a constant. And a comparison of `evaluate` with the semantics of these proofs.

What the code computes is stated here once more, operator by operator (`known`, `signs`). Z3 proves the
statement for all operands of which any bits are known, and each answer of the code must be the statement's.
"""

import itertools

import z3
from z3 import And, If, Not, UGE, UGT, ULE, ULT, LShR

from .queries import amount, smeared
from .query import Query
from .semantics import MODES, NEAREST, bv, is_integral, is_nan, leading_ones, sign_mask


class Bits:
    """What is known of an integer: bits that are zeros, bits that are ones, how many are copies of the sign."""

    def __init__(self, zeros, ones, signs=None, constant=None):
        self.zeros, self.ones, self.signs, self.constant = zeros, ones, signs, constant
        self.bits = zeros.size()

    max = property(lambda self: ~self.zeros)
    min = property(lambda self: self.ones)
    is_known = property(lambda self: self.zeros | self.ones == -1)


def anything(bits):
    return Bits(bv(0, bits), bv(0, bits))


def up_to(most):
    return Bits(~smeared(most), bv(0, most.size()))


def choose(condition, a, b):
    return Bits(If(condition, a.zeros, b.zeros), If(condition, a.ones, b.ones))


def low_bits(count, bits):
    """This many ones; all, for a count that is the width or more."""
    return If(UGE(count, bits), bv(-1, bits), (bv(1, bits) << count) - 1)


def trailing_ones(a):
    bits = a.size()
    count = bv(bits, bits)
    for n in reversed(range(bits)):
        count = If(z3.Extract(n, n, a) == 0, bv(n, bits), count)
    return count


def least(a, b):
    return If(ULE(a, b), a, b)


def most(a, b):
    return If(ULE(a, b), b, a)


def minus(a, b):
    """The difference, or 0 where that is below."""
    return If(ULE(a, b), bv(0, a.size()), a - b)


def plus_with_carry(a_zeros, a_ones, b_zeros, b_ones, carry):
    highest, lowest = ~a_zeros + ~b_zeros + carry, a_ones + b_ones + carry
    carry_known = ~(highest ^ a_zeros ^ b_zeros) | (lowest ^ a_ones ^ b_ones)
    known = (a_zeros | a_ones) & (b_zeros | b_ones) & carry_known
    return Bits(~highest & known, lowest & known)


def product(a, b):
    bits = a.bits
    trailing = least(trailing_ones(a.zeros) + trailing_ones(b.zeros), bv(bits, bits))
    wide = z3.ZeroExt(bits, a.max) * z3.ZeroExt(bits, b.max)
    fits = z3.Extract(2 * bits - 1, bits, wide) == 0
    large = choose(fits, up_to(z3.Extract(bits - 1, 0, wide)), anything(bits))
    return Bits(large.zeros | low_bits(trailing, bits), bv(0, bits))


def shifted(kind, a, by):
    if kind == "shl":
        return Bits(a.zeros << by | low_bits(by, a.bits), a.ones << by)
    if kind == "shr_u":
        return Bits(LShR(a.zeros, by) | ~LShR(bv(-1, a.bits), by), LShR(a.ones, by))
    if kind == "shr_s":
        return Bits(a.zeros >> by, a.ones >> by)
    rotate = z3.RotateLeft if kind == "rotl" else z3.RotateRight
    return Bits(rotate(a.zeros, by), rotate(a.ones, by))


LOW = {"extend8_s": 8, "extend16_s": 16, "extend32_s": 32, "extend_i32_s": 32}
BOUNDED = {
    "eqz": 1, "any_true": 1, "all_true": 1, "is_null": 1, "load8_u": 0xFF, "load16_u": 0xFFFF,
    "load32_u": 0xFFFFFFFF, "extract_lane_u": {"i8x16": 0xFF, "i16x8": 0xFFFF},
    "bitmask": {"i64x2": 3, "i32x4": 0xF, "i16x8": 0xFF, "i8x16": 0xFFFF},
}
COMPARISONS = {"eq", "ne", "lt", "gt", "le", "ge"}


def known(op, bits, args):
    """What is known of the bits of a result."""
    space, name = op.split(".")[:2] if "." in op else ("", op)
    name = name if "atomic" not in op else op.split(".")[-1]
    if space in ("i32", "i64", "f32", "f64", "ref") and name.split("_")[0] in COMPARISONS | {"test"}:
        return up_to(bv(1, bits))
    if name in ("clz", "ctz", "popcnt") and space in ("i32", "i64"):
        return up_to(bv(bits, bits))
    if name in BOUNDED:
        bound = BOUNDED[name]
        return up_to(bv(bound[space] if isinstance(bound, dict) else bound, bits))
    if op == "i31.get_u":
        return up_to(bv(2**31 - 1, bits))
    if op == "select":
        a, b = args[:2]
        return Bits(a.zeros & b.zeros, a.ones & b.ones)
    if space not in ("i32", "i64") or not args or args[0] is None:
        return anything(bits)
    if name in LOW:
        extend = lambda x: z3.SignExt(bits - LOW[name], z3.Extract(LOW[name] - 1, 0, x))
        return Bits(extend(args[0].zeros), extend(args[0].ones))
    if name == "wrap_i64":
        return Bits(z3.Extract(31, 0, args[0].zeros), z3.Extract(31, 0, args[0].ones))
    if name == "extend_i32_u":
        return Bits(z3.Concat(bv(-1, 32), args[0].zeros), z3.ZeroExt(32, args[0].ones))
    return binary(name, bits, *args) if len(args) == 2 else anything(bits)


def binary(name, bits, a, b):
    limit = ~sign_mask(bits)
    table = {
        "and": lambda: Bits(a.zeros | b.zeros, a.ones & b.ones),
        "or": lambda: Bits(a.zeros & b.zeros, a.ones | b.ones),
        "xor": lambda: Bits(a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros),
        "add": lambda: plus_with_carry(a.zeros, a.ones, b.zeros, b.ones, 0),
        "sub": lambda: plus_with_carry(a.zeros, a.ones, b.ones, b.zeros, 1),
        "mul": lambda: product(a, b),
        "div_u": lambda: up_to(z3.UDiv(a.max, most(b.min, bv(1, bits)))),
        "rem_u": lambda: up_to(least(a.max, minus(b.max, bv(1, bits)))),
        "div_s": lambda: choose(ULE(most(a.max, b.max), limit), up_to(a.max), anything(bits)),
        "rem_s": lambda: choose(ULE(a.max, limit), up_to(a.max), anything(bits)),
    }
    if name in table:
        return table[name]()
    if name not in ("shl", "shr_s", "shr_u", "rotl", "rotr"):
        return anything(bits)
    unknown = up_to(a.max) if name == "shr_u" else anything(bits)
    return choose(b.is_known, shifted(name, a, amount(b.ones)), unknown)


FIXED = {
    "load8_s": lambda bits: bits - 7,
    "load16_s": lambda bits: bits - 15,
    "load32_s": lambda bits: bits - 31,
}


def signs(op, bits, args, result):
    """How many of the upper bits of a result are copies of its sign."""
    space, name = op.split(".")[:2] if "." in op else ("", op)
    from_known = most(most(leading_ones(result.zeros), leading_ones(result.ones)), bv(1, bits))
    fixed = FIXED[name](bits) if name in FIXED else 1
    if name == "extract_lane_s":
        fixed = bits - (7 if space == "i8x16" else 15)
    if op == "i31.get_s":
        fixed = 2
    return most(most(from_known, bv(fixed, bits)), computed_signs(op, space, name, bits, args))


def computed_signs(op, space, name, bits, args):
    one = bv(1, bits)
    if not args or args[0] is None or space not in ("i32", "i64") and op != "select":
        return one
    s = [arg.signs if arg is not None else None for arg in args]
    if name in ("extend8_s", "extend16_s", "extend32_s"):
        return most(s[0], bv(bits - LOW[name] + 1, bits))
    if name == "extend_i32_s":
        return z3.ZeroExt(32, s[0]) + 32
    if name == "wrap_i64":
        return z3.Extract(31, 0, minus(s[0], bv(32, 64)))
    if op == "select" or name in ("and", "or", "xor"):
        return least(s[0], s[1])
    if name in ("add", "sub"):
        return least(s[0], s[1]) - 1
    constant = args[1].constant if len(args) == 2 and args[1] is not None else None
    if name == "shr_s":
        return s[0] if constant is None else least(s[0] + amount(constant), bv(bits, bits))
    if name == "shl":
        return one if constant is None else minus(s[0], amount(constant))
    return one


# ---- Proofs ------------------------------------------------------------------------------------------


class Single:
    """An operator in symbols, with what is known of its operands."""

    def __init__(self, instance):
        self.query = Query(instance)
        self.root = self.query.left
        self.op, self.bits = self.root.op, self.root.bits
        self.args = [self.operand(arg) for arg in self.root.args]
        self.result = known(self.op, self.bits, self.args)
        self.result.signs = signs(self.op, self.bits, self.args, self.result)
        self.instance = instance

    def operand(self, value):
        if value.node.ty not in ("i32", "i64"):
            return None
        constant = value.term if value.is_const else None
        return Bits(value.zeros, value.ones, value.signs, constant)

    def pairs(self, instance):
        """The facts of an instance; copies of the sign are those that the known bits show."""
        for arg in instance.left.args:
            if arg.ty in ("i32", "i64"):
                bits = {"i32": 32, "i64": 64}[arg.ty]
                mask = 2**bits - 1
                zeros, ones = instance.known.get(arg.number, (0, 0))
                if arg.kind == "c":
                    zeros, ones = ~arg.value & mask, arg.value
                leading = lambda x: bits - (~x & mask).bit_length()
                instance.signs[arg.number] = max(leading(zeros & mask), leading(ones & mask), 1)
        return self.query.concrete(instance)

    def holds(self):
        """What is said of the result is true, if there is one."""
        value, bits, copies = self.root.term, self.bits, self.result.signs
        rest = value >> (bv(bits, bits) - copies)
        said = {
            "zeros": value & self.result.zeros == 0,
            "ones": value & self.result.ones == self.result.ones,
            "signs": And(UGE(copies, 1), ULE(copies, bits), z3.Or(rest == 0, rest == -1)),
        }
        trap = self.query.left_trap
        return {what: z3.Or(trap, claim) if trap is not None else claim for what, claim in said.items()}

    def given(self):
        return [*self.query.engine.axioms, *self.query.assumptions]


# Products and quotients of 64 bits are too much for Z3 bit by bit. What is known of them follows from bounds,
# which `lemmas` proves for integers of any size, and is proved of any number within these.


def lemmas():
    """The bounds: assumptions and what follows."""
    x, y, a, b, q, r, s, t = z3.Ints("x y a b q r s t")
    below = [x >= 0, x <= a, y >= 0, y <= b]
    divided = [x >= 0, y >= 1, x == q * y + r, 0 <= r, r < y]
    larger = [x <= a, b >= 1, b <= y, a == s * b + t, 0 <= t, t < b]
    yield "product", below, x * y <= a * b
    yield "quotient", divided + larger, q <= s
    yield "quotient of itself", divided, q <= x
    yield "remainder", divided, And(r <= x, r <= y - 1)
    for source, bits, convert in itertools.product((32, 64), (32, 64), (z3.fpSignedToFP, z3.fpUnsignedToFP)):
        converted = z3.fpToIEEEBV(convert(NEAREST, z3.BitVec("i", source), MODES[bits][0]))
        yield "conversions are integral", [], is_integral(converted)
    for bits in (32, 64):
        u, v, k = z3.BitVecs("u v k", bits)
        multiple = u & low_bits(k, bits) == 0
        yield "multiples of powers of two", [ULT(k, bits), multiple], u == LShR(u, k) << k
        yield "low bits of these", [ULT(k, bits)], (v << k) & low_bits(k, bits) == 0
        limit = ~sign_mask(bits)
        # (Of signed remainders, that of the magnitudes is the definition.)
        for n in range(bits):
            yield "a shift is a product", [], u << n == u * (1 << n)
        yield "signed quotients", [ULE(u, limit), ULE(v, limit), v != 0], u / v == z3.UDiv(u, v)


def bounds(single):
    """What the lemmas say of a product or quotient, and the terms that need not be looked into."""
    value, bits, trap = single.root.term, single.bits, single.query.left_trap
    if single.op not in ("i32.mul", "i64.mul") and trap is None:
        return [], []
    a, b = single.args
    name = single.root.name
    if name == "mul":
        wide = z3.ZeroExt(bits, a.max) * z3.ZeroExt(bits, b.max)
        fits = z3.Extract(2 * bits - 1, bits, wide) == 0
        trailing = least(trailing_ones(a.zeros) + trailing_ones(b.zeros), bv(bits, bits))
        said = [z3.Implies(fits, ULE(value, z3.Extract(bits - 1, 0, wide))), value & low_bits(trailing, bits) == 0]
        return said, [value, wide, trailing]
    limit = ~sign_mask(bits)
    bound, holds = {
        "div_u": lambda: (z3.UDiv(a.max, most(b.min, bv(1, bits))), z3.BoolVal(True)),
        "rem_u": lambda: (least(a.max, minus(b.max, bv(1, bits))), z3.BoolVal(True)),
        "div_s": lambda: (a.max, ULE(most(a.max, b.max), limit)),
        "rem_s": lambda: (a.max, ULE(a.max, limit)),
    }[name]()
    return [z3.Or(trap, z3.Implies(holds, ULE(value, bound)))], [value, bound]


def generalized(formulas, terms):
    """Formulas with variables in the place of terms."""
    for n, term in enumerate(terms):
        variable = z3.BitVec(f"any{n}", term.size())
        formulas = [z3.substitute(formula, (term, variable)) for formula in formulas]
        terms = [z3.substitute(term, (terms[n], variable)) if m > n else term for m, term in enumerate(terms)]
    return formulas


def prove_lemmas():
    for name, given, claim in lemmas():
        solver = z3.Solver()
        solver.set("timeout", 60_000)
        solver.add(*given, Not(claim))
        if solver.check() != z3.unsat:
            return "unproved", f"{name}: {solver.check()}"
    return "proved", ""


def prove_single(lines, timeout):
    """Proves what is said of an operator's result, and compares it with what the code said. `lines` are the
    instance and the code's answer. Gives a status and a message."""
    first, _ = lines[0]
    single = Single(first)
    statement = z3.Concat(single.result.zeros, single.result.ones, single.result.signs)
    mask = 2**single.bits - 1
    for instance, answer in lines:
        mine = z3.simplify(z3.substitute(statement, *single.pairs(instance))).as_long()
        mine = [mine >> 2 * single.bits, mine >> single.bits & mask, mine & mask]
        zeros, ones, copies = map(int, answer.split(":"))
        if mine != [zeros & mask, ones & mask, copies]:
            return "unproved", f"{instance.text}: the code says {answer}, the statement {mine}"
    said, terms = bounds(single)
    given = [*single.given(), *said]
    for what, claim in single.holds().items():
        solver = z3.Solver()
        solver.set("timeout", timeout)
        solver.add(*generalized([*given, Not(claim)], terms))
        if solver.check() != z3.unsat:
            return "unproved", f"{what} of {first.text}: {solver.check()}"
        given.append(claim)
    return "proved", ""


def prove_never_traps(instances):
    """Divisions of which the code says that they never trap."""
    query = Query(instances[0])
    a, b = query.left.args
    allows = lambda x, number: And(number & x.zeros == 0, ~number & x.ones == 0)
    condition = b.is_nonzero
    if query.left.name == "div_s":
        fits = z3.Or(Not(allows(b, bv(-1, b.bits))), Not(allows(a, sign_mask(a.bits))))
        condition = And(condition, fits)
    for instance in instances:
        if not z3.is_true(z3.simplify(z3.substitute(condition, *query.concrete(instance)))):
            return "unproved", f"the query does not allow that this never traps: {instance.text}"
    solver = z3.Solver()
    solver.add(*query.assumptions, condition, query.left_trap)
    return ("proved", "") if solver.check() == z3.unsat else ("unproved", f"it traps: {instances[0].text}")


def prove_offset(lines):
    """Values that the code says are a value plus a constant."""
    query = Query(lines[0][0])
    x, c = query.left.args
    for instance, base, offset in lines:
        constant = instance.left.args[1].value
        expected = constant if query.left.name == "add" else -constant
        if int(base) != x.node.number or (int(offset) - expected) % 2**c.bits:
            return "unproved", f"{instance.text}: {offset}"
    solver = z3.Solver()
    total = x.term + (c.term if query.left.name == "add" else -c.term)
    solver.add(query.left.term != total)
    return ("proved", "") if solver.check() == z3.unsat else ("unproved", lines[0][0].text)


def compare_evaluation(instance, answer):
    """What `evaluate` gives of constants is what the semantics gives."""
    query = Query(instance, exact="all")
    pairs = query.concrete(instance)
    choices = [(query.engine.passes, z3.BoolVal(False)), (query.engine.negative, bv(0, 1))]
    value = lambda term: z3.simplify(z3.substitute(term, *pairs, *choices))
    trap = query.left_trap is not None and z3.is_true(value(query.left_trap))
    result = value(query.left.term)
    if answer == "none":
        is_float = instance.left.op[0] == "f" and result.size() in (32, 64)
        if trap or not z3.is_bv_value(result) or is_float and z3.is_true(z3.simplify(is_nan(result))):
            return "compared", ""
        return ("compared", "") if result.size() == 128 else ("unproved", f"not evaluated: {instance.text}")
    if not z3.is_bv_value(result):
        return "not modelled", ""
    expected = int(answer.partition("=")[2])
    if trap or result.as_long() != expected:
        return "unproved", f"{instance.text} is {result}, not {answer}"
    return "compared", ""
