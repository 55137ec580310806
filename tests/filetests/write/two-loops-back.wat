;; Both successors of a latch are loop headers: arguments of one edge are assigned on that edge.
;; test: write
;; run: f(9) == 1
;; run: f(0) == 0
(module
  (func (export "f") (param $x i32) (result i32)
    (local $i i32)
    (block $a
      (loop $b
        (br_if $a (i32.eqz (i32.gt_s (local.get $x) (i32.const 0))))
        (block $c
          (loop $d
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $c (local.get $i))
            (br $d)))
        (local.set $x (i32.const 0))
        (br $b)))
    (local.get $i)))

;; expect:
;; (module
;;   (type (;0;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 0) (param i32) (result i32)
;;     (local i32)
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const 0
;;       i32.gt_s
;;       if ;; label = @2
;;         loop ;; label = @3
;;           local.get 1
;;           i32.const 1
;;           i32.add
;;           local.tee 1
;;           i32.const 0
;;           local.set 0
;;           br_if 2 (;@1;)
;;           br 0 (;@3;)
;;         end
;;       end
;;     end
;;     local.get 1
;;   )
;; )
