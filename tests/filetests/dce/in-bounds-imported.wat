;; An imported memory has at least its declared minimum size.
;; test: pass dce
(module
  (import "env" "memory" (memory 1))
  (func (export "in") (param i32)
    (drop (i32.load offset=65277 (i32.and (local.get 0) (i32.const 255)))))
  (func (export "out") (param i32)
    (drop (i32.load offset=65278 (i32.and (local.get 0) (i32.const 255))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   import m0 "env" "memory" : i32 1..
;;   export "in" f0
;;   export "out" f1
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
