;; Two objects that a loop exchanges stay two objects.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 12
;; run: f(1) == 21
;; run: f(2) == 12
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $n i32) (result i32)
    (local $p (ref $pair)) (local $q (ref $pair)) (local $t (ref $pair))
    (local.set $p (struct.new $pair (i32.const 1) (i32.const 0)))
    (local.set $q (struct.new $pair (i32.const 2) (i32.const 0)))
    (loop $next (result i32)
      (if (result i32) (i32.eqz (local.get $n))
        (then (i32.add (i32.mul (i32.const 10) (struct.get $pair 0 (local.get $p))) (struct.get $pair 0 (local.get $q))))
        (else
          (local.set $t (local.get $p))
          (local.set $p (local.get $q))
          (local.set $q (local.get $t))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br $next))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v4 = i32.const 2
;;     jump b1(v0, v4, v1)
;;   b1(v7: i32, v19: i32, v21: i32):
;;     v8 = i32.eqz v7
;;     br_if v8, b3, b4
;;   b2:
;;     return v16
;;   b3:
;;     v10 = i32.const 10
;;     v13 = i32.mul v10, v21
;;     v16 = i32.add v13, v19
;;     jump b2
;;   b4:
;;     v17 = i32.const 1
;;     v18 = i32.sub v7, v17
;;     jump b1(v18, v21, v19)
;;   }
;; }
