;; FAIL(1): wasm-opt % --minify-imports-and-exports-and-modules -o %t/out.wasm
;; Two imports would become one.
(module
  (import "a" "f" (func))
  (import "b" "f" (func)))
