;; An object that escapes on all paths before it is used stays where it is allocated.
;; test: pass unreachable,ssa-cleanup,scalar-replacement,ssa-cleanup,dce
;; run: f(3) == 3
(module
  (type $pair (struct (field (mut i32)) (field (mut i32))))
  (global $g (mut (ref null $pair)) (ref.null $pair))
  (func (export "f") (param $x i32) (result i32)
    (local $p (ref $pair))
    (local.set $p (struct.new $pair (local.get $x) (i32.const 1)))
    (global.set $g (local.get $p))
    (struct.get $pair 0 (local.get $p))))

;; expect:
;; module {
;;   ty0 "pair" = struct (mut i32, mut i32)
;;   ty1 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty0) "g" = ref.null ty0
;;   export "f" f0
;;   func f0 : ty1 {
;;   b0(v0: i32):
;;     v1 = i32.const 1
;;     v2 = struct.new ty0 v0, v1
;;     global.set g0 v2
;;     v3 = struct.get ty0 0 v2
;;     return v3
;;   }
;; }
