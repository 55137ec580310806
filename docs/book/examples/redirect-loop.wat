;; Looks for a key in a list of numbers. `again` is 1 in the arm that goes on and 0 in the arm that
;; stops: the end of the loop asks what the conditional has decided already.
(module
  (memory 1)
  (data (i32.const 0) "\05\00\00\00\07\00\00\00\09\00\00\00\0b\00\00\00\0d\00\00\00\0f\00\00\00")
  (func (export "find") (param $key i32) (result i32)
    (local $at i32) (local $again i32) (local $found i32)
    (loop $next
      (if (i32.ne (i32.load (local.get $at)) (local.get $key))
        (then
          (local.set $found (i32.const -1))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (local.set $again (i32.const 1)))
        (else
          (local.set $found (i32.add (local.get $at) (i32.const 1000)))
          (local.set $again (i32.const 0))))
      (br_if $next (local.get $again)))
    (local.get $found)))
