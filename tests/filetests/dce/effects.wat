;; Unused operators without effects are removed, loads in bounds too. Loads and divisions that may trap, calls and
;; stores stay.
;; test: pass dce
;; run: f(0) == trap
(module
  (import "env" "log" (func $log (param i32) (result i32)))
  (memory 1)
  (func (export "f") (param i32)
    (drop (i32.add (local.get 0) (i32.const 1)))
    (drop (call $log (i32.const 1)))
    (drop (i32.load (local.get 0)))
    (drop (i32.load (i32.const 8)))
    (i32.store (i32.const 8) (i32.const 1))
    (drop (i32.div_u (i32.const 1) (local.get 0)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   ty1 = func (i32) -> ()
;;   import f0 "env" "log" : ty0 "log"
;;   memory m0 : i32 1..
;;   export "f" f1
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v3 = i32.const 1
;;     v4 = call f0 v3
;;     v5 = i32.load v0
;;     v8 = i32.const 8
;;     v9 = i32.const 1
;;     i32.store v8, v9
;;     v10 = i32.const 1
;;     v11 = i32.div_u v10, v0
;;     return
;;   }
;; }
