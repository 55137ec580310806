"""What a query may speak of: an instance with symbols in place of its constants and facts."""

import z3

from .expressions import BITS
from .semantics import Engine, Semantics, bv, leading_ones


# The interface of Z3 looks at all arguments otherwise, which takes longer than to fill in numbers.
z3.z3.Z3_DEBUG = False


class Value:
    """A value of an instance, as a query sees it."""

    def __init__(self, query, node, term):
        self.query, self.node, self.term = query, node, term
        self.op = node.op or ""
        self.name = self.op.partition(".")[2]

    def __eq__(self, other):
        return self.node is other.node or self.node.number is not None and self.node.number == other.node.number

    @property
    def args(self):
        return [self.query.value(arg) for arg in self.node.args]

    @property
    def bits(self):
        return self.term.size()

    @property
    def const(self):
        """The constant that this is."""
        assert self.node.kind == "c", f"{self.op or self.node.kind} is no constant"
        return self.term

    @property
    def is_const(self):
        return self.node.kind == "c"

    # What the rules were told of the bits: of a constant, all; of others, anything that is true.

    @property
    def zeros(self):
        return ~self.term if self.is_const else self.query.fact(self, "zeros")

    @property
    def ones(self):
        return self.term if self.is_const else self.query.fact(self, "ones")

    @property
    def max(self):
        return ~self.zeros

    @property
    def min(self):
        return self.ones

    @property
    def signs(self):
        """How many copies of the sign there are at the top, as a number of as many bits."""
        if self.is_const:
            copies = z3.If(self.term < 0, self.term, ~self.term)
            return leading_ones(copies)
        return self.query.fact(self, "signs")

    @property
    def is_bool(self):
        return z3.ULE(self.max, bv(1, self.bits))

    @property
    def is_nonnegative(self):
        return self.max >= 0

    @property
    def is_nonzero(self):
        return self.min != 0


class Query:
    """The two sides of an instance in symbols."""

    def __init__(self, instance, exact=None, powers=False):
        """`exact` says of which float operators Z3 knows what they compute: None of them, "all", or the "outer"
        ones, which are not computed already. Others are some functions."""
        self.instance, self.exact = instance, exact
        self.engine = Engine(powers)
        self.semantics = Semantics(self.engine)
        self.facts, self.assumptions = {}, []
        self.values, self.traps, self.new_traps = {}, {}, []
        self.new = {}
        self.left = self.value(instance.left)
        self.left_trap = self.traps.pop(id(instance.left), None)
        self.right = self.value(instance.right)
        left, right = instance.constants()
        #: The constants of the left side in the order of the text, and those that the rule made.
        self.c = [self.value(node).term for node in left]
        self.r = [self.value(node).term for node in right]

    def value(self, node):
        key = id(node) if node.number is None else node.number
        if key not in self.values:
            self.values[key] = Value(self, node, self.term(node))
        return self.values[key]

    def term(self, node):
        if node.kind != "n":
            number = node.number if node.number is not None else f"r{len(self.new)}"
            if node.number is None:
                self.new[id(node)] = node
            term = z3.BitVec(f"{node.kind}{number}", BITS[node.ty])
            if node.ty == "ref!":
                self.assumptions.append(term != 0)
            return term
        args = [self.value(arg).term for arg in node.args]
        self.engine.exact = self.exact == "all" or self.exact == "outer" and node.number is None
        term, trap = self.semantics.apply(node.op, args)
        if trap is not None:
            # An operand has been computed already, so it did not trap.
            if node.number is not None:
                self.assumptions.append(z3.Not(trap))
            elif node is self.instance.left:
                self.traps[id(node)] = trap
            else:
                self.new_traps.append(trap)
        return term

    def fact(self, value, what):
        number = value.node.number
        if (number, what) not in self.facts:
            symbol = z3.BitVec(f"{what}{number}", value.bits)
            self.facts[number, what] = symbol
            if what == "zeros":
                self.assumptions.append(value.term & symbol == 0)
            elif what == "ones":
                self.assumptions.append(value.term & symbol == symbol)
            else:
                bits = value.bits
                # All that is above the copies shifted out by a signed shift is zeros or ones.
                rest = value.term >> (bv(bits, bits) - symbol)
                in_range = z3.And(z3.UGE(symbol, 1), z3.ULE(symbol, bits))
                self.assumptions += [in_range, z3.Or(rest == 0, rest == -1)]
        return self.facts[number, what]

    def shl(self, a, by):
        """A shift, in the words of this query: see `Engine.shl`."""
        return self.engine.shl(a, by)

    def claim(self):
        """That the two sides are equal, and trap alike."""
        right_trap = z3.Or(*self.new_traps) if self.new_traps else z3.BoolVal(False)
        left_trap = self.left_trap if self.left_trap is not None else z3.BoolVal(False)
        equal = self.left.term == self.right.term
        return z3.And(left_trap == right_trap, z3.Or(left_trap, equal))

    def concrete(self, instance):
        """The constants and facts of an instance of the same skeleton, to put in the symbols' place."""
        pairs = []
        for (mine, symbols) in zip(instance.constants(), (self.c, self.r)):
            pairs += [(symbol, bv(node.value, symbol.size())) for node, symbol in zip(mine, symbols)]
        for (number, what), symbol in self.facts.items():
            zeros, ones = instance.known.get(number, (0, 0))
            value = {"zeros": zeros, "ones": ones, "signs": instance.signs.get(number, 1)}[what]
            pairs.append((symbol, bv(value & (2 ** symbol.size() - 1), symbol.size())))
        return pairs
