;; A parameter whose only argument is an edge value of a branch stays: that value is only defined on the edge.
;; test: pass unreachable,ssa-cleanup,dce
;; run: f(1) == 7
;; run: f(0) == 9
(module
  (type $box (struct (field i32)))
  (func $get (param $b (ref null $box)) (result i32)
    (block $null
      (br_on_null $null (local.get $b))
      (struct.get $box 0)
      (return))
    (i32.const 9))
  (func $last (param $b (ref null $box)) (result i32) (local $c (ref null $box))
    (local.set $c
      (block $some (result (ref $box))
        (br_on_non_null $some (local.get $b))
        (return (i32.const 9))))
    (struct.get $box 0 (local.get $c)))
  (func (export "f") (param i32) (result i32) (local $b (ref null $box))
    (if (local.get 0) (then (local.set $b (struct.new $box (i32.const 7)))))
    (drop (call $get (local.get $b)))
    (call $last (local.get $b))))

;; expect:
;; module {
;;   ty0 "box" = struct (i32)
;;   ty1 = func ((ref null ty0)) -> (i32)
;;   ty2 = func (i32) -> (i32)
;;   export "f" f2
;;   func f0 : ty1 "get" {
;;   b0(v0: (ref null ty0)):
;;     br_on_null v0, b1, [v1] b2(v1)
;;   b1:
;;     v4 = i32.const 9
;;     return v4
;;   b2(v2: (ref ty0)):
;;     v3 = struct.get ty0 0 v2
;;     return v3
;;   }
;;   func f1 : ty1 "last" {
;;   b0(v0: (ref null ty0)):
;;     br_on_non_null v0, [v3] b1(v3), b2
;;   b1(v2: (ref ty0)):
;;     v5 = struct.get ty0 0 v2
;;     return v5
;;   b2:
;;     v4 = i32.const 9
;;     return v4
;;   }
;;   func f2 : ty2 {
;;   b0(v0: i32):
;;     v1 = ref.null ty0
;;     br_if v0, b2, b3
;;   b1(v4: (ref null ty0)):
;;     v5 = call f0 v4
;;     v6 = call f1 v4
;;     return v6
;;   b2:
;;     v2 = i32.const 7
;;     v3 = struct.new ty0 v2
;;     jump b1(v3)
;;   b3:
;;     jump b1(v1)
;;   }
;; }
