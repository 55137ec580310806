;; RUN: invar opt % -O2 --emit wat -o -
;; The body that resumes is carried as it is, the other one is optimized.
(module
  (type $ft (func))
  (type $ct (cont $ft))
  (tag $t)
  (elem declare func $g)
  (func $g (suspend $t))
  (func (export "f") (param i32) (result i32)
    (block $h (result (ref $ct))
      (resume $ct (on $t $h) (cont.new $ct (ref.func $g)))
      (return (i32.const 0)))
    (drop)
    (i32.add (local.get 0) (i32.const 1)))
  (func (export "h") (param i32) (result i32) (i32.add (local.get 0) (i32.const 0))))
