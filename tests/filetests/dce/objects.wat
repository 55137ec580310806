;; An unused object is not allocated. One that is stored is.
;; test: pass dce
;; run: f() == 2
(module
  (type $pair (struct (field i32) (field (mut i32))))
  (global $last (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (result i32)
    (drop (struct.new $pair (i32.const 5) (i32.const 6)))
    (global.set $last (struct.new $pair (i32.const 1) (i32.const 2)))
    (struct.get $pair 1 (global.get $last))))

;; expect:
;; module {
;;   ty0 "pair" = struct (i32, mut i32)
;;   ty1 = func () -> (i32)
;;   global g0 : mut (ref null ty0) "last" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0:
;;     v3 = i32.const 1
;;     v4 = i32.const 2
;;     v5 = struct.new ty0 v3, v4
;;     global.set g0 v5
;;     v6 = global.get g0
;;     v7 = struct.get ty0 1 v6
;;     return v7
;;   }
;; }
