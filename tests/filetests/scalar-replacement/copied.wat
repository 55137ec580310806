;; An object that is only read may have two names behind an edge: its fields are copied.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(0) == 2
;; run: f(3) == 11
(module
  (type $pair (struct (field i32) (field i32)))
  (func (export "f") (param $n i32) (result i32)
    (local $c (ref $pair)) (local $z (ref $pair))
    (local.set $c (struct.new $pair (local.get $n) (i32.const 2)))
    (local.set $z (local.get $c))
    (loop $next
      (if (local.get $n)
        (then
          (local.set $z (struct.new $pair (struct.get $pair 0 (local.get $c))
            (i32.add (struct.get $pair 1 (local.get $z)) (struct.get $pair 1 (local.get $c)))))
          (local.set $n (i32.sub (local.get $n) (i32.const 1)))
          (br $next))))
    (i32.add (struct.get $pair 0 (local.get $z))
      (i32.add (struct.get $pair 1 (local.get $z)) (i32.mul (i32.const 0) (i32.const 2))))))

;; expect:
;; module {
;;   ty0 "pair" = struct (i32, i32)
;;   ty1 = func (i32) -> (i32)
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 2
;;     jump b1(v0, v1)
;;   b1(v3: i32, v20: i32):
;;     br_if v3, b3, b4
;;   b2:
;;     v14 = i32.const 0
;;     v15 = i32.const 2
;;     v16 = i32.mul v14, v15
;;     v17 = i32.add v20, v16
;;     v18 = i32.add v0, v17
;;     return v18
;;   b3:
;;     v8 = i32.add v20, v1
;;     v10 = i32.const 1
;;     v11 = i32.sub v3, v10
;;     jump b1(v11, v8)
;;   b4:
;;     jump b2
;;   }
;; }
