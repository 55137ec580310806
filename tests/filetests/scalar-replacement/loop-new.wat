;; An allocation in the body of a loop that does not leave the iteration is replaced.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(4) == 30
;; run: f(0) == 0
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $n i32) (result i32)
    (local $p (ref null $pair)) (local $s i32)
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $n)))
        (local.set $p (struct.new $pair (local.get $n) (local.get $n)))
        (local.set $s (i32.add (local.get $s)
          (i32.mul (struct.get $pair 0 (local.get $p)) (struct.get $pair 1 (local.get $p)))))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next)))
    (local.get $s)))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 0
;;     jump b2(v2, v0)
;;   b1:
;;     return v6
;;   b2(v6: i32, v3: i32):
;;     v4 = i32.eqz v3
;;     br_if v4, b1, b3
;;   b3:
;;     v9 = i32.mul v3, v3
;;     v10 = i32.add v6, v9
;;     v11 = i32.const 1
;;     v12 = i32.sub v3, v11
;;     jump b2(v10, v12)
;;   }
;; }
