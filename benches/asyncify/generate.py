"""Programs for the comparison of asyncify: call trees in the text format, from seeds.

Each function takes (i32, i64, f64) and gives one of the five types of numbers. It has locals of each type, loops that end,
conditionals, switches, calls of functions, calls through a table, recursion on fuel in a global, memory and globals, and
calls of imports, each of which unwinds. What a function computes, memory and globals are mixed into the result.
"""
import random

TYPES = ["i32", "i64", "f32", "f64", "v128"]
SIGNATURE = "(param i32 i64 f64)"


class Maker:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.funcs = self.rng.randint(2, 6)
        self.results = [self.rng.choice(TYPES) for _ in range(self.funcs)]
        self.depth = 0
        self.labels = 0
        self.lines = []

    def expr(self, ty, depth=2):
        rng = self.rng
        leaf = depth <= 0 or rng.random() < 0.35
        if leaf:
            kind = rng.random()
            if kind < 0.6:
                return f"(local.get ${ty}{rng.randint(0, 2)})"
            if ty == "v128":
                return "(v128.const i32x4 1 2 3 4)" if kind < 0.8 else "(local.get $v1280)"
            if kind < 0.8:
                return f"({ty}.const {rng.randint(-9, 99)})"
            if ty == "i32":
                return "(local.get $p)"
            if ty == "i64":
                return "(local.get $q)"
            if ty == "f64":
                return "(local.get $r)"
            return f"({ty}.const 3)"
        a, b = (lambda: self.expr(ty, depth - 1)), (lambda: self.expr(ty, depth - 1))
        kind = rng.random()
        if ty == "i32":
            if kind < 0.15:
                return f"(i32.wrap_i64 {self.expr('i64', depth - 1)})"
            if kind < 0.25:
                return f"(i32x4.extract_lane 1 {self.expr('v128', depth - 1)})"
            if kind < 0.35:
                return f"(i32.load (i32.and {a()} (i32.const 1020)))"
            if kind < 0.42:
                return "(global.get $g)"
            return f"(i32.{rng.choice(['add', 'sub', 'mul', 'xor', 'and', 'or', 'shl', 'lt_s'])} {a()} {b()})"
        if ty == "i64":
            if kind < 0.2:
                return f"(i64.extend_i32_s {self.expr('i32', depth - 1)})"
            return f"(i64.{rng.choice(['add', 'sub', 'mul', 'xor', 'rotl'])} {a()} {b()})"
        if ty == "v128":
            if kind < 0.4:
                return f"(i32x4.splat {self.expr('i32', depth - 1)})"
            return f"(i32x4.{rng.choice(['add', 'sub', 'mul'])} {a()} {b()})"
        if kind < 0.3:
            return f"({ty}.convert_i32_s {self.expr('i32', depth - 1)})"
        return f"({ty}.{rng.choice(['add', 'sub', 'max', 'min'])} {a()} {b()})"

    def args(self):
        return " ".join(self.expr(ty, 1) for ty in ["i32", "i64", "f64"])

    def call(self, func):
        """A call that can be suspended, of a result."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.45:
            ty = rng.choice(["i32", "i64", "f64"])
            args = {"i32": f"{self.expr('i32', 1)} {self.expr('f32', 1)}", "i64": self.expr("i64", 1), "f64": ""}[ty]
            return ty, f"(call $sleep_{ty} {args})"
        if kind < 0.75:
            # Callees have larger numbers, but for recursion on fuel.
            to = rng.randrange(self.funcs)
            return self.results[to], f"(call $f{to} {self.args()})"
        to = rng.randrange(self.funcs)
        ty = self.results[to]
        first = [n for n in range(self.funcs) if self.results[n] == ty]
        index = f"(i32.const {to})" if rng.random() < 0.5 else f"(i32.add (i32.const {to}) (i32.and (local.get $z) {self.expr('i32', 1)}))"
        return ty, f"(call_indirect (type ${ty}) {self.args()} {index})"

    def block(self, func, budget):
        rng = self.rng
        for _ in range(rng.randint(1, 4)):
            kind = rng.random()
            if kind < 0.35 and self.calls > 0:
                self.calls -= 1
                ty, call = self.call(func)
                how = rng.random()
                if how < 0.6:
                    self.lines.append(f"(local.set ${ty}{rng.randint(0, 2)} {call})")
                elif how < 0.7:
                    self.lines.append(f"(drop {call})")
                else:
                    op = {"v128": "i32x4.add"}.get(ty, f"{ty}.add")
                    self.lines.append(f"(local.set ${ty}{rng.randint(0, 2)} ({op} {self.expr(ty)} {call}))")
            elif kind < 0.5 and budget > 0:
                label, self.labels = self.labels, self.labels + 1
                name = f"$n{label}"
                self.locals.append(f"(local {name} i32)")
                self.lines.append(f"(local.set {name} (i32.const 0))")
                self.lines.append(f"(block $e{label} (loop $l{label}")
                self.block(func, budget - 1)
                if rng.random() < 0.3:
                    self.lines.append(f"(br_if $e{label} {self.expr('i32', 1)})")
                self.lines.append(f"(local.set {name} (i32.add (local.get {name}) (i32.const 1)))")
                self.lines.append(f"(br_if $l{label} (i32.lt_u (local.get {name}) (i32.const {rng.randint(1, 3)})))))")
            elif kind < 0.65 and budget > 0:
                self.lines.append(f"(if {self.expr('i32')} (then")
                self.block(func, budget - 1)
                self.lines.append(") (else")
                self.block(func, budget - 1)
                self.lines.append("))")
            elif kind < 0.7 and budget > 0:
                label, self.labels = self.labels, self.labels + 1
                self.lines.append(f"(block $a{label} (block $b{label} (block $c{label} (br_table $a{label} $b{label} $c{label} {self.expr('i32', 1)}))")
                self.block(func, budget - 1)
                self.lines.append(")")
                self.block(func, budget - 1)
                self.lines.append(")")
            elif kind < 0.78:
                self.lines.append(f"(i32.store (i32.and {self.expr('i32', 1)} (i32.const 1020)) {self.expr('i32')})")
            elif kind < 0.84:
                self.lines.append(f"(global.set $g {self.expr('i32')})")
            else:
                ty = rng.choice(TYPES)
                self.lines.append(f"(local.set ${ty}{rng.randint(0, 2)} {self.expr(ty)})")

    def module(self):
        out = ["(module"]
        out.append('(import "env" "sleep_i32" (func $sleep_i32 (param i32 f32) (result i32)))')
        out.append('(import "env" "sleep_i64" (func $sleep_i64 (param i64) (result i64)))')
        out.append('(import "env" "sleep_f64" (func $sleep_f64 (result f64)))')
        out.append('(memory (export "memory") 2) (global $g (export "g") (mut i32) (i32.const 7)) (global $fuel (export "fuel") (mut i32) (i32.const 24))')
        for ty in TYPES:
            out.append(f"(type ${ty} (func {SIGNATURE} (result {ty})))")
        out.append(f"(table {self.funcs} funcref) (elem (i32.const 0) {' '.join(f'$f{n}' for n in range(self.funcs))})")
        for n, ty in enumerate(self.results):
            self.lines, self.locals, self.calls = [], [], 5
            self.block(n, 3)
            out.append(f"(func $f{n} (param $p i32) (param $q i64) (param $r f64) (result {ty}) (local $z i32)")
            for of in TYPES:
                out.append("".join(f"(local ${of}{k} {of})" for k in range(3)))
            out.extend(self.locals)
            # Fuel ends recursion.
            out.append("(if (i32.le_s (global.get $fuel) (i32.const 0)) (then (return "
                       + ("(v128.const i32x4 0 0 0 0)" if ty == "v128" else f"({ty}.const 1)") + ")))")
            out.append("(global.set $fuel (i32.sub (global.get $fuel) (i32.const 1)))")
            out.append("(local.set $i320 (local.get $p)) (local.set $i640 (local.get $q)) (local.set $f640 (local.get $r))")
            out.extend(self.lines)
            out.append(self.expr(ty, 3))
            out.append(")")
        mixed = {"i32": "(i64.extend_i32_s {})", "i64": "{}", "f32": "(i64.extend_i32_s (i32.reinterpret_f32 {}))",
                 "f64": "(i64.reinterpret_f64 {})", "v128": "(i64x2.extract_lane 0 {})"}[self.results[0]]
        out.append('(func (export "run") (param i32 i64 f64) (result i64)')
        out.append(mixed.format("(call $f0 (local.get 0) (local.get 1) (local.get 2))"))
        out.append("))")
        return "\n".join(out)


def program(seed):
    """The text of the program of a seed."""
    return Maker(seed).module()
