;; A loop that computes nothing but may not terminate stays.
;; test: pass dce
;; run: f(3) == ()
(module
  (func (export "f") (param i32)
    (loop $next
      (br_if $next (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     jump b1(v0)
;;   b1(v1: i32):
;;     v2 = i32.const 1
;;     v3 = i32.sub v1, v2
;;     br_if v3, b1(v3), b2
;;   b2:
;;     return
;;   }
;; }
