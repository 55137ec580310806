;; A probe (a load done only for its trap) that is in bounds is removed, without any other load.
;; test: pass redundant-traps,dce
;; run: f(-1) == ()
;; run: g(255) == trap
(module
  (memory 1)
  (func (export "f") (param i32)
    (drop (i32.load offset=65277 (i32.and (local.get 0) (i32.const 255)))))
  (func (export "g") (param i32)
    (drop (i32.load offset=65278 (i32.and (local.get 0) (i32.const 255))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   memory m0 : i32 1..
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     return
;;   }
;;   func f1 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 255
;;     v2 = i32.and v0, v1
;;     v3 = i32.load v2 offset=65278
;;     return
;;   }
;; }
