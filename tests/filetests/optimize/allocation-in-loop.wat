;; Rows of a grid are arrays of their own, each made by an iteration of a loop.
;; test: optimize -O3
;; run: f(4) == 1
(module
  (type $row (array (mut i32)))
  (type $grid (array (mut (ref null $row))))
  (func (export "f") (param $n i32) (result i32) (local $i i32) (local $g (ref null $grid))
    (local.set $g (array.new_default $grid (local.get $n)))
    (loop $top
      (array.set $grid (local.get $g) (local.get $i) (array.new $row (i32.const 1) (local.get $n)))
      (br_if $top (i32.lt_s (local.tee $i (i32.add (local.get $i) (i32.const 1))) (local.get $n))))
    (array.set $row (array.get $grid (local.get $g) (i32.const 0)) (i32.const 0) (i32.const 9))
    (array.get $row (array.get $grid (local.get $g) (i32.const 1)) (i32.const 0))))

;; expect:
;; (module
;;   (type $row (;0;) (array (mut i32)))
;;   (type $grid (;1;) (array (mut (ref null $row))))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (export "f" (func 0))
;;   (func (;0;) (type 2) (param i32) (result i32)
;;     (local i32 i32 (ref $grid))
;;     local.get 0
;;     array.new_default $grid
;;     local.set 3
;;     local.get 0
;;     i32.const 5
;;     i32.ge_s
;;     if ;; label = @1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       i32.const -4
;;       i32.and
;;       local.set 2
;;       loop ;; label = @2
;;         local.get 3
;;         local.get 1
;;         i32.const 1
;;         local.get 0
;;         array.new $row
;;         array.set $grid
;;         local.get 3
;;         local.get 1
;;         i32.const 1
;;         i32.add
;;         i32.const 1
;;         local.get 0
;;         array.new $row
;;         array.set $grid
;;         local.get 3
;;         local.get 1
;;         i32.const 2
;;         i32.add
;;         i32.const 1
;;         local.get 0
;;         array.new $row
;;         array.set $grid
;;         local.get 3
;;         local.get 1
;;         i32.const 3
;;         i32.add
;;         i32.const 1
;;         local.get 0
;;         array.new $row
;;         array.set $grid
;;         local.get 1
;;         i32.const 4
;;         i32.add
;;         local.tee 1
;;         local.get 2
;;         i32.ne
;;         br_if 0 (;@2;)
;;       end
;;     end
;;     loop ;; label = @1
;;       local.get 3
;;       local.get 1
;;       i32.const 1
;;       local.get 0
;;       array.new $row
;;       array.set $grid
;;       local.get 1
;;       i32.const 1
;;       i32.add
;;       local.tee 1
;;       local.get 0
;;       i32.lt_s
;;       br_if 0 (;@1;)
;;     end
;;     local.get 3
;;     i32.const 0
;;     array.get $grid
;;     i32.const 0
;;     i32.const 9
;;     array.set $row
;;     local.get 3
;;     i32.const 1
;;     array.get $grid
;;     i32.const 0
;;     array.get $row
;;   )
;; )
