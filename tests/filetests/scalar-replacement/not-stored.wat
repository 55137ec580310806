;; An object that is stored in one that others see escapes.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 9
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (type $outer (struct (field (mut (ref null $pair)))))
  (global $g (mut (ref null $outer)) (ref.null $outer))
  (func $change (struct.set $pair 0 (struct.get $outer 0 (global.get $g)) (i32.const 9)))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref null $pair))
    (global.set $g (struct.new $outer (ref.null $pair)))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 4)))
    (struct.set $outer 0 (global.get $g) (local.get $p))
    (call $change)
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 "outer" = struct (mut (ref null ty0))
;;   ty2 = func () -> ()
;;   ty3 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty1) "g" = ref.null ty1
;;   export "f" f1
;;   func f0 : ty2 "change" {
;;   b0:
;;     v0 = global.get g0
;;     v1 = struct.get ty1 0 v0
;;     v2 = i32.const 9
;;     struct.set ty0 0 v1, v2
;;     return
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v2 = ref.null ty0
;;     v3 = struct.new ty1 v2
;;     global.set g0 v3
;;     v4 = i32.const 4
;;     v5 = struct.new ty0 v0, v4
;;     v6 = global.get g0
;;     struct.set ty1 0 v6, v5
;;     call f0
;;     v7 = struct.get ty0 0 v5
;;     return v7
;;   }
;; }
