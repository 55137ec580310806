;; A loop with a single iteration loses its back edge.
;; test: optimize -O3
;; run: f(3) == 7
(module
  (import "env" "log" (func $log (param i32) (result i32)))
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (loop $l
      (drop (call $log (local.get $x)))
      (br_if $l (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 7))) (i32.const 6))))
    (local.get $i)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (import "env" "log" (func $log (;0;) (type 0) (param i32) (result i32)))
;;   (export "f" (func 1))
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $log
;;     drop
;;     i32.const 7
;;   )
;; )
