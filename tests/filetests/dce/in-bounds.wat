;; An unused load is removed if address, offset and size lie below the declared minimum of the memory.
;; test: pass dce
;; run: constant() == ()
;; run: masked(-1) == ()
;; run: shifted(-1) == ()
;; run: remainder(-1) == ()
;; run: vector(-1) == ()
;; run: chosen(1) == ()
(module
  (memory 1)
  (func (export "constant")
    (drop (i32.load (i32.const 65532))))
  (func (export "masked") (param i32)
    (drop (i32.load offset=65277 (i32.and (local.get 0) (i32.const 255)))))
  (func (export "shifted") (param i32)
    (drop (i64.load (i32.add (i32.shl (i32.shr_u (local.get 0) (i32.const 24)) (i32.const 3)) (i32.const 1000)))))
  (func (export "remainder") (param i32)
    (drop (i32.load8_u offset=65437 (i32.rem_u (local.get 0) (i32.const 99)))))
  (func (export "vector") (param i32)
    (drop (v128.load offset=65265 (i32.and (local.get 0) (i32.const 255)))))
  (func (export "chosen") (param i32)
    (drop (i32.load (select (i32.const 65532) (i32.const 8) (local.get 0))))))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> ()
;;   memory m0 : i32 1..
;;   export "constant" f0
;;   export "masked" f1
;;   export "shifted" f2
;;   export "remainder" f3
;;   export "vector" f4
;;   export "chosen" f5
;;   func f0 : ty0 {
;;   b0:
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     return
;;   }
;;   func f2 : ty1 {
;;   b0(v0: i32):
;;     return
;;   }
;;   func f3 : ty1 {
;;   b0(v0: i32):
;;     return
;;   }
;;   func f4 : ty1 {
;;   b0(v0: i32):
;;     return
;;   }
;;   func f5 : ty1 {
;;   b0(v0: i32):
;;     return
;;   }
;; }
