;; Two allocations are two objects, in a loop too.
;; test: pass gvn,dce
;; run: f(3) == 3
;; run: g(3) == 5
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $a (mut (ref null $pair)) (ref.null $pair))
  (global $b (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $pair)) (local $q (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (local.set $q (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $a (local.get $p))
    (global.set $b (local.get $q))
    (struct.set $pair 0 (local.get $q) (i32.const 9))
    (struct.get $pair 0 (local.get $p)))
  ;; The object of the iteration before is not the one of this iteration.
  (func (export "g") (param $n i32) (result i32)
    (local $p (ref $pair)) (local $old (ref null $pair))
    (local.set $p (struct.new $pair (i32.const 1) (i32.const 0)))
    (loop $next
      (local.set $old (local.get $p))
      (local.set $p (struct.new $pair (local.get $n) (i32.const 0)))
      (global.set $a (local.get $p))
      (struct.set $pair 0 (local.get $old) (i32.const 4))
      (local.set $n (i32.sub (local.get $n) (i32.const 1)))
      (br_if $next (local.get $n)))
    (i32.add (struct.get $pair 0 (local.get $p)) (struct.get $pair 0 (local.get $old)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "a" = ref.null ty0
;;   global g1 : mut (ref null ty0) "b" = ref.null ty0
;;   export "f" f0
;;   export "g" f1
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty0 v0, v1
;;     v4 = struct.new ty0 v0, v1
;;     global.set g0 v2
;;     global.set g1 v4
;;     v5 = i32.const 9
;;     struct.set ty0 0 v4, v5
;;     return v0
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v2 = i32.const 1
;;     v3 = i32.const 0
;;     v4 = struct.new ty0 v2, v3
;;     jump b1(v0, v4)
;;   b1(v6: i32, v5: (ref ty0)):
;;     v8 = struct.new ty0 v6, v3
;;     global.set g0 v8
;;     v9 = i32.const 4
;;     struct.set ty0 0 v5, v9
;;     v11 = i32.sub v6, v2
;;     br_if v11, b1(v11, v8), b2
;;   b2:
;;     v12 = struct.get ty0 0 v8
;;     v14 = i32.add v12, v9
;;     return v14
;;   }
;; }
