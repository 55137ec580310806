;; An object of the iteration before that is still used is not the one of this iteration.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 42
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $n i32) (result i32)
    (local $p (ref $pair)) (local $q (ref $pair))
    ;; $q is the object of the iteration before: writing to $p must not change it.
    (local.set $p (struct.new $pair (i32.const 7) (i32.const 0)))
    (local.set $q (local.get $p))
    (loop $next
      (local.set $q (local.get $p))
      (local.set $p (struct.new $pair (local.get $n) (i32.const 0)))
      (struct.set $pair 1 (local.get $q) (i32.const 40))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (i32.add (i32.add (struct.get $pair 0 (local.get $q)) (struct.get $pair 1 (local.get $q)))
      (struct.get $pair 1 (local.get $p)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 7
;;     jump b1(v0, v1)
;;   b1(v5: i32, v16: i32):
;;     v6 = i32.const 0
;;     v8 = i32.const 40
;;     v9 = i32.const 1
;;     v10 = i32.sub v5, v9
;;     br_if v10, b1(v10, v5), b2
;;   b2:
;;     v13 = i32.add v16, v8
;;     v15 = i32.add v13, v6
;;     return v15
;;   }
;; }
