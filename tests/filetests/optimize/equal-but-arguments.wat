;; Two blocks with equal operators that pass different arguments are not merged.
;; test: optimize -Oz
;; run: f(1, 5, 7, 9) == 7
;; run: f(0, 5, 7, 9) == 9
(module
  (import "env" "log" (func $log (param i32)))
  (func (export "f") (param $c i32) (param $x i32) (param $a i32) (param $b i32) (result i32)
    (local $r i32)
    (local.set $r (if (result i32) (local.get $c)
      (then (call $log (local.get $x)) (call $log (local.get $x)) (local.get $a))
      (else (call $log (local.get $x)) (call $log (local.get $x)) (local.get $b))))
    (call $log (local.get $r))
    (call $log (local.get $r))
    (local.get $r)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32)))
;;   (type (;1;) (func (param i32 i32 i32 i32) (result i32)))
;;   (import "env" "log" (func $log (;0;) (type 0) (param i32)))
;;   (export "f" (func 1))
;;   (func (;1;) (type 1) (param i32 i32 i32 i32) (result i32)
;;     local.get 0
;;     if ;; label = @1
;;       local.get 1
;;       call $log
;;       local.get 1
;;       call $log
;;       local.get 2
;;       local.set 3
;;     else
;;       local.get 1
;;       call $log
;;       local.get 1
;;       call $log
;;     end
;;     local.get 3
;;     call $log
;;     local.get 3
;;     call $log
;;     local.get 3
;;   )
;; )
