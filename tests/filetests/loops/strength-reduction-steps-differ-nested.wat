;; A component of an inner loop, whose start is a component's value of the outer one; a call in between changes nothing.
;; test: pass unreachable,ssa-cleanup,strength-reduction,ssa-cleanup,dce
;; run: f(40) == 33
(module
  (memory 1)
  (global $g (mut i32) (i32.const 0))
  (func $count (global.set $g (i32.add (global.get $g) (i32.const 1))))
  (func (export "f") (param $n i32) (result i32)
    (local $s i32) (local $i i32) (local $k i32) (local $m i32)
    (loop $outer
      (local.set $k (local.get $i))
      (local.set $m (i32.const 5))
      (loop $l
        (call $count)
        (local.set $s (i32.xor (local.get $s) (i32.load (i32.add (i32.const 64) (i32.mul (local.get $k) (i32.const 20))))))
        (if (i32.and (local.get $m) (i32.const 1))
         (then (local.set $k (i32.add (local.get $k) (i32.const 3))))
         (else (local.set $k (i32.sub (local.get $k) (i32.const 1)))))
        (br_if $l (local.tee $m (i32.sub (local.get $m) (i32.const 1)))))
      (if (i32.and (local.get $i) (i32.const 1))
       (then (local.set $i (i32.add (local.get $i) (i32.const 5))))
       (else (local.set $i (i32.add (local.get $i) (i32.const 8)))))
      (br_if $outer (i32.lt_s (local.get $i) (local.get $n))))
    (i32.add (global.get $g) (i32.const 8))))

;; expect:
;; module {
;;   ty0 = func () -> ()
;;   ty1 = func (i32) -> (i32)
;;   memory m0 : i32 1..
;;   global g0 : mut i32 "g" = i32.const 0
;;   export "f" f1
;;   func f0 : ty0 "count" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = i32.const 1
;;     v2 = i32.add v0, v1
;;     global.set g0 v2
;;     return
;;   }
;;   func f1 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 0
;;     v50 = i32.const 64
;;     jump b1(v1, v50)
;;   b1(v2: i32, v44: i32):
;;     v3 = i32.const 5
;;     jump b2(v3, v44)
;;   b2(v12: i32, v34: i32):
;;     call f0
;;     v10 = i32.load v34
;;     v13 = i32.const 1
;;     v14 = i32.and v12, v13
;;     br_if v14, b4, b5
;;   b3(v35: i32):
;;     v19 = i32.const 1
;;     v20 = i32.sub v12, v19
;;     br_if v20, b2(v20, v35), b6
;;   b4:
;;     v38 = i32.const 60
;;     v39 = i32.add v34, v38
;;     jump b3(v39)
;;   b5:
;;     v36 = i32.const -20
;;     v37 = i32.add v34, v36
;;     jump b3(v37)
;;   b6:
;;     v23 = i32.const 1
;;     v24 = i32.and v2, v23
;;     br_if v24, b8, b9
;;   b7(v29: i32, v45: i32):
;;     v30 = i32.lt_s v29, v0
;;     br_if v30, b1(v29, v45), b10
;;   b8:
;;     v25 = i32.const 5
;;     v26 = i32.add v2, v25
;;     v48 = i32.const 100
;;     v49 = i32.add v44, v48
;;     jump b7(v26, v49)
;;   b9:
;;     v27 = i32.const 8
;;     v28 = i32.add v2, v27
;;     v46 = i32.const 160
;;     v47 = i32.add v44, v46
;;     jump b7(v28, v47)
;;   b10:
;;     v31 = global.get g0
;;     v32 = i32.const 8
;;     v33 = i32.add v31, v32
;;     return v33
;;   }
;; }
