"""What operators mean, as terms of Z3.

Numbers of all types are bit vectors. Of a NaN that arithmetic gives, the bits are the engine's choice: it
passes on an operand, made quiet, or always gives the same one (`Engine`). Operators that a rule does not
look into are functions of which nothing is known but that they are functions.
"""

import z3

from .expressions import BITS

MODES = {32: (z3.Float32(), 23, 8), 64: (z3.Float64(), 52, 11)}
NEAREST = z3.RNE()
ROUNDINGS = {"ceil": z3.RTP(), "floor": z3.RTN(), "trunc": z3.RTZ(), "nearest": z3.RNE()}


def bv(value, bits):
    return z3.BitVecVal(value, bits)


def flag(condition):
    return z3.If(condition, bv(1, 32), bv(0, 32))


def nonzero(value):
    return value != bv(0, value.size())


def shift_amount(amount, bits):
    """An amount modulo the width, in as many bits as what is shifted."""
    amount = amount & bv(bits - 1, amount.size())
    if amount.size() < bits:
        return z3.ZeroExt(bits - amount.size(), amount)
    return z3.Extract(bits - 1, 0, amount) if amount.size() > bits else amount


BINARY = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div_s": lambda a, b: a / b,
    "div_u": z3.UDiv,
    "rem_s": z3.SRem,
    "rem_u": z3.URem,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "shl": lambda a, b: a << shift_amount(b, a.size()),
    "shr_s": lambda a, b: a >> shift_amount(b, a.size()),
    "shr_u": lambda a, b: z3.LShR(a, shift_amount(b, a.size())),
    "rotl": lambda a, b: z3.RotateLeft(a, shift_amount(b, a.size())),
    "rotr": lambda a, b: z3.RotateRight(a, shift_amount(b, a.size())),
}
COMPARE = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt_s": lambda a, b: a < b,
    "lt_u": z3.ULT,
    "gt_s": lambda a, b: a > b,
    "gt_u": z3.UGT,
    "le_s": lambda a, b: a <= b,
    "le_u": z3.ULE,
    "ge_s": lambda a, b: a >= b,
    "ge_u": z3.UGE,
}
FLOAT_COMPARE = {
    "eq": z3.fpEQ,
    "ne": lambda a, b: z3.Not(z3.fpEQ(a, b)),
    "lt": z3.fpLT,
    "gt": z3.fpGT,
    "le": z3.fpLEQ,
    "ge": z3.fpGEQ,
}
VECTOR_BITS = {
    "v128.and": lambda a, b: a & b,
    "v128.or": lambda a, b: a | b,
    "v128.xor": lambda a, b: a ^ b,
    "v128.andnot": lambda a, b: a & ~b,
    "v128.not": lambda a: ~a,
    "v128.bitselect": lambda a, b, mask: (a & mask) | (b & ~mask),
}


def popcnt(a):
    bits = a.size()
    total = bv(0, 8)
    for n in range(bits):
        total = total + z3.ZeroExt(7, z3.Extract(n, n, a))
    return z3.ZeroExt(bits - 8, total)


def first_one(a, order):
    bits = a.size()
    result = bv(bits, bits)
    for count, n in reversed(list(enumerate(order))):
        result = z3.If(z3.Extract(n, n, a) == 1, bv(count, bits), result)
    return result


def leading_ones(a):
    bits = a.size()
    count = bv(bits, bits)
    for n in range(bits):
        count = z3.If(z3.Extract(n, n, a) == 0, bv(bits - 1 - n, bits), count)
    return count


def sign_extend(a, low, bits):
    return z3.SignExt(bits - low, z3.Extract(low - 1, 0, a))


# ---- Floats ------------------------------------------------------------------------------------------


def is_nan(a):
    _, mantissa, exponent = MODES[a.size()]
    magnitude = z3.Extract(mantissa + exponent - 1, 0, a)
    return z3.UGT(magnitude, bv((2**exponent - 1) << mantissa, mantissa + exponent))


def quiet(a):
    _, mantissa, _ = MODES[a.size()]
    return a | bv(1 << (mantissa - 1), a.size())


def number(a):
    """The float that these bits are."""
    return z3.fpBVToFP(a, MODES[a.size()][0])


