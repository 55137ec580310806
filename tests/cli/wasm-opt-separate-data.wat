;; RUN: wasm-opt % --separate-data-segments=%t/data --pass-arg=separate-data-segments-global-base@8 -S -o -
;; The data goes to a file that the host loads.
(module
  (memory (export "memory") 1)
  (data (i32.const 8) "abc")
  (data (i32.const 16) "def"))
