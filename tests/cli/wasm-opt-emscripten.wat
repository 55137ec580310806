;; RUN: wasm-opt --strip-target-features --post-emscripten -O3 --low-memory-unused --zero-filled-memory --pass-arg=directize-initial-contents-immutable --no-stack-ir % -o %t/out.wasm --mvp-features --enable-mutable-globals
;; What emcc -O3 runs.
(module (memory 1) (func (export "f")))
