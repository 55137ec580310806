;; A loop that waits for another thread reads a shared memory in each turn, also behind a read of the same location.
;; test: pass unreachable,fold,gvn,load-elim,dead-store-elim,ssa-cleanup,dce
(module
  (memory 1 1 shared)
  (func (export "wait") (param $p i32) (result i32) (local $x i32)
    (local.set $x (i32.load (local.get $p)))
    (loop $l
      (br_if $l (i32.eq (i32.load (local.get $p)) (local.get $x))))
    (i32.load (local.get $p))))

;; expect:
;; module {
;;   ty0 = func (i32) -> (i32)
;;   memory m0 : shared i32 1..1
;;   export "wait" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v2 = i32.load v0
;;     jump b1
;;   b1:
;;     v3 = i32.load v0
;;     v4 = i32.eq v3, v2
;;     br_if v4, b1, b2
;;   b2:
;;     v5 = i32.load v0
;;     return v5
;;   }
;; }
