;; "No side effects - cannot move alloc 10 outside of loop": each iteration allocates its own object.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,ssa-cleanup,simplify-cfg,ssa-cleanup,dce
;; run: f(2) == 1
(module
  (type $box (struct (field (mut i32))))
  (func (export "f") (param $n i32) (result i32)
    (local $now (ref null $box)) (local $before (ref null $box))
    (loop $l
      (local.set $before (local.get $now))
      (local.set $now (struct.new $box (i32.const 10)))
      (br_if $l (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
    (i32.eqz (ref.eq (local.get $now) (local.get $before)))))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = ref.null ty0
;;     jump b1(v0, v1)
;;   b1(v5: i32, v2: (ref null ty0)):
;;     v3 = i32.const 10
;;     v4 = struct.new ty0 v3
;;     v6 = i32.const 1
;;     v7 = i32.sub v5, v6
;;     br_if v7, b1(v7, v4), b2
;;   b2:
;;     v8 = ref.eq v4, v2
;;     v9 = i32.eqz v8
;;     return v9
;;   }
;; }
