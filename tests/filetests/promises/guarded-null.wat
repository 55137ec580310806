;; A field is not read ahead of the loop that tests its object, though traps never happen.
;; test: optimize -O3
;; promise: traps-never-happen
;; run: f(0, 16) == 0
(module
  (type $s (struct (field i32)))
  (memory 1 1)
  (func (export "f") (param $d i32) (param $n i32) (result i32)
    (local $i i32) (local $x i32) (local $r (ref null $s))
    (if (local.get $d) (then (local.set $r (struct.new $s (i32.load (i32.const 8))))))
    (loop $l
        (if (i32.and (i32.eqz (ref.is_null (local.get $r))) (i32.load (i32.shl (local.get $i) (i32.const 2))))
          (then (local.set $x (i32.add (local.get $x) (struct.get $s 0 (local.get $r))))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if $l (i32.lt_u (local.get $i) (local.get $n))))
    (local.get $x)))

;; expect:
;; (module
;;   (type $s (;0;) (struct (field i32)))
;;   (type (;1;) (func (param i32 i32) (result i32)))
;;   (memory (;0;) 1 1)
;;   (export "f" (func 0))
;;   (func (;0;) (type 1) (param i32 i32) (result i32)
;;     (local i32 i32 i32 (ref null $s))
;;     local.get 0
;;     if ;; label = @1
;;       i32.const 8
;;       i32.load
;;       struct.new $s
;;       local.set 5
;;     end
;;     local.get 5
;;     ref.is_null
;;     if (result i32) ;; label = @1
;;       local.get 1
;;       i32.const 5
;;       i32.ge_u
;;       if (result i32) ;; label = @2
;;         i32.const 0
;;       else
;;         i32.const 0
;;       end
;;     else
;;       i32.const 0
;;       local.set 0
;;       i32.const 0
;;       i32.load
;;       i32.const 1
;;       i32.and
;;       if ;; label = @2
;;         local.get 5
;;         struct.get $s 0
;;         local.set 0
;;       end
;;       local.get 1
;;       i32.const 1
;;       i32.gt_u
;;       if ;; label = @2
;;         i32.const 1
;;         local.set 2
;;         local.get 1
;;         i32.const 6
;;         i32.ge_u
;;         if ;; label = @3
;;           local.get 1
;;           i32.const -2
;;           i32.add
;;           i32.const -4
;;           i32.and
;;           i32.const 1
;;           i32.add
;;           local.set 4
;;           i32.const 1
;;           local.set 2
;;           loop ;; label = @4
;;             local.get 2
;;             i32.const 2
;;             i32.shl
;;             local.tee 3
;;             i32.load
;;             i32.const 1
;;             i32.and
;;             if ;; label = @5
;;               local.get 0
;;               local.get 5
;;               struct.get $s 0
;;               i32.add
;;               local.set 0
;;             end
;;             local.get 3
;;             i32.load offset=4
;;             i32.const 1
;;             i32.and
;;             if ;; label = @5
;;               local.get 0
;;               local.get 5
;;               struct.get $s 0
;;               i32.add
;;               local.set 0
;;             end
;;             local.get 3
;;             i32.load offset=8
;;             i32.const 1
;;             i32.and
;;             if ;; label = @5
;;               local.get 0
;;               local.get 5
;;               struct.get $s 0
;;               i32.add
;;               local.set 0
;;             end
;;             local.get 3
;;             i32.load offset=12
;;             i32.const 1
;;             i32.and
;;             if ;; label = @5
;;               local.get 0
;;               local.get 5
;;               struct.get $s 0
;;               i32.add
;;               local.set 0
;;             end
;;             local.get 2
;;             i32.const 4
;;             i32.add
;;             local.tee 2
;;             local.get 4
;;             i32.ne
;;             br_if 0 (;@4;)
;;           end
;;         end
;;         loop ;; label = @3
;;           local.get 2
;;           i32.const 2
;;           i32.shl
;;           i32.load
;;           i32.const 1
;;           i32.and
;;           if ;; label = @4
;;             local.get 0
;;             local.get 5
;;             struct.get $s 0
;;             i32.add
;;             local.set 0
;;           end
;;           local.get 2
;;           i32.const 1
;;           i32.add
;;           local.tee 2
;;           local.get 1
;;           i32.lt_u
;;           br_if 0 (;@3;)
;;         end
;;       end
;;       local.get 0
;;     end
;;   )
;; )
