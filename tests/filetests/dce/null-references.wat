;; Unused reads of fields and lengths stay if the reference may be null, which traps. The others are removed.
;; test: pass dce
;; run: f() == trap
;; run: g() == trap
;; run: h() == ()
(module
  (type $pair (struct (field i32) (field (mut i32))))
  (type $list (array i8))
  (func $read (param (ref null $pair))
    (drop (struct.get $pair 0 (local.get 0)))
    (drop (struct.get $pair 1 (local.get 0))))
  (func $length (param (ref null $list))
    (drop (array.len (local.get 0))))
  (func $sure (param (ref $pair))
    (drop (struct.get $pair 1 (local.get 0))))
  (func (export "f") (call $read (ref.null $pair)))
  (func (export "g") (call $length (ref.null $list)))
  (func (export "h") (call $sure (struct.new $pair (i32.const 1) (i32.const 2)))))

;; expect:
;; module {
;;   ty0 "pair" = struct (i32, mut i32)
;;   ty1 "list" = array (i8)
;;   ty2 = func ((ref null ty0)) -> ()
;;   ty3 = func ((ref null ty1)) -> ()
;;   ty4 = func ((ref ty0)) -> ()
;;   ty5 = func () -> ()
;;   export "f" f3
;;   export "g" f4
;;   export "h" f5
;;   func f0 : ty2 "read" {
;;   b0(v0: (ref null ty0)):
;;     v1 = struct.get ty0 0 v0
;;     v2 = struct.get ty0 1 v0
;;     return
;;   }
;;   func f1 : ty3 "length" {
;;   b0(v0: (ref null ty1)):
;;     v1 = array.len v0
;;     return
;;   }
;;   func f2 : ty4 "sure" {
;;   b0(v0: (ref ty0)):
;;     return
;;   }
;;   func f3 : ty5 {
;;   b0:
;;     v0 = ref.null ty0
;;     call f0 v0
;;     return
;;   }
;;   func f4 : ty5 {
;;   b0:
;;     v0 = ref.null ty1
;;     call f1 v0
;;     return
;;   }
;;   func f5 : ty5 {
;;   b0:
;;     v0 = i32.const 1
;;     v1 = i32.const 2
;;     v2 = struct.new ty0 v0, v1
;;     call f2 v2
;;     return
;;   }
;; }