def is_integral(a):
    """Rounding leaves a number as it is; so it does a conversion of an integer (`lemmas` in analyses.py)."""
    return z3.fpToIEEEBV(z3.fpRoundToIntegral(z3.RTZ(), number(a))) == a


def sign_mask(bits):
    return bv(1 << (bits - 1), bits)


class Engine:
    """An engine's choice of NaNs, any of those that WebAssembly allows and that rules distinguish."""

    def __init__(self, powers):
        self.exact, self.powers = False, powers
        self.passes = z3.Bool("engine_passes_nans")
        self.negative = z3.BitVec("engine_nan_sign", 1)
        # Machines that always give the same NaN give a positive one; among the others, x86 makes negative ones.
        self.axioms = [z3.Or(self.passes, self.negative == 0)]
        self.functions = {}

    def default(self, bits):
        _, mantissa, exponent = MODES[bits]
        quiet_bits = (2**exponent - 1) << mantissa | 1 << (mantissa - 1)
        return z3.Concat(self.negative, bv(quiet_bits, bits - 1))

    def function(self, name, result, args):
        """Some function of this name: a variable for each application. That equal arguments have equal results is
        said here (Ackermann), which leaves Z3 questions without functions: it has much quicker ways for these."""
        key = (name, *[arg.size() for arg in args])
        applications = self.functions.setdefault(key, [])
        for known, value in applications:
            if all(a.eq(b) for a, b in zip(args, known)):
                return value
        new = z3.BitVec(f"{name}{key[1:]}{len(applications)}", result)
        for known, value in applications:
            self.axioms.append(z3.Implies(z3.And(*[a == b for a, b in zip(args, known)]), new == value))
        applications.append((args, new))
        return new

    def shl(self, a, by):
        """A shift up. With `powers`, as the product with a power of two, which is nothing but a number: so Z3
        sees it as one more factor. (`lemmas` in analyses.py proves that the two are the same.)"""
        if self.powers:
            return a * self.function("power_of_two", a.size(), [by & (a.size() - 1)])
        return BINARY["shl"](a, by)

    def arithmetic(self, name, bits, args, compute, pass_on=quiet):
        """The result of float arithmetic. `pass_on` makes a NaN of the result's type of an operand's."""
        if self.exact and compute is not None:
            exact = compute(*map(number, args))
            result, fails = z3.fpToIEEEBV(exact), z3.fpIsNaN(exact)
        else:
            result = self.function(name, bits, args)
            fails = is_nan(result)
            self.axioms += [z3.Implies(is_nan(arg), fails) for arg in args]
            if name.split(".")[1] in ROUNDINGS:
                self.axioms.append(z3.Or(is_nan(result), is_integral(result)))
            if len(args) == 2 and name.split(".")[1] in ("add", "mul", "min", "max"):
                self.axioms.append(result == self.function(name, bits, args[::-1]))
        nan = self.default(bits)
        for arg in reversed(args):
            nan = z3.If(z3.And(self.passes, is_nan(arg)), pass_on(arg), nan)
        if len(args) == 2:
            # Which of two NaNs is passed on need not be kept.
            self.axioms.append(z3.Not(z3.And(*map(is_nan, args), args[0] != args[1])))
        return z3.If(fails, nan, result)

    def conversion(self, op, bits, arg):
        """An integer as a float, which is never a NaN."""
        signed = op.endswith("_s")
        if self.exact:
            convert = z3.fpSignedToFP if signed else z3.fpUnsignedToFP
            return z3.fpToIEEEBV(convert(NEAREST, arg, MODES[bits][0]))
        result = self.function(op, bits, [arg])
        self.axioms += [z3.Not(is_nan(result)), is_integral(result)]
        return result


def promote_nan(a):
    payload = z3.Concat(z3.Extract(22, 0, a), bv(0, 29))
    return quiet(z3.Concat(z3.Extract(31, 31, a), bv(0x7FF, 11), payload))


def demote_nan(a):
    return quiet(z3.Concat(z3.Extract(63, 63, a), bv(0xFF, 8), z3.Extract(51, 29, a)))


FLOAT_BINARY = {
    "add": lambda a, b: z3.fpAdd(NEAREST, a, b),
    "sub": lambda a, b: z3.fpSub(NEAREST, a, b),
    "mul": lambda a, b: z3.fpMul(NEAREST, a, b),
    "div": lambda a, b: z3.fpDiv(NEAREST, a, b),
}


