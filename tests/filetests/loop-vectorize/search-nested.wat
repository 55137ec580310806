;; A search in another loop mostly ends where it begins: its first iteration is copied in front of the test that leads to
;; the vector loop. Where one word is compared at each place of a text, it stays scalar.
;; test: optimize -O3
;; features: simd
;; run: repeats(0, 200, 2048, 70) == 102
;; run: repeats(0, 200, 2048, 100) == 99
;; run: repeats(0, 200, 2049, 3) == 194
;; run: repeats(0, 200, 65300, 100) == trap
;; run: word(0, 200, 2048, 70) == 130
;; run: word(65300, 200, 2048, 70) == trap
(module
  (memory (export "memory") 1)
  (data (i32.const 100) "\07")
  (data (i32.const 2120) "\07")
  (data (i32.const 65400) "\07")
  ;; How often n bytes are the same as those at a distance.
  (func (export "repeats") (param $text i32) (param $length i32) (param $distance i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $found i32)
    (loop $next
      (local.set $j (i32.const 0))
      (block $differs
        (loop $compare
          (br_if $differs (i32.ne
            (i32.load8_u (i32.add (local.get $text) (i32.add (local.get $i) (local.get $j))))
            (i32.load8_u (i32.add (local.get $distance) (i32.add (local.get $i) (local.get $j))))))
          (br_if $compare (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
        (local.set $found (i32.add (local.get $found) (i32.const 1))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $length))))
    (local.get $found))
  ;; How often a word of n bytes occurs.
  (func (export "word") (param $text i32) (param $length i32) (param $word i32) (param $n i32) (result i32)
    (local $i i32) (local $j i32) (local $found i32)
    (loop $next
      (local.set $j (i32.const 0))
      (block $differs
        (loop $compare
          (br_if $differs (i32.ne
            (i32.load8_u (i32.add (local.get $text) (i32.add (local.get $i) (local.get $j))))
            (i32.load8_u (i32.add (local.get $word) (local.get $j)))))
          (br_if $compare (i32.lt_u (local.tee $j (i32.add (local.get $j) (i32.const 1))) (local.get $n))))
        (local.set $found (i32.add (local.get $found) (i32.const 1))))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $length))))
    (local.get $found))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32 i32 i32 i32) (result i32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "repeats" (func 0))
;;   (export "word" (func 1))
;;   (func (;0;) (type 0) (param i32 i32 i32 i32) (result i32)
;;     (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i64 i64 i64)
;;     local.get 3
;;     i32.const 1
;;     i32.gt_u
;;     local.set 10
;;     local.get 3
;;     i32.const -2
;;     i32.add
;;     local.tee 9
;;     i32.const 64
;;     i32.ge_u
;;     local.set 12
;;     local.get 9
;;     i64.extend_i32_u
;;     local.set 13
;;     memory.size
;;     i64.extend_i32_u
;;     local.set 14
;;     loop ;; label = @1
;;       block ;; label = @2
;;         local.get 0
;;         local.get 6
;;         i32.add
;;         local.tee 7
;;         i32.load8_u
;;         local.get 2
;;         local.get 6
;;         i32.add
;;         local.tee 8
;;         i32.load8_u
;;         i32.eq
;;         if ;; label = @3
;;           local.get 10
;;           if ;; label = @4
;;             block ;; label = @5
;;               local.get 12
;;               if ;; label = @6
;;                 local.get 7
;;                 i32.const 1
;;                 i32.add
;;                 i64.extend_i32_u
;;                 local.get 13
;;                 i64.add
;;                 i64.const 1
;;                 i64.add
;;                 local.get 14
;;                 i64.const 16
;;                 i64.shl
;;                 local.tee 15
;;                 i64.le_u
;;                 local.get 8
;;                 i32.const 1
;;                 i32.add
;;                 i64.extend_i32_u
;;                 local.get 13
;;                 i64.add
;;                 i64.const 1
;;                 i64.add
;;                 local.get 15
;;                 i64.le_u
;;                 i32.and
;;                 if ;; label = @7
;;                   local.get 9
;;                   i32.const -16
;;                   i32.and
;;                   i32.const 1
;;                   i32.add
;;                   local.set 11
;;                   i32.const 1
;;                   local.set 4
;;                   loop ;; label = @8
;;                     local.get 7
;;                     local.get 4
;;                     i32.add
;;                     v128.load align=1
;;                     local.get 8
;;                     local.get 4
;;                     i32.add
;;                     v128.load align=1
;;                     i8x16.ne
;;                     v128.any_true
;;                     (@metadata.code.branch_hint "\00")
;;                     br_if 3 (;@5;)
;;                     local.get 4
;;                     i32.const 16
;;                     i32.add
;;                     local.tee 4
;;                     local.get 11
;;                     i32.ne
;;                     (@metadata.code.branch_hint "\01")
;;                     br_if 0 (;@8;)
;;                   end
;;                   br 2 (;@5;)
;;                 end
;;               end
;;               i32.const 1
;;               local.set 4
;;             end
;;             loop ;; label = @5
;;               local.get 0
;;               local.get 6
;;               local.get 4
;;               i32.add
;;               local.tee 7
;;               i32.add
;;               i32.load8_u
;;               local.get 2
;;               local.get 7
;;               i32.add
;;               i32.load8_u
;;               i32.ne
;;               br_if 3 (;@2;)
;;               local.get 4
;;               i32.const 1
;;               i32.add
;;               local.tee 4
;;               local.get 3
;;               i32.lt_u
;;               br_if 0 (;@5;)
;;             end
;;           end
;;           local.get 5
;;           i32.const 1
;;           i32.add
;;           local.set 5
;;         end
;;       end
;;       local.get 6
;;       i32.const 1
;;       i32.add
;;       local.tee 6
;;       local.get 1
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 5
;;   )
;;   (func (;1;) (type 0) (param i32 i32 i32 i32) (result i32)
;;     (local i32 i32 i32)
;;     loop ;; label = @1
;;       i32.const 0
;;       local.set 5
;;       loop ;; label = @2
;;         local.get 0
;;         local.get 6
;;         local.get 5
;;         i32.add
;;         i32.add
;;         i32.load8_u
;;         local.get 2
;;         local.get 5
;;         i32.add
;;         i32.load8_u
;;         i32.eq
;;         if ;; label = @3
;;           local.get 5
;;           i32.const 1
;;           i32.add
;;           local.tee 5
;;           local.get 3
;;           i32.lt_u
;;           br_if 1 (;@2;)
;;           local.get 4
;;           i32.const 1
;;           i32.add
;;           local.set 4
;;         end
;;       end
;;       local.get 6
;;       i32.const 1
;;       i32.add
;;       local.tee 6
;;       local.get 1
;;       i32.lt_u
;;       br_if 0 (;@1;)
;;     end
;;     local.get 4
;;   )
;;   (data (;0;) (i32.const 100) "\07")
;;   (data (;1;) (i32.const 2120) "\07")
;;   (data (;2;) (i32.const 65400) "\07")
;; )
