;; A value that stays on the stack across a call is not above a result of that call.
;; test: optimize -O1
;; run: f() == 2
(module
  (memory 2 11)
  (global $g (export "g") (mut i32) (i32.const 0))
  (func $three (export "three") (result i32 f64 f32) (global.set $g (i32.const 1)) (i32.const 5) (f64.const 1) (f32.const 2))
  (func (export "f") (result i32)
    (local $size i32) (local $a i32)
    (local.set $size (memory.size))
    (call $three) (drop) (drop) (local.set $a)
    (global.set $g (i32.xor (local.get $a) (f64.ne (f64.convert_i32_u (local.get $size)) (f64.const 7))))
    (local.get $size)))

;; expect:
;; (module
;;   (type (;0;) (func (result i32 f64 f32)))
;;   (type (;1;) (func (result i32)))
;;   (memory (;0;) 2 11)
;;   (global $g (;0;) (mut i32) i32.const 0)
;;   (export "g" (global $g))
;;   (export "three" (func $three))
;;   (export "f" (func 1))
;;   (func $three (;0;) (type 0) (result i32 f64 f32)
;;     i32.const 1
;;     global.set $g
;;     i32.const 5
;;     f64.const 0x1p+0 (;=1;)
;;     f32.const 0x1p+1 (;=2;)
;;   )
;;   (func (;1;) (type 1) (result i32)
;;     (local i32 i32)
;;     memory.size
;;     local.set 0
;;     call $three
;;     drop
;;     drop
;;     local.tee 1
;;     local.get 0
;;     f64.convert_i32_u
;;     f64.const 0x1.cp+2 (;=7;)
;;     f64.ne
;;     i32.xor
;;     global.set $g
;;     local.get 0
;;   )
;; )