def least(a, b):
    """`min`: the sign bit decides between zeros."""
    zeros = z3.And(z3.fpIsZero(a), z3.fpIsZero(b))
    smaller = z3.If(z3.Or(z3.fpLT(a, b), z3.And(zeros, z3.fpIsNegative(a))), a, b)
    return z3.If(z3.Or(z3.fpIsNaN(a), z3.fpIsNaN(b)), z3.fpNaN(a.sort()), smaller)


def most(a, b):
    zeros = z3.And(z3.fpIsZero(a), z3.fpIsZero(b))
    larger = z3.If(z3.Or(z3.fpGT(a, b), z3.And(zeros, z3.fpIsPositive(a))), a, b)
    return z3.If(z3.Or(z3.fpIsNaN(a), z3.fpIsNaN(b)), z3.fpNaN(a.sort()), larger)


FLOAT_BINARY |= {"min": least, "max": most}


# ---- Operators ---------------------------------------------------------------------------------------


class Semantics:
    """The meaning of expressions. `trap` is whether an operator traps, of those that may."""

    def __init__(self, engine):
        self.engine = engine

    def apply(self, op, args):
        """The value of an operator and, if it may trap, when."""
        space, _, name = op.partition(".")
        if op in ("condition", "condition-not"):
            return flag(nonzero(args[0]) if op == "condition" else z3.Not(nonzero(args[0]))), None
        if op in ("select", "typed_select"):
            return z3.If(nonzero(args[2]), args[0], args[1]), None
        if ".store" in op:
            size = int(name.removeprefix("store") or BITS[space])
            return z3.Extract(size - 1, 0, args[0]), None
        if space in ("i32", "i64"):
            return self.integer(op, BITS[space], name, args)
        if space in ("f32", "f64"):
            return self.float(op, BITS[space], name, args), None
        if space == "ref" or "convert_extern" in op or "convert_any" in op:
            return self.reference(op, args)
        return self.vector(op, args), None

    def integer(self, op, bits, name, args):
        if name in BINARY:
            a, b = args
            zero = b == bv(0, bits)
            if name in ("div_u", "rem_u", "rem_s"):
                return BINARY[name](a, b), zero
            if name == "div_s":
                overflow = z3.And(a == sign_mask(bits), b == bv(-1, bits))
                return a / b, z3.Or(zero, overflow)
            if name == "shl":
                return self.engine.shl(a, b), None
            return BINARY[name](a, b), None
        if name in COMPARE:
            return flag(COMPARE[name](*args)), None
        if name.startswith("trunc_"):
            return self.truncated(op, bits, name, args[0])
        a = args[0]
        return {
            "eqz": lambda: flag(z3.Not(nonzero(a))),
            "clz": lambda: first_one(a, range(bits - 1, -1, -1)),
            "ctz": lambda: first_one(a, range(bits)),
            "popcnt": lambda: popcnt(a),
            "extend8_s": lambda: sign_extend(a, 8, bits),
            "extend16_s": lambda: sign_extend(a, 16, bits),
            "extend32_s": lambda: sign_extend(a, 32, bits),
            "wrap_i64": lambda: z3.Extract(31, 0, a),
            "extend_i32_s": lambda: z3.SignExt(32, a),
            "extend_i32_u": lambda: z3.ZeroExt(32, a),
            "reinterpret_f32": lambda: a,
            "reinterpret_f64": lambda: a,
        }[name](), None

    def truncated(self, op, bits, name, a):
        """A float as an integer. What it is, and whether it traps, follow from the number alone."""
        if a.size() == 32:
            # A promotion is exact: by definition, the same number.
            a = z3.fpToIEEEBV(z3.fpFPToFP(NEAREST, number(a), z3.Float64()))
        key = name.replace("_f32", "").replace("_f64", "") + str(bits)
        special = z3.If(is_nan(a), bv(0x7FF8 << 48, 64), a)
        value = self.engine.function(f"{key}.value", bits, [special])
        if "sat" in name:
            return value, None
        return value, self.engine.function(f"{key}.traps", 1, [special]) == 1

    def float(self, op, bits, name, args):
        sign = sign_mask(bits)
        a = args[0]
        if name == "abs":
            return a & ~sign
        if name == "neg":
            return a ^ sign
        if name == "copysign":
            return (a & ~sign) | (args[1] & sign)
        if name.startswith("reinterpret"):
            return a
        if name in FLOAT_COMPARE:
            return flag(FLOAT_COMPARE[name](number(a), number(args[1])))
        if name.startswith("convert_"):
            return self.engine.conversion(op, bits, a)
        if name == "promote_f32":
            return self.promoted(op, a)
        if name == "demote_f64":
            narrow = lambda x: z3.fpFPToFP(NEAREST, x, z3.Float32())
            return self.engine.arithmetic(op, 32, args, narrow, demote_nan)
        if name in ROUNDINGS:
            return self.engine.arithmetic(op, bits, args, lambda x: z3.fpRoundToIntegral(ROUNDINGS[name], x))
        if name == "sqrt":
            return self.engine.arithmetic(op, bits, args, lambda x: z3.fpSqrt(NEAREST, x))
        return self.engine.arithmetic(op, bits, args, FLOAT_BINARY[name])

    def promoted(self, op, a):
        """A promotion is exact and quick to decide: never some function."""
        wide = z3.fpToIEEEBV(z3.fpFPToFP(NEAREST, number(a), z3.Float64()))
        nan = z3.If(self.engine.passes, promote_nan(a), self.engine.default(64))
        return z3.If(is_nan(a), nan, wide)

    def reference(self, op, args):
        if op == "ref.null":
            return bv(0, 64), None
        if op == "ref.is_null":
            return flag(args[0] == bv(0, 64)), None
        if op == "ref.eq":
            return flag(args[0] == args[1]), None
        if op == "ref.as_non_null":
            return args[0], args[0] == bv(0, 64)
        if op == "ref.i31":
            return z3.Concat(bv(1, 33), z3.Extract(30, 0, args[0])), None
        # The two conversions undo each other.
        there, back = ("extern", "any") if op == "extern.convert_any" else ("any", "extern")
        result = self.engine.function(f"convert_to_{there}", 64, args)
        self.engine.axioms.append(self.engine.function(f"convert_to_{back}", 64, [result]) == args[0])
        return result, None

    # Vectors: bits, lanes of integers; other operators are some functions.

    def vector(self, op, args):
        if op in VECTOR_BITS:
            return VECTOR_BITS[op](*args)
        shape, name, *lane = op.split(".")
        lane_bits = 128 // int(shape.split("x")[1]) if "x" in shape else 128
        count = 128 // lane_bits
        take = lambda a, n: z3.Extract((n + 1) * lane_bits - 1, n * lane_bits, a)
        join = lambda lanes: z3.Concat(*reversed(lanes))
        low = lambda a: z3.Extract(lane_bits - 1, 0, a)
        if name == "splat":
            return join([low(args[0])] * count)
        if name == "replace_lane":
            lanes = [take(args[0], n) for n in range(count)]
            lanes[int(lane[0])] = low(args[1])
            return join(lanes)
        if name.startswith("extract_lane"):
            found = take(args[0], int(lane[0]))
            if lane_bits >= 32:
                return found
            extend = z3.SignExt if name.endswith("_s") else z3.ZeroExt
            return extend(32 - lane_bits, found)
        if name in ("add", "sub") and shape[0] == "i":
            return join([BINARY[name](take(args[0], n), take(args[1], n)) for n in range(count)])
        if name in ("shl", "shr_s", "shr_u"):
            return join([BINARY[name](take(args[0], n), args[1]) for n in range(count)])
        if name == "neg":
            flip = (lambda a: a ^ sign_mask(lane_bits)) if shape[0] == "f" else (lambda a: -a)
            return join([flip(take(args[0], n)) for n in range(count)])
        if name == "shuffle" and len(args) == 3:
            return shuffle(*args)
        scalar = "all_true" in op or "any_true" in op or "bitmask" in op
        return self.engine.function(op, 32 if scalar else 128, args)


def shuffle(a, b, lanes):
    """The bytes of two vectors that the bytes of `lanes` name."""
    both = [z3.Extract(8 * n + 7, 8 * n, v) for v in (a, b) for n in range(16)]
    result = []
    for n in range(16):
        which = z3.Extract(8 * n + 7, 8 * n, lanes)
        value = bv(0, 8)
        for m in range(32):
            value = z3.If(which == m, both[m], value)
        result.append(value)
    return z3.Concat(*reversed(result))
