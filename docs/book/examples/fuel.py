"""Counts the operators that `run(N)` executes in modules, as wasmtime's fuel: python3 fuel.py N MODULE...

A request or an annotation that Invar has not processed returns its first operand. After `pip install wasmtime`.
"""
import sys
import wasmtime

config = wasmtime.Config()
config.consume_fuel = True
engine = wasmtime.Engine(config)
n, *names = sys.argv[1:]
first = None
for name in names:
    module = wasmtime.Module.from_file(engine, name)
    store, linker = wasmtime.Store(engine), wasmtime.Linker(engine)
    store.set_fuel(10**15)
    for it in module.imports:
        if it.module == "invar":
            answer = lambda *operands, has=len(it.type.results): operands[0] if has else None
            linker.define_func(it.module, it.name, it.type, answer)
    exports = linker.instantiate(store, module).exports(store)
    if "init" in exports:  # A specialized module starts behind it, and does not export it.
        exports["init"](store)
    before = store.get_fuel()
    result = exports["run"](store, int(n))
    fuel = before - store.get_fuel()
    first = first or fuel
    print(f"{name}: {result}, {fuel:,} operators, {first / fuel:.1f} times")
