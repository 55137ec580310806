;; A cast behind a test of its type is not hoisted out of the loop, though traps never happen.
;; test: pass licm,graph
;; promise: traps-never-happen
;; run: f(0, 5) == 0
;; run: f(3, 5) == 24
(module
  (type $o (sub (struct)))
  (type $a (sub $o (struct (field i32))))
  (type $b (sub $o (struct (field f64))))
  (memory 1 1)
  ;; `if (x is A) s += (x as A).field` in a loop, with an x that is a B: no operator traps, the result is 0
  (func $loop (param $x (ref $o)) (param $n i32) (result i32)
    (local $i i32) (local $s i32)
    (loop $l
      (if (ref.test (ref $a) (local.get $x))
        (then (local.set $s (i32.add (local.get $s)
          (i32.add (i32.load (i32.shl (local.get $i) (i32.const 2)))
            (struct.get $a 0 (ref.cast (ref $a) (local.get $x))))))))
      (i32.store offset=4096 (i32.shl (local.get $i) (i32.const 2)) (local.get $s))
      (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (local.get $s))
  (func (export "f") (param $k i32) (param $n i32) (result i32)
    (local $x (ref null $o))
    (if (local.get $k) (then (local.set $x (struct.new $a (local.get $k)))) (else (local.set $x (struct.new $b (f64.const 1)))))
    (i32.add (call $loop (ref.as_non_null (local.get $x)) (local.get $n)) (call $loop (ref.as_non_null (local.get $x)) (i32.const 3)))))

;; expect:
;; module {
;;   ty0 "o" = sub struct ()
;;   ty1 "a" = sub ty0 struct (i32)
;;   ty2 "b" = sub ty0 struct (f64)
;;   ty3 = func ((ref ty0), i32) -> (i32)
;;   ty4 = func (i32, i32) -> (i32)
;;   memory m0 : i32 1..1
;;   export "f" f1
;;   func f0 : ty3 "loop" {
;;   b0(v0: (ref ty0), v1: i32):
;;     v2 = i32.const 0
;;     v3 = ref.test_non_null ty1 v0
;;     jump b1(v2, v2)
;;   b1(v4: i32, v5: i32):
;;     br_if v3, b2, b3(v5)
;;   b2:
;;     v6 = i32.const 2
;;     v7 = i32.shl v4, v6
;;     v8 = i32.load v7
;;     v9 = ref.cast_non_null ty1 v0
;;     v10 = struct.get ty1 0 v9
;;     v11 = i32.add v8, v10
;;     v12 = i32.add v5, v11
;;     jump b3(v12)
;;   b3(v13: i32):
;;     v14 = i32.const 2
;;     v15 = i32.shl v4, v14
;;     i32.store v15, v13 offset=4096
;;     v16 = i32.const 1
;;     v17 = i32.add v4, v16
;;     v18 = i32.lt_u v17, v1
;;     br_if v18, b1(v17, v13), b4
;;   b4:
;;     return v13
;;   }
;;   func f1 : ty4 {
;;   b0(v0: i32, v1: i32):
;;     br_if v0, b2, b1
;;   b1:
;;     v2 = f64.const 1.0
;;     v3 = struct.new ty2 v2
;;     jump b3(v3)
;;   b2:
;;     v4 = struct.new ty1 v0
;;     jump b3(v4)
;;   b3(v5: (ref null ty0)):
;;     v6 = ref.as_non_null v5
;;     v7 = call f0 v6, v1
;;     v8 = i32.const 3
;;     v9 = call f0 v6, v8
;;     v10 = i32.add v7, v9
;;     return v10
;;   }
;; }
