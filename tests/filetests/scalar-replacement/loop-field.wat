;; A field of an object before a loop that the loop changes is a variable of the loop.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(4) == 10
;; run: f(0) == 0
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $n i32) (result i32)
    (local $p (ref null $pair))
    (local.set $p (struct.new_default $pair))
    (block $end
      (loop $next
        (br_if $end (i32.eqz (local.get $n)))
        (struct.set $pair 1 (local.get $p) (i32.add (struct.get $pair 1 (local.get $p)) (local.get $n)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br $next)))
    (struct.get $pair 1 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v11 = i32.const 0
;;     jump b2(v0, v11)
;;   b1:
;;     return v10
;;   b2(v3: i32, v10: i32):
;;     v4 = i32.eqz v3
;;     br_if v4, b1, b3
;;   b3:
;;     v6 = i32.add v10, v3
;;     v7 = i32.const 1
;;     v8 = i32.sub v3, v7
;;     jump b2(v8, v6)
;;   }
;; }
