;; An overwritten store that is in bounds is removed. One that may trap stays.
;; test: pass gvn,load-elim,dead-store-elim,dce
;; run: in(-1) == ()
;; run: out(255) == trap
(module
  (memory (export "m") 1)
  (func (export "in") (param i32)
    (i32.store offset=65277 (i32.and (local.get 0) (i32.const 255)) (i32.const 1))
    (i32.store offset=65277 (i32.and (local.get 0) (i32.const 255)) (i32.const 2)))
  (func (export "out") (param i32)
    (i32.store offset=65278 (i32.and (local.get 0) (i32.const 255)) (i32.const 1))
    (i32.store offset=65278 (i32.and (local.get 0) (i32.const 255)) (i32.const 2))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   memory m0 : i32 1..
;;   export "m" m0
;;   export "in" f0
;;   export "out" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v6 = i32.const 2
;;     i32.store v2, v6 offset=65277
;;     return
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.const 1
;;     i32.store v2, v3 offset=65278
;;     v6 = i32.const 2
;;     i32.store v2, v6 offset=65278
;;     return
;;   }
;; }
