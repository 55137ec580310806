;; FAIL(1): invar check %
(module
  (func (export "f") (result i32) (f32.const 1)))
