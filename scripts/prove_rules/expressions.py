"""Instances of rules, as the example `prove` of invar-rules prints them."""

BITS = {"i32": 32, "i64": 64, "f32": 32, "f64": 64, "v128": 128, "ref": 64, "ref!": 64}


class Node:
    """A value: `x` (opaque), `c` (a constant) or `n` (an operator). What a rule makes has no number."""

    def __init__(self, kind, number, ty=None, value=None, op=None, args=()):
        self.kind, self.number, self.ty, self.value = kind, number, ty, value
        self.op, self.args = op, list(args)

    def occurrences(self):
        """This node and all below, in the order of the text."""
        yield self
        for arg in self.args:
            yield from arg.occurrences()

    def walk(self, seen=None):
        """This node and all below, each numbered one once, in the order of the text."""
        seen = set() if seen is None else seen
        if self.number is None or self.number not in seen:
            seen.add(self.number)
            yield self
            for arg in self.args:
                yield from arg.walk(seen)


def parse(text):
    """Reads an expression."""
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    at = 0

    def node():
        nonlocal at
        token = tokens[at]
        at += 1
        if token != "(":
            name, what = token.split(":", 1)
            ty, _, value = what.partition("=")
            return Node(name[0], int(name[1:]) if name[1:] else None, ty, int(value) if value else None)
        name, op = tokens[at], tokens[at + 1]
        at += 2
        args = []
        while tokens[at] != ")":
            args.append(node())
        at += 1
        return Node("n", int(name[1:]) if name[1:] else None, None, None, op, args)

    return node()


class Instance:
    """What a rule was given, what it answered, and what it was told of the bits of values."""

    def __init__(self, left, right, facts):
        self.text = f"{left} => {right}" + (f" where {facts}" if facts else "")
        self.left, self.right = parse(left), parse(right)
        self.known, self.signs = {}, {}
        for fact in facts.split():
            kind, rest = fact.split("=")
            number, *values = rest.split(":")
            if kind == "known":
                self.known[int(number)] = (int(values[0]), int(values[1]))
            else:
                self.signs[int(number)] = int(values[0])

    def without_arms(self):
        """For an instance that exchanges the condition of a selection: an instance on the conditions alone.

        Two selections of the same values, whatever they are, are equal if their conditions are zero alike, by the
        definition of `select`. A selection is its first value if the condition is like 1, its second if like 0.
        """
        arms = [arg.number for arg in self.left.args[:2]]
        condition = lambda arg, op="condition": Node("n", None, op=op, args=[arg])
        if self.right.number is None:
            assert self.right.op == "select" and None not in arms, self.text
            exchanged = [arg.number for arg in self.right.args[:2]]
            assert exchanged in (arms, arms[::-1]), self.text
            right = condition(self.right.args[2], "condition" if exchanged == arms else "condition-not")
        else:
            assert self.right.number in arms, self.text
            right = condition(Node("c", None, "i32", int(self.right.number == arms[0])))
        self.left, self.right = condition(self.left.args[2]), right
        self.renumber()

    def renumber(self):
        """Names values in the order in which they come."""
        names = {}
        for node in [*self.left.occurrences(), *self.right.occurrences()]:
            if node.number is not None:
                node.number = names.setdefault(node.number, len(names))
        for facts in (self.known, self.signs):
            renamed = {names[number]: fact for number, fact in facts.items() if number in names}
            facts.clear()
            facts.update(renamed)

    def constants(self):
        """The constants of the left side and then of the right side, that are in it for the first time."""
        left = [node for node in self.left.walk() if node.kind == "c"]
        right = [node for node in self.right.walk() if node.kind == "c" and node.number is None]
        return left, right

    def skeleton(self):
        """The text without constants and facts: instances with equal skeletons share a proof."""
        return f"{spell(self.left)} => {spell(self.right)}"


def spell(node):
    name = "" if node.number is None else str(node.number)
    if node.kind != "n":
        return f"{node.kind}{name}:{node.ty}"
    return f"({' '.join([*(['n' + name] if name else []), node.op, *map(spell, node.args)])})"
