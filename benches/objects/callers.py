"""The options with which compilers of languages with objects call wasm-opt: for each a list of stages, of which each
takes the output of the one before. Without options that name source maps and symbol files."""


def words(text):
    return text.split()


KOTLIN = words("""
    --enable-gc --enable-reference-types --enable-exception-handling --enable-bulk-memory
    --enable-nontrapping-float-to-int --inline-functions-with-loops --traps-never-happen --fast-math
""")
DART_FEATURES = words("""
    --enable-gc --enable-reference-types --enable-multivalue --enable-exception-handling
    --enable-nontrapping-float-to-int --enable-sign-ext --enable-bulk-memory --enable-threads --no-inline=*<noInline>*
""")
J2CL = words("""
    --enable-exception-handling --enable-gc --enable-reference-types --enable-sign-ext --enable-strings
    --enable-nontrapping-float-to-int --enable-bulk-memory --closed-world --traps-never-happen
""")
OCAML = words("""
    --enable-gc --enable-multivalue --enable-exception-handling --enable-reference-types --enable-tail-call
    --enable-bulk-memory --enable-nontrapping-float-to-int --enable-strings --enable-multimemory --traps-never-happen
""")
DART = words("""
    --closed-world --traps-never-happen --type-unfinalizing -Os --type-ssa --gufa -Os --type-merging -Os
    --type-finalizing
""")
ROUND = words("-O3 --optimize-j2cl")

CALLERS = {
    "kotlin": [[*KOTLIN, *words("-O3 -O3 --gufa -O3 -O3 -Oz")]],
    "kotlin-closed": [[
        *KOTLIN, "--closed-world", *words("--type-ssa -O3 -O3 --gufa -O3 --type-merging -O3 -Oz")
    ]],
    "dart2wasm": [[*DART_FEATURES, *DART, "--minimize-rec-groups"]],
    "dart2wasm-all": [["--all-features", *DART]],
    "j2cl": [
        [*J2CL, "--debuginfo", "--no-inline=*_<once>_*", *ROUND, *words("--gufa --unsubtyping"), *ROUND, *ROUND],
        [*J2CL, "--debuginfo", "--no-inline=*_<once>_*", *words("--partial-inlining-ifs=4 -fimfs=50 --gufa --unsubtyping"),
         *ROUND, *ROUND, *ROUND, *words("--gufa --unsubtyping"), *ROUND, *ROUND],
        [*J2CL, "--no-full-inline=*_<once>_*",
         *words("--partial-inlining-ifs=4 -fimfs=50 --intrinsic-lowering --gufa --unsubtyping"), *ROUND, *ROUND,
         "--type-merging", *ROUND,
         *words("--string-lowering --remove-unused-module-elements --reorder-globals --type-finalizing")],
    ],
    "wasm_of_ocaml-1": [[*OCAML, "-O2", "--skip-pass=inlining-optimizing"]],
    "wasm_of_ocaml-3": [[*OCAML, "-O3", "--skip-pass=inlining-optimizing"]],
}
