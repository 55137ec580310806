;; A parameter of a loop that always gets a new object of one type is replaced by its fields.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(5) == 5
;; run: f(10) == 55
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (func (export "f") (param $n i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (i32.const 0) (i32.const 1)))
    (loop $next (result i32)
      (if (result i32) (i32.eqz (local.get $n))
        (then (struct.get $pair 0 (local.get $p)))
        (else
          (local.set $p (struct.new $pair (struct.get $pair 1 (local.get $p))
            (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 1 (local.get $p)))))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br $next))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     jump b1(v0, v1, v2)
;;   b1(v4: i32, v16: i32, v17: i32):
;;     v5 = i32.eqz v4
;;     br_if v5, b3, b4
;;   b2:
;;     return v16
;;   b3:
;;     jump b2
;;   b4:
;;     v12 = i32.add v16, v17
;;     v14 = i32.const 1
;;     v15 = i32.sub v4, v14
;;     jump b1(v15, v17, v12)
;;   }
;; }
