;; An object that escapes in a loop and lives around it is made once, before the loop.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 4
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $n i32) (result i32)
    (local $p (ref $pair)) (local $same i32)
    (local.set $p (struct.new $pair (i32.const 0) (i32.const 1)))
    (struct.set $pair 0 (local.get $p) (i32.const 5))
    (loop $next
      (local.set $same (i32.add (local.get $same) (ref.eq (global.get $g) (local.get $p))))
      (global.set $g (local.get $p))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (i32.add (local.get $same) (i32.shl (ref.eq (global.get $g) (local.get $p)) (i32.const 1)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "g" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v3 = i32.const 1
;;     v5 = i32.const 5
;;     v18 = struct.new ty0 v5, v3
;;     jump b1(v0, v1)
;;   b1(v10: i32, v6: i32):
;;     v7 = global.get g0
;;     v8 = ref.eq v7, v18
;;     v9 = i32.add v6, v8
;;     global.set g0 v18
;;     v11 = i32.const 1
;;     v12 = i32.sub v10, v11
;;     br_if v12, b1(v12, v9), b2
;;   b2:
;;     v13 = global.get g0
;;     v14 = ref.eq v13, v18
;;     v15 = i32.const 1
;;     v16 = i32.shl v14, v15
;;     v17 = i32.add v9, v16
;;     return v17
;;   }
;; }
