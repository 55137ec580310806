;; Two loads are not merged across a store or a call.
;; test: pass gvn,dce
;; run: store(9) == 9
(module
  (import "env" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (func (export "store") (param i32) (result i32)
    (local $a i32)
    (local.set $a (i32.load (i32.const 4)))
    (i32.store (i32.const 4) (local.get 0))
    (i32.add (local.get $a) (i32.load (i32.const 4))))
  (func (export "call") (result i32)
    (local $a i32)
    (local.set $a (i32.load (i32.const 4)))
    (call $log (i32.const 1))
    (i32.add (local.get $a) (i32.load (i32.const 4)))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func () -> (i32)
;;   import f0 "env" "log" : ty0 "log"
;;   memory m0 : i32 1..
;;   export "memory" m0
;;   export "store" f1
;;   export "call" f2
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 4
;;     v3 = i32.load v2
;;     i32.store v2, v0
;;     v7 = i32.add v3, v0
;;     return v7
;;   }
;;   func f2 : ty2 {
;;   b0:
;;     v1 = i32.const 4
;;     v2 = i32.load v1
;;     v3 = i32.const 1
;;     call f0 v3
;;     v5 = i32.load v1
;;     v6 = i32.add v2, v5
;;     return v6
;;   }
;; }
