"""Uses the installed package as its users do; an exception if something is wrong. Run by packages/python/test."""

import subprocess
import sys

import invar

TEXT = "(module (func (export \"f\") (result i32) (i32.add (i32.const 1) (i32.const 2))))"

output = invar.optimize(TEXT, "Oz")
assert output.wasm[:4] == b"\0asm", output.wasm
assert output.report["output"]["bytes"] == len(output.wasm), output.report
assert invar.optimize(bytearray(output.wasm), "-O3", args=["--no-guard"]).wasm[:4] == b"\0asm"
for arguments, is_usage in [((b"\0asm\1\0\0\0\xff",), False), ((TEXT, "O9"), True)]:
    try:
        invar.optimize(*arguments)
        raise AssertionError("no error")
    except invar.InvarError as error:
        assert error.is_usage == is_usage, error
said = subprocess.run([sys.executable, "-m", "invar", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
assert said.startswith("invar "), said
print(said.splitlines()[0], len(output.wasm), "bytes")
