;; The minimum of the first memory says nothing about another one.
;; test: pass dce
;; run: f(65535) == trap
(module
  (memory $two 2)
  (memory $one 1)
  (func (export "f") (param i32)
    (drop (i32.load $one (i32.and (local.get 0) (i32.const 0xffff))))))

;; expect:
;; module {
;;   ty0 = func (i32) -> ()
;;   memory m0 : i32 2.. "two"
;;   memory m1 : i32 1.. "one"
;;   export "f" f0
;;   func f0 : ty0 {
;;   b0(v0: i32):
;;     v1 = i32.const 65535
;;     v2 = i32.and v0, v1
;;     v3 = i32.load v2 memory=m1
;;     return
;;   }
;; }
