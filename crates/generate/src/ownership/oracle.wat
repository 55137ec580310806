  ;; A heap that notices what a wrong count does. Nothing is ever allocated twice, so an object that
  ;; was freed stays recognizable; every access goes through a check.
  ;;
  ;; `errors` collects bits:
  ;;    1  an access to an object that was freed (or is being freed)
  ;;    2  a retain of one
  ;;    4  a release of one: freed twice
  ;;    8  a look at the count of one
  ;;   16  a reference that is no object at all
  ;;   32  an object that is alive at the end: a leak
  ;; `live` is how many objects are alive, `deinits` how many were freed, `order` a hash of which, in
  ;; which order; their numbers are also written from LOG on.
  ;;
  ;; An object takes 32 bytes: its state (1 alive, 2 being freed, 3 freed), count, number, tag, three
  ;; references to objects, and a word of data. References lead from younger to older objects only,
  ;; whatever a program tries: no garbage cycles. Zero is the null reference, and harmless; so are
  ;; numbers below STATIC, which stand for objects that are not on the heap.

  (func $fail (param $code i32)
    (global.set $errors (i32.or (global.get $errors) (local.get $code))))

  ;; Whether a reference is an object that is alive. Records the code if it was one.
  (func $check (param $x i32) (param $code i32) (result i32)
    (if (i32.lt_u (local.get $x) (i32.const STATIC)) (then (return (i32.const 0))))
    (if (i32.or (i32.or (i32.lt_u (local.get $x) (i32.const 1024))
                        (i32.ge_u (local.get $x) (global.get $top)))
                (i32.and (local.get $x) (i32.const 31)))
      (then (call $fail (i32.const 16)) (return (i32.const 0))))
    (if (i32.ne (i32.load (local.get $x)) (i32.const 1))
      (then (call $fail (local.get $code)) (return (i32.const 0))))
    (i32.const 1))

  ;; A new object, or null where memory ends.
  (func $make (param $tag i32) (param $count i32) (result i32)
    (local $x i32)
    (local.set $x (global.get $top))
    (if (i32.ge_u (local.get $x) (i32.const 65536)) (then (return (i32.const 0))))
    (global.set $top (i32.add (local.get $x) (i32.const 32)))
    (global.set $number (i32.add (global.get $number) (i32.const 1)))
    (global.set $live (i32.add (global.get $live) (i32.const 1)))
    (i32.store (local.get $x) (i32.const 1))
    (i32.store offset=4 (local.get $x) (local.get $count))
    (i32.store offset=8 (local.get $x) (global.get $number))
    (i32.store offset=12 (local.get $x) (local.get $tag))
    (i32.store offset=16 (local.get $x) (i32.const 0))
    (i32.store offset=20 (local.get $x) (i32.const 0))
    (i32.store offset=24 (local.get $x) (i32.const 0))
    (i32.store offset=28 (local.get $x) (local.get $tag))
    (local.get $x))

  (func $up (param $x i32)
    COUNTED
    (if (call $check (local.get $x) (i32.const 2))
      (then (i32.store offset=4 (local.get $x)
        (i32.add (i32.load offset=4 (local.get $x)) (i32.const 1))))))

  (func $down (param $x i32)
    COUNTED
    (if (call $check (local.get $x) (i32.const 4)) (then
      (i32.store offset=4 (local.get $x)
        (i32.sub (i32.load offset=4 (local.get $x)) (i32.const 1)))
      (if (i32.le_s (i32.load offset=4 (local.get $x)) (i32.const 0))
        (then (call $free (local.get $x)))))))

  (func $free (param $x i32)
    (i32.store (local.get $x) (i32.const 2))
    (i32.store offset=LOG (i32.shl (i32.and (global.get $deinits) (i32.const 4095)) (i32.const 2))
      (i32.load offset=8 (local.get $x)))
    (global.set $deinits (i32.add (global.get $deinits) (i32.const 1)))
    (global.set $order (i64.add (i64.mul (global.get $order) (i64.const 1000003))
      (i64.load32_u offset=8 (local.get $x))))
    (global.set $witness (i32.add (global.get $witness) (i32.load offset=12 (local.get $x))))
    DEINIT
    (call $down (i32.load offset=16 (local.get $x)))
    (call $down (i32.load offset=20 (local.get $x)))
    (call $down (i32.load offset=24 (local.get $x)))
    (i32.store (local.get $x) (i32.const 3))
    (i32.store offset=12 (local.get $x) (i32.const 0xdead))
    (i32.store offset=16 (local.get $x) (i32.const 0xdead0001))
    (i32.store offset=20 (local.get $x) (i32.const 0xdead0001))
    (i32.store offset=24 (local.get $x) (i32.const 0xdead0001))
    (i32.store offset=28 (local.get $x) (i32.const 0xdead))
    (global.set $live (i32.sub (global.get $live) (i32.const 1))))

  ;; What programs call: their accesses, by which each use of a reference is checked.

  (func $use (param $x i32) (result i32)
    (if (call $check (local.get $x) (i32.const 1))
      (then (return (i32.load offset=28 (local.get $x)))))
    (i32.const 0))

  (func $write (param $x i32) (param $value i32)
    (if (call $check (local.get $x) (i32.const 1))
      (then (i32.store offset=28 (local.get $x) (local.get $value)))))

  ;; A field, which stays the holder's: who keeps it retains it.
  (func $load (param $x i32) (param $field i32) (result i32)
    (if (call $check (local.get $x) (i32.const 1))
      (then (return (i32.load offset=16 (i32.add (local.get $x) (i32.shl (local.get $field) (i32.const 2)))))))
    (i32.const 0))

  ;; Whether an object may hold another: if it is older, or null.
  (func $may_hold (param $x i32) (param $new i32) (result i32)
    (if (i32.eqz (call $check (local.get $x) (i32.const 1))) (then (return (i32.const 0))))
    (if (i32.eqz (local.get $new)) (then (return (i32.const 1))))
    (if (i32.eqz (call $check (local.get $new) (i32.const 1))) (then (return (i32.const 0))))
    (i32.lt_u (i32.load offset=8 (local.get $new)) (i32.load offset=8 (local.get $x))))

  ;; A store that takes what is stored, and gives up what was there.
  (func $store (param $x i32) (param $field i32) (param $new i32)
    (local $old i32)
    (if (i32.eqz (call $may_hold (local.get $x) (local.get $new)))
      (then (RELEASE (local.get $new)) (return)))
    (local.set $x (i32.add (local.get $x) (i32.shl (local.get $field) (i32.const 2))))
    (local.set $old (i32.load offset=16 (local.get $x)))
    (i32.store offset=16 (local.get $x) (local.get $new))
    (RELEASE (local.get $old)))

  ;; A new object with others in its fields, and so on.
  (func $grown (param $depth i32) (result i32)
    (local $x i32) (local $y i32) (local $z i32)
    (if (local.get $depth) (then
      (local.set $y (call $grown (i32.sub (local.get $depth) (i32.const 1))))
      (local.set $z (call $grown (i32.sub (local.get $depth) (i32.const 1))))))
    (local.set $x NEW)
    (if (local.get $x)
      (then
        (i32.store offset=16 (local.get $x) (local.get $y))
        (i32.store offset=20 (local.get $x) (local.get $z)))
      (else
        (RELEASE (local.get $y))
        (RELEASE (local.get $z))))
    (local.get $x))

  ;; A weak reference says whether its object is alive, and is never an error.
  (func $alive (param $x i32) (result i32)
    (if (i32.eqz (local.get $x)) (then (return (i32.const 0))))
    (i32.eq (i32.load (local.get $x)) (i32.const 1)))

  (func $set_root (param $new i32)
    (local $old i32)
    (local.set $old (global.get $root))
    (global.set $root (local.get $new))
    (RELEASE (local.get $old)))

  ;; What is called indirectly and changes fields, so that who read one before must have kept it.
  (func $clobber0 (type $one) (call $store (local.get 0) (i32.const 0) (i32.const 0)))
  (func $clobber1 (type $one) (call $store (local.get 0) (i32.const 1) (i32.const 0)))
  (func $clobber2 (type $one) (local $y i32)
    (local.set $y (call $load (local.get 0) (i32.const 1)))
    (RETAIN (local.get $y))
    (call $store (local.get 0) (i32.const 0) (local.get $y)))
  (func $clobber3 (type $one) (local $y i32)
    (local.set $y (call $load (local.get 0) (i32.const 0)))
    (RETAIN (local.get $y))
    (call $store (local.get $y) (i32.const 1) (i32.const 0))
    (RELEASE (local.get $y))
    (call $set_root (i32.const 0)))

  ;; What is called indirectly and keeps what it looks at for a while only: a caller need not fear it,
  ;; unless the last of them changes a field.
  (func $peek0 (type $look) (call $use (local.get 0)))
  (func $peek1 (type $look) (local $y i32)
    (local.set $y (call $load (local.get 0) (i32.const 0)))
    (RETAIN (local.get $y))
    (local.set 1 (call $use (local.get $y)))
    (RELEASE (local.get $y))
    (local.get 1))
  (func $peek2 (type $look) (local $y i32)
    (local.set $y (call $load (local.get 0) (i32.const 1)))
    (RETAIN (local.get $y))
    (local.set 1 (i32.add (call $use (local.get $y))
      (call_indirect (type $look) (local.get $y) (i32.const 0) (i32.const 0) (i32.const 5))))
    (RELEASE (local.get $y))
    (local.get 1))
  (func $peek3 (type $look) PEEK (call $use (local.get 0)))

  ;; Keeps for its caller, who has to give it up.
  (func $hold (param $y i32) (RETAIN (local.get $y)))

  (func $begin
    (global.set $top (i32.const 1024))
    (global.set $number (i32.const 0))
    (global.set $live (i32.const 0))
    (global.set $root (i32.const 0))
    (global.set $weak (i32.const 0))
    (i32.store (i32.const 512) (i32.const 0))
    (global.set $steps (i32.const STEPS)))

  (func $finish
    (call $set_root (i32.const 0))
    (if (global.get $live) (then (call $fail (i32.const 32)))))
