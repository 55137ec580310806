;; Alternatives of a jump table for 0 and for all other indices: results 0 and 1 are `index != 0`.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(7) == 1
(module
  (func (export "f") (param $n i32) (result i32) (local $r i32)
    (block $done
      (block $other (block $zero
        (br_table $zero $other (local.get $n)))
        (local.set $r (i32.const 0))
        (br $done))
      (local.set $r (i32.const 1)))
    (local.get $r)))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 0
;;   v4 = i32.ne v0, v3
;; } => v4, s1.0, e2
