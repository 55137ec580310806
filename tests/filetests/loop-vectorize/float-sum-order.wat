;; A sum of floats keeps its order: another one gives another result.
;; test: optimize -O3
;; features: simd
;; run: sum(8) == 3
;; run: sum(7) == 3.000999927520752
;; run: sum(4) == 1.0
;; run: sum(3) == 0
;; run: sum(0) == 0
(module
  (memory (export "memory") 1)
  (data (i32.const 256) "\20\bc\be\4c\00\00\80\3f\20\bc\be\cc\00\00\80\3f\00\00\80\3f\00\00\80\3f\6f\12\83\3a\6f\12\83\ba")
  (func (export "sum") (param $n i32) (result f32) (local $i i32) (local $s f32)
    (block $out (br_if $out (i32.eqz (i32.lt_s (local.get $i) (local.get $n))))
      (loop $next
        (local.set $s (f32.add (local.get $s) (f32.load offset=256 (i32.shl (local.get $i) (i32.const 2)))))
        (br_if $next (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n)))))
    (local.get $s))
)

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result f32)))
;;   (memory (;0;) 1)
;;   (export "memory" (memory 0))
;;   (export "sum" (func 0))
;;   (func (;0;) (type 0) (param i32) (result f32)
;;     (local i32 i32 i32 f32)
;;     local.get 0
;;     i32.const 0
;;     i32.le_s
;;     if (result f32) ;; label = @1
;;       f32.const 0x0p+0 (;=0;)
;;     else
;;       block ;; label = @2
;;         local.get 0
;;         i32.const 5
;;         i32.ge_u
;;         if ;; label = @3
;;           memory.size
;;           i32.const 65535
;;           i32.le_u
;;           if ;; label = @4
;;             local.get 0
;;             i32.const -1
;;             i32.add
;;             i32.const -4
;;             i32.and
;;             local.set 3
;;             loop ;; label = @5
;;               local.get 4
;;               local.get 1
;;               i32.const 2
;;               i32.shl
;;               local.tee 2
;;               f32.load offset=256
;;               f32.add
;;               local.get 2
;;               f32.load offset=260
;;               f32.add
;;               local.get 2
;;               f32.load offset=264
;;               f32.add
;;               local.get 2
;;               f32.load offset=268
;;               f32.add
;;               local.set 4
;;               local.get 1
;;               i32.const 4
;;               i32.add
;;               local.tee 1
;;               local.get 3
;;               i32.ne
;;               br_if 0 (;@5;)
;;             end
;;             br 2 (;@2;)
;;           end
;;         end
;;       end
;;       loop ;; label = @2
;;         local.get 4
;;         local.get 1
;;         i32.const 2
;;         i32.shl
;;         f32.load offset=256
;;         f32.add
;;         local.set 4
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         local.tee 1
;;         local.get 0
;;         i32.lt_s
;;         br_if 0 (;@2;)
;;       end
;;       local.get 4
;;     end
;;   )
;;   (data (;0;) (i32.const 256) " \bc\beL\00\00\80? \bc\be\cc\00\00\80?\00\00\80?\00\00\80?o\12\83:o\12\83\ba")
;; )
