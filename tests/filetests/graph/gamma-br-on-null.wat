;; Both alternatives of br_on_null pass a number through. The refined reference is only visible in its alternative.
;; test: graph redirect,dead
(module
  (type $s (struct (field i32)))
  (global $g (mut (ref null $s)) (ref.null $s))
  (func (export "f") (param $x i32) (result i32) (local $r i32)
    (block $done (result i32)
      (block $null
        (br_on_null $null (global.get $g))
        (local.set $r (struct.get $s 0))
        (br $done (local.get $x)))
      (local.get $x))
    (i32.add (local.get $r))))

;; expect:
;; ; gamma 1, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: i32, s1.0, s2.1, e3) {
;;   v4 = i32.const 0
;;   v5 = global.get g0 s1.0
;;   c6 = test br_on_null v5
;;   v7 = gamma c6 {
;;     0: v8: (ref (module 0))
;;       v9 = struct.get ty0 0 v8
;;     => v9
;;     1:
;;     => v4
;;   }
;;   v10 = i32.add v0, v7
;; } => v10, s1.0, s2.1, e3
