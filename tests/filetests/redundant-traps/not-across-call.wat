;; A call ends a run: its effects are observable after a trap, and it may not return.
;; test: pass redundant-traps,dce
;; run: f(16, 0) == 0
(module
  (memory 1 100)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $other (global.set $g (i32.const 1)))
  (func (export "f") (param i32 i32) (result i32)
    (local.set 1 (i32.load (local.get 0)))
    (drop (i32.load (i32.add (local.get 0) (i32.const 4))))
    (drop (i32.load (i32.add (local.get 0) (i32.const 8))))
    (call $other)
    (i32.add (local.get 1) (i32.load (i32.add (local.get 0) (i32.const 12))))))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..100
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "g" g0
;;   export "f" f1
;;   func f0 : ty0 "other" {
;;   b0:
;;     v0 = i32.const 1
;;     global.set g0 v0
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.load v0
;;     v6 = i32.const 8
;;     v7 = i32.add v0, v6
;;     v8 = i32.load v7
;;     call f0
;;     v9 = i32.const 12
;;     v10 = i32.add v0, v9
;;     v11 = i32.load v10
;;     v12 = i32.add v2, v11
;;     return v12
;;   }
;; }
