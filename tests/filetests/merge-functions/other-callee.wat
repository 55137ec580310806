;; Two functions that are equal but for what they call are two; those that call themselves, each, are one.
;; test: pass merge-functions
;; run: f(1) == 12
;; run: g(1) == 103
;; run: down(3) == 0
;; run: too(3) == 0
(module
  (func $ten (param i32) (result i32) (i32.add (local.get 0) (i32.const 10)))
  (func $hundred (param i32) (result i32) (i32.add (local.get 0) (i32.const 100)))
  (func $f (export "f") (param i32) (result i32)
    (i32.add (call $ten (local.get 0)) (local.get 0)))
  (func $g (export "g") (param i32) (result i32)
    (i32.add (call $hundred (i32.add (local.get 0) (i32.const 1))) (local.get 0)))
  (func (export "same-but-for-that") (param i32) (result i32)
    (i32.add (call $hundred (local.get 0)) (local.get 0)))
  (func $down (export "down") (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (call $down (i32.sub (local.get 0) (i32.const 1))))
      (else (i32.const 0))))
  (func $too (export "too") (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (call $too (i32.sub (local.get 0) (i32.const 1))))
      (else (i32.const 0)))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func $f))
;;   (export "g" (func $g))
;;   (export "same-but-for-that" (func 4))
;;   (export "down" (func $down))
;;   (export "too" (func $down))
;;   (func $ten (;0;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 10
;;     i32.add
;;   )
;;   (func $hundred (;1;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 100
;;     i32.add
;;   )
;;   (func $f (;2;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $ten
;;     local.get 0
;;     i32.add
;;   )
;;   (func $g (;3;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;     call $hundred
;;     local.get 0
;;     i32.add
;;   )
;;   (func (;4;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     call $hundred
;;     local.get 0
;;     i32.add
;;   )
;;   (func $down (;5;) (type 0) (param i32) (result i32)
;;     local.get 0
;;     if (result i32) ;; label = @1
;;       local.get 0
;;       i32.const 1
;;       i32.sub
;;       call $down
;;     else
;;       i32.const 0
;;     end
;;   )
;; )
