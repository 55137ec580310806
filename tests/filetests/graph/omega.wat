;; The module graph: imports, deltas, lambdas after their callees, and phis around recursive ones. Indirect calls
;; are no edges.
;; test: graph module
;; run: a(3) == 3
(module
  (import "env" "log" (func $log (param i32)))
  (type $t (func (param i32) (result i32)))
  (memory 1)
  (table $tab 1 funcref)
  (global $g (mut i32) (i32.const 0))
  (elem (i32.const 0) func $a)
  (func $a (export "a") (param i32) (result i32) (call $leaf (local.get 0)))
  (func $even (export "even") (param i32) (result i32)
    (if (result i32) (local.get 0) (then (call $odd (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 1))))
  (func $odd (param i32) (result i32)
    (if (result i32) (local.get 0) (then (call $even (i32.sub (local.get 0) (i32.const 1)))) (else (i32.const 0))))
  (func $leaf (param i32) (result i32) (local.get 0))
  (func $self (export "self") (param i32)
    (call $log (local.get 0))
    (if (local.get 0) (then (call $self (i32.sub (local.get 0) (i32.const 1))))))
  (func $indirect (export "indirect") (param i32) (result i32)
    (call_indirect (type $t) (local.get 0) (i32.const 0))))

;; expect:
;; omega {
;;   import f0
;;   delta t0
;;   delta m0
;;   delta g0
;;   lambda f4
;;   lambda f1 f4
;;   phi {
;;     lambda f2 f3
;;     lambda f3 f2
;;   }
;;   phi {
;;     lambda f5 f0 f5
;;   }
;;   lambda f6
;; } => f1 f2 f5 f6
