;; A read past the end of a new array traps.
;; test: pass gvn,dce
;; run: f() == trap
;; run: g(5) == trap
;; run: h() == 5
(module
  (type $ints (array (mut i32)))
  (func (export "f") (result i32) (array.get $ints (array.new $ints (i32.const 5) (i32.const 4)) (i32.const 4)))
  (func (export "g") (param $x i32) (result i32)
    (array.get $ints (array.new $ints (i32.const 5) (local.get $x)) (i32.const 5)))
  (func (export "h") (result i32) (array.get $ints (array.new $ints (i32.const 5) (i32.const 4)) (i32.const 3))))
