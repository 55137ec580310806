;; A loop that may be left early, and changes nothing before: vectors are skipped in which no lane leaves, the scalar loop
;; executes the iterations from there on.
;; test: optimize -O3
;; features: simd
;; run: find(65000, 536, 33) == 536
;; run: find(0, 65536, 7) == 0
;; run: find(1, 65535, 9) == 1
;; run: find(0, 0, 7) == 0
;; run: find(8, 600, 200) == 550
;; run: find(8, 600, 1) == 547
;; run: find(65400, 136, 5) == 136
;; run: find(65400, 137, 5) == trap
;; run: find(65400, -1, 77) == 40
;; run: find(65400, -1, 78) == trap
;; run: mismatch(8, 1032, 100) == 31
;; run: mismatch(8, 1032, 31) == 31
;; run: mismatch(8, 1033, 100) == 30
;; run: mismatch(0, 1025, 40) == 0
;; run: negative(2048, 20) == 2128
;; run: negative(2048, 21) == 2128
;; run: negative(2048, 19) == 2124
;; run: wide(2048, 10) == 10
;; run: wide(2048, 12) == -1082130422
;; run: two(3, 700) == -1
;; run: two(558, 300) == 0
(module
  (memory (export "memory") 1)
  (data (i32.const 0) "\07\08\09")
  (data (i32.const 555) "\01\02\03\c8")
  (data (i32.const 1063) "\05")
  (data (i32.const 65440) "\4d")
  (data (i32.const 2128) "\00\00\80\bf\ff\ff\ff\ff\ff\ff\ff\ff")
  ;; The place of a byte, or of its end.
  (func (export "find") (param $p i32) (param $n i32) (param $c i32) (result i32) (local $i i32)
    (block $out
      (loop $next
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (br_if $out (i32.eq (i32.load8_u (i32.add (local.get $p) (local.get $i))) (local.get $c)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $i))
  ;; Where two strings differ.
  (func (export "mismatch") (param $p i32) (param $q i32) (param $n i32) (result i32) (local $i i32)
    (block $out
      (loop $next
        (br_if $out (i32.ge_s (local.get $i) (local.get $n)))
        (br_if $out (i32.ne
          (i32.load8_u (i32.add (local.get $p) (local.get $i)))
          (i32.load8_u (i32.add (local.get $q) (local.get $i)))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (local.get $i))
  ;; The first float below zero, as an address.
  (func (export "negative") (param $p i32) (param $n i32) (result i32) (local $end i32)
    (local.set $end (i32.add (local.get $p) (i32.shl (local.get $n) (i32.const 2))))
    (block $out
      (loop $next
        (br_if $out (i32.eq (local.get $p) (local.get $end)))
        (br_if $out (f32.lt (f32.load (local.get $p)) (f32.const 0)))
        (local.set $p (i32.add (local.get $p) (i32.const 4)))
        (br $next)))
    (local.get $p))
  ;; The first number of 64 bits that is not 0, or the last one.
  (func (export "wide") (param $p i32) (param $n i32) (result i64) (local $i i32) (local $last i64)
    (block $out
      (loop $next
        (br_if $out (i32.ge_u (local.get $i) (local.get $n)))
        (local.set $last (i64.load (i32.add (local.get $p) (i32.shl (local.get $i) (i32.const 3)))))
        (br_if $out (i64.ne (local.get $last) (i64.const 0)))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br $next)))
    (i64.add (local.get $last) (i64.extend_i32_u (local.get $i))))
  ;; Two ways out, with different results.
  (func (export "two") (param $p i32) (param $n i32) (result i32) (local $i i32) (local $byte i32)
    (loop $next
      (local.set $byte (i32.load8_u (i32.add (local.get $p) (local.get $i))))
      (if (i32.eq (local.get $byte) (i32.const 3)) (then (return (i32.const -1))))
      (if (i32.gt_u (local.get $byte) (i32.const 100)) (then (return (local.get $i))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (local.get $n))))
    (i32.const -2))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32) (result i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (type (;2;) (func (param i32 i32) (result i64)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "find" (func 0))
;;   (export "mismatch" (func 1))
;;   (export "negative" (func 2))
;;   (export "wide" (func 3))
;;   (export "two" (func 4))
;;   (func (;0;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 v128 v128 v128)
;;     local.get 1
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 64
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 0
;;           i64.extend_i32_u
;;           local.get 3
;;           i64.extend_i32_u
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           if ;; label = @4
;;             local.get 2
;;             i32x4.splat
;;             local.set 5
;;             local.get 3
;;             i32.const -16
;;             i32.and
;;             local.set 4
;;             i32.const 0
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 3
;;               i32.add
;;               v128.load align=1
;;               local.tee 6
;;               i16x8.extend_low_i8x16_u
;;               local.tee 7
;;               i32x4.extend_low_i16x8_u
;;               local.get 5
;;               i32x4.eq
;;               local.get 7
;;               i32x4.extend_high_i16x8_u
;;               local.get 5
;;               i32x4.eq
;;               v128.or
;;               local.get 6
;;               i16x8.extend_high_i8x16_u
;;               local.tee 6
;;               i32x4.extend_low_i16x8_u
;;               local.get 5
;;               i32x4.eq
;;               v128.or
;;               local.get 6
;;               i32x4.extend_high_i16x8_u
;;               local.get 5
;;               i32x4.eq
;;               v128.or
;;               v128.any_true
;;               (@metadata.code.branch_hint "\00")
;;               br_if 3 (;@2;)
;;               local.get 3
;;               i32.const 16
;;               i32.add
;;               local.tee 3
;;               local.get 4
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 3
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 3
;;         i32.add
;;         i32.load8_u
;;         local.get 2
;;         i32.ne
;;         if ;; label = @3
;;           local.get 3
;;           i32.const 1
;;           i32.add
;;           local.tee 3
;;           local.get 1
;;           i32.lt_u
;;           br_if 1 (;@2;)
;;         end
;;       end
;;     end
;;     local.get 3
;;   )
;;   (func (;1;) (type 0) (param i32 i32 i32) (result i32)
;;     (local i32 i32 i64 i64)
;;     local.get 2
;;     i32.const 0
;;     i32.gt_s
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 2
;;         i32.const -1
;;         i32.add
;;         local.tee 3
;;         i32.const 64
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 0
;;           i64.extend_i32_u
;;           local.get 3
;;           i64.extend_i32_u
;;           local.tee 5
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           local.tee 6
;;           i64.le_u
;;           local.get 1
;;           i64.extend_i32_u
;;           local.get 5
;;           i64.add
;;           i64.const 1
;;           i64.add
;;           local.get 6
;;           i64.le_u
;;           i32.and
;;           if ;; label = @4
;;             local.get 3
;;             i32.const -16
;;             i32.and
;;             local.set 4
;;             i32.const 0
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 3
;;               i32.add
;;               v128.load align=1
;;               local.get 1
;;               local.get 3
;;               i32.add
;;               v128.load align=1
;;               i8x16.ne
;;               v128.any_true
;;               (@metadata.code.branch_hint "\00")
;;               br_if 3 (;@2;)
;;               local.get 3
;;               i32.const 16
;;               i32.add
;;               local.tee 3
;;               local.get 4
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 3
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 3
;;         i32.add
;;         i32.load8_u
;;         local.get 1
;;         local.get 3
;;         i32.add
;;         i32.load8_u
;;         i32.eq
;;         if ;; label = @3
;;           local.get 3
;;           i32.const 1
;;           i32.add
;;           local.tee 3
;;           local.get 2
;;           i32.lt_s
;;           br_if 1 (;@2;)
;;         end
;;       end
;;     end
;;     local.get 3
;;   )
;;   (func (;2;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32)
;;     block ;; label = @1
;;       local.get 0
;;       local.get 0
;;       local.get 1
;;       i32.const 2
;;       i32.shl
;;       local.tee 1
;;       i32.add
;;       local.tee 2
;;       i32.ne
;;       if ;; label = @2
;;         block ;; label = @3
;;           local.get 1
;;           i32.const -4
;;           i32.add
;;           local.tee 1
;;           i32.const 2
;;           i32.shr_u
;;           local.tee 3
;;           i32.const 16
;;           i32.ge_u
;;           if ;; label = @4
;;             local.get 0
;;             i64.extend_i32_u
;;             local.get 3
;;             i64.extend_i32_u
;;             i64.const 2
;;             i64.shl
;;             i64.add
;;             i64.const 4
;;             i64.add
;;             memory.size
;;             i64.extend_i32_u
;;             i64.const 16
;;             i64.shl
;;             i64.le_u
;;             if ;; label = @5
;;               local.get 0
;;               local.get 1
;;               i32.const -16
;;               i32.and
;;               i32.add
;;               local.set 1
;;               loop ;; label = @6
;;                 local.get 0
;;                 v128.load align=4
;;                 v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;                 f32x4.lt
;;                 v128.any_true
;;                 (@metadata.code.branch_hint "\00")
;;                 br_if 3 (;@3;)
;;                 local.get 0
;;                 i32.const 16
;;                 i32.add
;;                 local.tee 0
;;                 local.get 1
;;                 i32.ne
;;                 (@metadata.code.branch_hint "\01")
;;                 br_if 0 (;@6;)
;;               end
;;             end
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 0
;;           f32.load
;;           f32.const 0x0p+0 (;=0;)
;;           f32.lt
;;           br_if 2 (;@1;)
;;           local.get 0
;;           i32.const 4
;;           i32.add
;;           local.tee 0
;;           local.get 2
;;           i32.ne
;;           br_if 0 (;@3;)
;;         end
;;       end
;;     end
;;     local.get 0
;;   )
;;   (func (;3;) (type 2) (param i32 i32) (result i64)
;;     (local i32 i32 i64)
;;     local.get 1
;;     if ;; label = @1
;;       block ;; label = @2
;;         local.get 1
;;         i32.const -1
;;         i32.add
;;         local.tee 2
;;         i32.const 16
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 0
;;           i64.extend_i32_u
;;           local.get 2
;;           i64.extend_i32_u
;;           i64.const 3
;;           i64.shl
;;           i64.add
;;           i64.const 8
;;           i64.add
;;           memory.size
;;           i64.extend_i32_u
;;           i64.const 16
;;           i64.shl
;;           i64.le_u
;;           if ;; label = @4
;;             local.get 2
;;             i32.const -2
;;             i32.and
;;             local.set 3
;;             i32.const 0
;;             local.set 2
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 2
;;               i32.const 3
;;               i32.shl
;;               i32.add
;;               v128.load align=8
;;               v128.const i32x4 0x00000000 0x00000000 0x00000000 0x00000000
;;               i64x2.ne
;;               v128.any_true
;;               (@metadata.code.branch_hint "\00")
;;               br_if 3 (;@2;)
;;               local.get 2
;;               i32.const 2
;;               i32.add
;;               local.tee 2
;;               local.get 3
;;               i32.ne
;;               (@metadata.code.branch_hint "\01")
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;         i32.const 0
;;         local.set 2
;;       end
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 2
;;         i32.const 3
;;         i32.shl
;;         i32.add
;;         i64.load
;;         local.tee 4
;;         i64.const 0
;;         i64.eq
;;         if ;; label = @3
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           local.tee 2
;;           local.get 1
;;           i32.lt_u
;;           br_if 1 (;@2;)
;;         end
;;       end
;;     end
;;     local.get 4
;;     local.get 2
;;     i64.extend_i32_u
;;     i64.add
;;   )
;;   (func (;4;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32 v128)
;;     block ;; label = @1
;;       local.get 1
;;       i32.const -1
;;       i32.add
;;       local.tee 2
;;       i32.const 64
;;       i32.ge_u
;;       if ;; label = @2
;;         local.get 1
;;         i32.const 0
;;         i32.ne
;;         local.get 0
;;         i64.extend_i32_u
;;         local.get 2
;;         i64.extend_i32_u
;;         i64.add
;;         i64.const 1
;;         i64.add
;;         memory.size
;;         i64.extend_i32_u
;;         i64.const 16
;;         i64.shl
;;         i64.le_u
;;         i32.and
;;         if ;; label = @3
;;           local.get 2
;;           i32.const -16
;;           i32.and
;;           local.set 3
;;           i32.const 0
;;           local.set 2
;;           loop ;; label = @4
;;             local.get 0
;;             local.get 2
;;             i32.add
;;             v128.load align=1
;;             local.tee 4
;;             v128.const i32x4 0x03030303 0x03030303 0x03030303 0x03030303
;;             i8x16.eq
;;             local.get 4
;;             v128.const i32x4 0x64646464 0x64646464 0x64646464 0x64646464
;;             i8x16.gt_u
;;             v128.or
;;             v128.any_true
;;             (@metadata.code.branch_hint "\00")
;;             br_if 3 (;@1;)
;;             local.get 2
;;             i32.const 16
;;             i32.add
;;             local.tee 2
;;             local.get 3
;;             i32.ne
;;             (@metadata.code.branch_hint "\01")
;;             br_if 0 (;@4;)
;;           end
;;           br 2 (;@1;)
;;         end
;;       end
;;       i32.const 0
;;       local.set 2
;;     end
;;     loop (result i32) ;; label = @1
;;       local.get 0
;;       local.get 2
;;       i32.add
;;       i32.load8_u
;;       local.tee 3
;;       i32.const 3
;;       i32.eq
;;       if (result i32) ;; label = @2
;;         i32.const -1
;;       else
;;         local.get 3
;;         i32.const 100
;;         i32.gt_u
;;         if (result i32) ;; label = @3
;;           local.get 2
;;         else
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           local.tee 2
;;           local.get 1
;;           i32.lt_u
;;           br_if 2 (;@1;)
;;           i32.const -2
;;         end
;;       end
;;     end
;;   )
;;   (data (;0;) (i32.const 0) "\07\08\09")
;;   (data (;1;) (i32.const 555) "\01\02\03\c8")
;;   (data (;2;) (i32.const 1063) "\05")
;;   (data (;3;) (i32.const 2130) "\80\bf\ff\ff\ff\ff\ff\ff\ff\ff")
;;   (data (;4;) (i32.const 65440) "M")
;; )
