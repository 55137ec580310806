;; A segment that operators mention stays as it is, under its number, and nothing is joined across it. So do passive ones.
;; test: pass memory-packing
;; run: f(4) == 0
;; run: f(63) == 98
;; run: g() == 0
(module
  (memory (export "m") 1)
  (data $passive "\00\00\00\00\00\00\00\00\00\00a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (i32.const 30) "a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00b\00\00\00")
  (data $mentioned (i32.const 0) "\00\00a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
  (data (i32.const 20) "b")
  (func (export "f") (param i32) (result i32)
    (memory.init $passive (i32.const 64) (i32.const 9) (i32.const 2))
    (data.drop $mentioned)
    (i32.load8_u (local.get 0)))
  (func (export "g") (result i32)
    (memory.init $mentioned (i32.const 0) (i32.const 0) (i32.const 0))
    (i32.load8_u (i32.const 1))))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 1)
;;   (export "m" (memory 0))
;;   (export "f" (func 0))
;;   (export "g" (func 1))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     i32.const 64
;;     i32.const 9
;;     i32.const 2
;;     memory.init $passive
;;     data.drop $mentioned
;;     local.get 0
;;     i32.load8_u
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     i32.const 0
;;     i32.const 0
;;     i32.const 0
;;     memory.init $mentioned
;;     i32.const 1
;;     i32.load8_u
;;   )
;;   (data $passive (;0;) "\00\00\00\00\00\00\00\00\00\00a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
;;   (data $mentioned (;1;) (i32.const 0) "\00\00a\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00\00")
;;   (data (;2;) (i32.const 20) "b\00\00\00\00\00\00\00\00\00a")
;;   (data (;3;) (i32.const 63) "b")
;; )
