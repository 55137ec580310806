"""Runs the measured modules: the Rust programs of the corpus, and the kernels."""
import ast, os, re, tempfile
import wasmtime

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

def kernel_sizes():
    """Each kernel's n, as benches/kernels/run has it."""
    with open(os.path.join(root, "benches/kernels/run")) as file:
        return ast.literal_eval(re.search(r"^SIZES = (\{.*?^\})", file.read(), re.M | re.S)[1])

def run_rust(store, module, program):
    """Runs `json`, `grep` or `markdown` on 200 lines of input. Returns the instance."""
    linker = wasmtime.Linker(store.engine)
    linker.define_wasi()
    text = "".join(f'{{"a": [{n}, "x{n}"], "b": null}}\n' if program == "json" else f"# head {n}\n\nsome *text* {n}\n\n"
                   for n in range(200))
    with tempfile.NamedTemporaryFile("w") as stdin:
        stdin.write("[" + ",".join(text.splitlines()) + "]" if program == "json" else text)
        stdin.flush()
        wasi = wasmtime.WasiConfig()
        wasi.stdin_file = stdin.name
        wasi.argv = [program] + {"json": [], "grep": ["t.xt [0-9]+7"], "markdown": []}[program]
        store.set_wasi(wasi)
        instance = linker.instantiate(store, module)
        try:
            instance.exports(store)["_start"](store)
        except wasmtime.ExitTrap:
            pass
    return instance
