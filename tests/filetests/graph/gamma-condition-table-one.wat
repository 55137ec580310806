;; Alternatives of a jump table for 1 and for all other indices: results 1 and 0 are not the index.
;; test: graph redirect,dead
;; run: f(0) == 0
;; run: f(1) == 1
;; run: f(7) == 0
(module
  (func (export "f") (param $n i32) (result i32) (local $r i32)
    (block $done
      (block $other (block $one
        (br_table $other $one $other (local.get $n)))
        (local.set $r (i32.const 1))
        (br $done))
      (local.set $r (i32.const 0)))
    (local.get $r)))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, e2) {
;;   c3 = match v0 {1 => 1, _ => 0}
;;   v4 = gamma c3 {
;;     0:
;;       v5 = i32.const 0
;;     => v5
;;     1:
;;       v6 = i32.const 1
;;     => v6
;;   }
;; } => v4, s1.0, e2
