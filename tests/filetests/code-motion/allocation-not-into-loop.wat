;; An allocation is not moved into a loop, and not duplicated into two alternatives: objects would differ.
;; test: pass graph
;; run: same(1) == 3
;; run: both(0, 0) == 0
;; run: both(1, 1) == 1
(module
  (type $box (struct (field (mut i32))))
  (global $last (mut (ref null $box)) (ref.null $box))
  (func (export "same") (param $c i32) (result i32)
    (local $b (ref null $box)) (local $i i32) (local $s i32)
    (local.set $b (struct.new $box (i32.const 1)))
    (if (local.get $c)
      (then
        (loop $l
          (local.set $s (i32.add (local.get $s)
            (i32.or (i32.eqz (local.get $i)) (ref.eq (local.get $b) (global.get $last)))))
          (global.set $last (local.get $b))
          (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))))
    (local.get $s))
  (func (export "both") (param $c i32) (param $d i32) (result i32)
    (local $b (ref null $box)) (local $x (ref null $box)) (local $y (ref null $box))
    (local.set $b (struct.new $box (i32.const 1)))
    (if (local.get $c) (then (global.set $last (local.get $b)) (local.set $x (local.get $b))))
    (if (local.get $d) (then (global.set $last (local.get $b)) (local.set $y (local.get $b))))
    (i32.and (ref.eq (local.get $x) (local.get $y)) (i32.and (local.get $c) (local.get $d)))))

;; expect:
;; module {
;;   ty0 "box" = struct (mut i32)
;;   ty1 = func (i32) -> (i32)
;;   ty2 = func (i32, i32) -> (i32)
;;   global g0 : mut (ref null ty0) "last" = ref.null ty0
;;   export "same" f0
;;   export "both" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v2 = i32.const 1
;;     br_if v0, b1, b3(v1)
;;   b1:
;;     v3 = struct.new ty0 v2
;;     jump b2(v1, v1)
;;   b2(v4: i32, v5: i32):
;;     v6 = global.get g0
;;     global.set g0 v3
;;     v7 = i32.add v4, v2
;;     v8 = i32.const 3
;;     v9 = i32.lt_u v7, v8
;;     v10 = i32.eqz v4
;;     v11 = ref.eq v3, v6
;;     v12 = i32.or v10, v11
;;     v13 = i32.add v5, v12
;;     br_if v9, b2(v7, v13), b3(v13)
;;   b3(v14: i32):
;;     return v14
;;   }
;;   func f1 : ty2 {
;;   b0(v0: i32, v1: i32):
;;     v2 = i32.const 1
;;     v3 = struct.new ty0 v2
;;     br_if v0, b2, b1
;;   b1:
;;     v4 = ref.null ty0
;;     jump b3(v4)
;;   b2:
;;     global.set g0 v3
;;     jump b3(v3)
;;   b3(v5: (ref null ty0)):
;;     br_if v1, b5, b4
;;   b4:
;;     v6 = ref.null ty0
;;     jump b6(v6)
;;   b5:
;;     global.set g0 v3
;;     jump b6(v3)
;;   b6(v7: (ref null ty0)):
;;     v8 = ref.eq v5, v7
;;     v9 = i32.and v0, v1
;;     v10 = i32.and v8, v9
;;     return v10
;;   }
;; }
