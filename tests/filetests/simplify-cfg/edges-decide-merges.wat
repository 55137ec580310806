;; An edge that decides the branch of the merge behind it skips the merge: by a constant that any pure operator tests, by
;; the inverse of the branch above, and not where an arm passes what is unknown (`not_constant`).
;; test: optimize -O1
;; run: constant(5) == 12
;; run: inverse(5) == 12
;; run: float(5) == 12
;; run: not_constant(5) == 4
;; run: twice(5) == 40
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "\09\08\07\06\05\04")
  (func (export "constant") (param $k i32) (result i32) (local $at i32) (local $state i32) (local $found i32)
    (loop $again
      (if (i32.eq (i32.load8_u (local.get $at)) (local.get $k))
        (then (local.set $found (i32.mul (local.get $at) (i32.const 3))) (local.set $state (i32.const 5)))
        (else
          (i32.store (i32.const 64) (local.get $at))
          (local.set $at (i32.add (local.get $at) (i32.const 1))) (local.set $state (i32.const 9))))
      (br_if $again (i32.gt_s (local.get $state) (i32.const 8))))
    (local.get $found))
  (func (export "inverse") (param $k i32) (result i32) (local $at i32) (local $byte i32) (local $found i32)
    (loop $again
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.le_u (local.get $byte) (local.get $k))
        (then (local.set $found (i32.mul (local.get $at) (i32.const 3))))
        (else
          (i32.store (i32.const 64) (local.get $at))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))))
      (br_if $again (i32.gt_u (local.get $byte) (local.get $k))))
    (local.get $found))
  (func (export "float") (param $k i32) (result i32) (local $at i32) (local $state f32) (local $found i32)
    (loop $again
      (if (i32.eq (i32.load8_u (local.get $at)) (local.get $k))
        (then (local.set $found (i32.mul (local.get $at) (i32.const 3))) (local.set $state (f32.const 0.5)))
        (else
          (i32.store (i32.const 64) (local.get $at))
          (local.set $at (i32.add (local.get $at) (i32.const 1))) (local.set $state (f32.const 2))))
      (br_if $again (f32.gt (local.get $state) (f32.const 1))))
    (local.get $found))
  (func (export "not_constant") (param $k i32) (result i32) (local $at i32) (local $state i32)
    (loop $again
      (if (i32.eq (i32.load8_u (local.get $at)) (local.get $k))
        (then (local.set $state (local.get $at)))
        (else
          (i32.store (i32.const 64) (local.get $at))
          (local.set $at (i32.add (local.get $at) (i32.const 1))) (local.set $state (i32.load8_u offset=1 (local.get $at)))))
      (br_if $again (i32.gt_s (local.get $state) (i32.const 4))))
    (local.get $at))
  ;; Two conditionals in a row, the second one on the inverse.
  (func (export "twice") (param $k i32) (result i32) (local $at i32) (local $byte i32) (local $value i32)
    (loop $again
      (local.set $byte (i32.load8_u (local.get $at)))
      (if (i32.lt_u (local.get $byte) (local.get $k))
        (then (local.set $value (i32.const 3)) (i32.store (i32.const 64) (local.get $at)))
        (else (local.set $value (i32.const 5)) (i32.store (i32.const 68) (local.get $at))))
      (if (i32.ge_u (local.get $byte) (local.get $k))
        (then (i32.store (i32.const 72) (local.get $value)))
        (else (i32.store (i32.const 76) (local.get $value))))
      (br_if $again (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (i32.const 40))))
    (local.get $at)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "constant" (func 0))
;;   (export "inverse" (func 1))
;;   (export "float" (func 2))
;;   (export "not_constant" (func 3))
;;   (export "twice" (func 4))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     local.get 1
;;     i32.load8_u
;;     local.get 0
;;     i32.ne
;;     if ;; label = @1
;;       loop ;; label = @2
;;         i32.const 64
;;         local.get 1
;;         i32.store
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         i32.load8_u
;;         local.get 0
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 3
;;     i32.mul
;;   )
;;   (func (;1;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     local.get 1
;;     i32.load8_u
;;     local.get 0
;;     i32.gt_u
;;     if ;; label = @1
;;       loop ;; label = @2
;;         i32.const 64
;;         local.get 1
;;         i32.store
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         i32.load8_u
;;         local.get 0
;;         i32.gt_u
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 3
;;     i32.mul
;;   )
;;   (func (;2;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     local.get 1
;;     i32.load8_u
;;     local.get 0
;;     i32.ne
;;     if ;; label = @1
;;       loop ;; label = @2
;;         i32.const 64
;;         local.get 1
;;         i32.store
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         i32.load8_u
;;         local.get 0
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     local.get 1
;;     i32.const 3
;;     i32.mul
;;   )
;;   (func (;3;) (type 0) (param i32) (result i32)
;;     (local i32 i32)
;;     loop ;; label = @1
;;       local.get 1
;;       i32.load8_u
;;       local.get 0
;;       i32.eq
;;       if ;; label = @2
;;         local.get 1
;;         local.set 2
;;       else
;;         i32.const 64
;;         local.get 1
;;         i32.store
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 1
;;         i32.load8_u offset=1
;;         local.set 1
;;         local.set 2
;;       end
;;       local.get 1
;;       i32.const 4
;;       i32.gt_s
;;       local.get 2
;;       local.set 1
;;       br_if 0 (;@1;)
;;     end
;;     local.get 2
;;   )
;;   (func (;4;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 1
;;       i32.load8_u
;;       local.get 0
;;       i32.lt_u
;;       if ;; label = @2
;;         i32.const 64
;;         local.get 1
;;         i32.store
;;         i32.const 76
;;         i32.const 3
;;         i32.store
;;       else
;;         i32.const 68
;;         local.get 1
;;         i32.store
;;         i32.const 72
;;         i32.const 5
;;         i32.store
;;       end
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.tee 1
;;       i32.const 40
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 1
;;   )
;;   (data (;0;) (i32.const 0) "\09\08\07\06\05\04")
;; )
