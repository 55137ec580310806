;; One alternative of br_on_null has the refined reference as its result, the other the original: two origins.
;; test: graph redirect,dead
;; run: f(1) == 7
;; run: f(0) == 9
(module
  (type $s (struct (field i32)))
  (func $pick (param $r (ref null $s)) (param $d (ref $s)) (result i32)
    (block $done (result (ref $s))
      (block $null
        (br $done (br_on_null $null (local.get $r))))
      (local.get $d))
    (struct.get $s 0))
  (func (export "f") (param $c i32) (result i32)
    (call $pick
      (select (result (ref null $s)) (struct.new $s (i32.const 7)) (ref.null $s) (local.get $c))
      (struct.new $s (i32.const 9)))))

;; expect:
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f0: graph (v0: (ref null (module 0)), v1: (ref (module 0)), s2.0, e3) {
;;   c4 = test br_on_null v0
;;   v5 = gamma c4 {
;;     0: v6: (ref (module 0))
;;     => v6
;;     1:
;;     => v1
;;   }
;;   v7 = struct.get ty0 0 v5
;; } => v7, s2.0, e3
;; ; gamma 0, theta 0, dead output 0, dead pre 0
;; f1: graph (v0: i32, s1.0, e2) {
;;   v3 = i32.const 7
;;   v4 = struct.new ty0 v3
;;   v5 = ref.null ty0
;;   v6 = typed_select (ref null ty0) v4, v5, v0
;;   v7 = i32.const 9
;;   v8 = struct.new ty0 v7
;;   v9 = call f0 v6, v8
;; } => v9, s1.0, e2
