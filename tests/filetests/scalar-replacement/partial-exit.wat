;; An object that escapes where a loop is left is made behind the loop.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 3
;; run: f(0) == 0
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "g") (param $n i32) (result (ref null $pair))
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (i32.const 0) (i32.const 1)))
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $n)))
        (struct.set $pair 0 (local.get $p) (i32.add (struct.get $pair 0 (local.get $p)) (i32.const 1)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next)))
    (local.get $p))
  (func (export "f") (param $n i32) (result i32) (struct.get $pair 0 (call 0 (local.get $n)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> ((ref null ty0))
;;   ty2 = func (i32) -> (i32)
;;   export "g" f0
;;   export "f" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     jump b2(v0, v1)
;;   b1:
;;     v12 = struct.new ty0 v11, v2
;;     return v12
;;   b2(v4: i32, v11: i32):
;;     v5 = i32.eqz v4
;;     br_if v5, b1, b3
;;   b3:
;;     v7 = i32.const 1
;;     v8 = i32.add v11, v7
;;     v9 = i32.const 1
;;     v10 = i32.sub v4, v9
;;     jump b2(v10, v8)
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32):
;;     v1 = call f0 v0
;;     v2 = struct.get ty0 0 v1
;;     return v2
;;   }
;; }
