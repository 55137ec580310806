;; Results of functions that are only called directly have the least type of what is returned: at the end, by `return`, by
;; branches out of the body and by tail calls. A function whose reference is taken keeps its type; so does one that returns
;; what a function of unknown type does.
;; test: pass refine-types
;; run: f(5) == 17
(module
  (type $t (sub (struct (field i32))))
  (type $u (sub final $t (struct (field i32) (field i32))))
  (type $fn (func (param i32) (result anyref)))
  (elem declare func $taken)
  (func $taken (type $fn) (struct.new $t (local.get 0)))
  (func $end (param $n i32) (result anyref) (struct.new $t (local.get $n)))
  (func $returned (param $n i32) (result anyref)
    (if (i32.eqz (local.get $n)) (then (return (ref.null none))))
    (struct.new $u (local.get $n) (i32.const 1)))
  (func $branches (param $n i32) (result anyref)
    (block $inner
      (br_if 1 (struct.new $u (local.get $n) (i32.const 2)) (i32.eqz (local.get $n)))
      (drop)
      (br_table 1 1 (struct.new $t (local.get $n)) (i32.const 1)))
    (unreachable))
  (func $tail (param $n i32) (result anyref) (return_call $end (local.get $n)))
  (func $through (param $n i32) (result anyref) (call_ref $fn (local.get $n) (ref.func $taken)))
  (func $get (param $t anyref) (result i32) (struct.get $t 0 (ref.cast (ref $t) (local.get $t))))
  (func (export "f") (param $n i32) (result i32)
    (i32.add (call $get (call $end (i32.const 1)))
      (i32.add (call $get (call $returned (i32.const 2)))
        (i32.add (call $get (call $branches (i32.const 4)))
          (i32.add (call $get (call $tail (local.get $n)))
            (call $get (call $through (local.get $n)))))))))

;; expect:
;; (module
;;   (type $t (;0;) (sub (struct (field i32))))
;;   (type $u (;1;) (sub final $t (struct (field i32) (field i32))))
;;   (type $fn (;2;) (func (param i32) (result anyref)))
;;   (type (;3;) (func (param anyref) (result i32)))
;;   (type (;4;) (func (param i32) (result i32)))
;;   (type (;5;) (func (param i32) (result (ref $t))))
;;   (type (;6;) (func (param i32) (result (ref null $u))))
;;   (export "f" (func 7))
;;   (elem (;0;) declare func $taken)
;;   (func $taken (;0;) (type $fn) (param i32) (result anyref)
;;     local.get 0
;;     struct.new $t
;;   )
;;   (func $end (;1;) (type 5) (param i32) (result (ref $t))
;;     local.get 0
;;     struct.new $t
;;   )
;;   (func $returned (;2;) (type 6) (param i32) (result (ref null $u))
;;     local.get 0
;;     i32.eqz
;;     if (result (ref null $u)) ;; label = @1
;;       ref.null none
;;     else
;;       local.get 0
;;       i32.const 1
;;       struct.new $u
;;     end
;;   )
;;   (func $branches (;3;) (type 5) (param i32) (result (ref $t))
;;     (local (ref null $t) (ref $u))
;;     local.get 0
;;     i32.const 2
;;     struct.new $u
;;     local.set 2
;;     block ;; label = @1
;;       local.get 0
;;       i32.eqz
;;       if ;; label = @2
;;         local.get 2
;;         local.set 1
;;       else
;;         local.get 0
;;         struct.new $t
;;         local.set 1
;;         i32.const 1
;;         br_table 1 (;@1;) 1 (;@1;)
;;       end
;;     end
;;     local.get 1
;;     ref.as_non_null
;;   )
;;   (func $tail (;4;) (type 5) (param i32) (result (ref $t))
;;     local.get 0
;;     return_call $end
;;   )
;;   (func $through (;5;) (type $fn) (param i32) (result anyref)
;;     local.get 0
;;     ref.func $taken
;;     call_ref $fn
;;   )
;;   (func $get (;6;) (type 3) (param anyref) (result i32)
;;     local.get 0
;;     ref.cast (ref $t)
;;     struct.get $t 0
;;   )
;;   (func (;7;) (type 4) (param i32) (result i32)
;;     i32.const 1
;;     call $end
;;     call $get
;;     i32.const 2
;;     call $returned
;;     call $get
;;     i32.const 4
;;     call $branches
;;     call $get
;;     local.get 0
;;     call $tail
;;     call $get
;;     local.get 0
;;     call $through
;;     call $get
;;     i32.add
;;     i32.add
;;     i32.add
;;     i32.add
;;   )
;; )
