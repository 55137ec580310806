;; Two types that are equal by their structure are one type: a write through one changes what the other reads.
;; test: pass gvn,dce
;; run: f(3) == 12
(module
  (type $a (struct (field (mut i32))))
  (type $b (struct (field (mut i32))))
  (global $kept (mut (ref null $b)) (ref.null $b))
  (func $new (param $x i32) (result (ref $a)) (local $o (ref $a))
    (local.set $o (struct.new $a (local.get $x)))
    (global.set $kept (local.get $o))
    (local.get $o))
  (func (export "f") (param $x i32) (result i32)
    (local $o (ref $a)) (local $first i32)
    (local.set $o (call $new (local.get $x)))
    (local.set $first (struct.get $a 0 (local.get $o)))
    (struct.set $b 0 (global.get $kept) (i32.const 9))
    (i32.add (local.get $first) (struct.get $a 0 (local.get $o)))))

;; expect:
;; module {
;;   ty0 "a" = struct (mut i32)
;;   ty1 "b" = struct (mut i32)
;;   ty2 = func (i32) -> ((ref ty0))
;;   ty3 = func (i32) -> (i32)
;;   global g0 : mut (ref null ty1) "kept" = ref.null ty1
;;   export "f" f1
;;   func f0 : ty2 "new" {
;;   b0(v0: i32):
;;     v1 = struct.new ty0 v0
;;     global.set g0 v1
;;     return v1
;;   }
;;   func f1 : ty3 {
;;   b0(v0: i32):
;;     v2 = call f0 v0
;;     v3 = struct.get ty0 0 v2
;;     v4: (ref null ty0) = global.get g0
;;     v5 = i32.const 9
;;     struct.set ty1 0 v4, v5
;;     v6 = struct.get ty0 0 v2
;;     v7 = i32.add v3, v6
;;     return v7
;;   }
;; }
