;; A counter of columns with two addresses, in a row and in a column, beside a variable of its own. Reducing the address
;; in the column is worth it alone; that in the row is reduced by the second look, since the counter is then used by
;; nothing but the exit test, which the variable takes over.
;; test: pass unreachable,ssa-cleanup,loop-rotate,ssa-cleanup,licm,strength-reduction,ssa-cleanup,dce
;; run: f(4096, 8192, 64) == 0
(module
  (memory 1)
  (func (export "f") (param $row i32) (param $column i32) (param $from i32) (result i64)
    (local $j i32)
    (loop $next
      (i64.store (i32.add (local.get $row) (i32.shl (local.get $j) (i32.const 3))) (i64.const 1))
      (i64.store (i32.add (local.get $column) (i32.mul (local.get $j) (i32.const 640)))
        (i64.load (local.get $from)))
      (local.set $from (i32.add (local.get $from) (i32.const 8)))
      (br_if $next (i32.ne (local.tee $j (i32.add (local.get $j) (i32.const 1))) (i32.const 20))))
    (i64.load (local.get $column))))

;; expect:
;; module {
;;   ty0 = func (i32, i32, i32) -> (i64)
;;   memory m0 : i32 1..
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32, v1: i32, v2: i32):
;;     v3 = i32.const 0
;;     v21 = i32.const 640
;;     v22 = i32.mul v3, v21
;;     v23 = i32.add v1, v22
;;     v27 = i32.const 3
;;     v28 = i32.shl v3, v27
;;     v29 = i32.add v0, v28
;;     v33 = i32.const 160
;;     v34 = i32.add v2, v33
;;     jump b1(v2, v23, v29)
;;   b1(v12: i32, v24: i32, v30: i32):
;;     v8 = i64.const 1
;;     i64.store v30, v8
;;     v13 = i64.load v12
;;     i64.store v24, v13
;;     v14 = i32.const 8
;;     v15 = i32.add v12, v14
;;     v25 = i32.const 640
;;     v26 = i32.add v24, v25
;;     v31 = i32.const 8
;;     v32 = i32.add v30, v31
;;     v35 = i32.ne v15, v34
;;     br_if v35, b1(v15, v26, v32), b2
;;   b2:
;;     v20 = i64.load v1
;;     return v20
;;   }
;; }
