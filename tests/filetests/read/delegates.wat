;; What a try delegates is caught by the try with that label, if the code is in its body; else by the next one around
;; the label. One that delegates to the function has no handlers. Code behind a try that ends with `delegate` in place of
;; `end` is scanned correctly.
;; test: optimize -O1
;; run: a(7) == 7
;; run: b(3) == 0
;; run: outer(1) == 5
;; run: outer(2) == exception
;; run: outer(4) == 5
;; run: block(1) == 6
;; run: block(2) == 100
;; run: block(4) == 105
;; run: function(1) == exception
;; run: function(4) == 5
;; run: handler(1) == 8
;; run: handler(4) == 8
;; run: chain(1) == 100
;; run: chain(2) == 9
(module
  (type $v (func))
  (tag $e (param i32))
  (tag $g)
  (func $f (type $v))
  (func $may (param $x i32) (result i32)
    (if (i32.eq (local.get $x) (i32.const 1)) (then (throw $e (i32.const 100))))
    (if (i32.eq (local.get $x) (i32.const 2)) (then (throw $g)))
    (i32.add (local.get $x) (i32.const 1)))
  (func (export "a") (param i32) (result i32)
    block
      try call $f delegate 0
      try call $f delegate 0
    end
    local.get 0)
  (func (export "b") (param i32) (result i32)
    loop
      block
        try
          local.get 0
          i32.const 1
          i32.sub
          local.set 0
          try call $f delegate 0
        catch_all
        end
      end
      local.get 0
      br_if 0
    end
    try call $f delegate 0
    local.get 0)
  ;; The inner one does not catch it.
  (func (export "outer") (param $n i32) (result i32)
    try $outer (result i32)
      try (result i32)
        try (result i32)
          local.get $n
          call $may
        delegate $outer
      catch_all
        i32.const 7
      end
    catch $e
      drop
      i32.const 5
    end)
  ;; The label is not that of a try: the next one around it catches.
  (func (export "block") (param $n i32) (result i32)
    try $outer (result i32)
      block $block (result i32)
        try (result i32)
          try (result i32)
            local.get $n
            call $may
          delegate $block
        catch_all
          i32.const 7
        end
      end
      i32.const 100
      i32.add
    catch $e
      drop
      i32.const 6
    catch_all
      i32.const 100
    end)
  (func $function (export "function") (param $n i32) (result i32)
    try (result i32)
      try (result i32)
        local.get $n
        call $may
      delegate 1
    catch_all
      i32.const 7
    end)
  ;; The label is that of a try around whose handler this is: it does not catch it.
  (func (export "handler") (param $n i32) (result i32)
    try (result i32)
      try $inner (result i32)
        i32.const 2
        call $may
      catch_all
        try (result i32)
          local.get $n
          call $may
          drop
          i32.const 8
        delegate $inner
      end
    catch $e
      drop
      i32.const 8
    catch_all
      i32.const 9
    end)
  (func (export "chain") (param $n i32) (result i32)
    try $outer (result i32)
      try (result i32)
        try $between (result i32)
          try (result i32)
            local.get $n
            call $may
          delegate $between
        delegate $outer
      catch_all
        i32.const 7
      end
    catch $e
    catch_all
      i32.const 9
    end))

;; expect:
;; (module
;;   (type $v (;0;) (func))
;;   (type (;1;) (func (param i32)))
;;   (type (;2;) (func (param i32) (result i32)))
;;   (tag $e (;0;) (type 1) (param i32))
;;   (tag $g (;1;) (type $v))
;;   (export "a" (func 1))
;;   (export "b" (func 2))
;;   (export "outer" (func 3))
;;   (export "block" (func 4))
;;   (export "function" (func $function))
;;   (export "handler" (func 6))
;;   (export "chain" (func 7))
;;   (func $may (;0;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     i32.const 1
;;     i32.eq
;;     if ;; label = @1
;;       i32.const 100
;;       throw $e
;;     end
;;     local.get 0
;;     i32.const 2
;;     i32.eq
;;     if ;; label = @1
;;       throw $g
;;     end
;;     local.get 0
;;     i32.const 1
;;     i32.add
;;   )
;;   (func (;1;) (type 2) (param i32) (result i32)
;;     local.get 0
;;   )
;;   (func (;2;) (type 2) (param i32) (result i32)
;;     loop ;; label = @1
;;       local.get 0
;;       i32.const -1
;;       i32.add
;;       local.tee 0
;;       br_if 0 (;@1;)
;;     end
;;     local.get 0
;;   )
;;   (func (;3;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         drop
;;         i32.const 5
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func (;4;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         drop
;;         i32.const 6
;;         br 1 (;@1;)
;;       catch_all
;;         i32.const 100
;;         br 1 (;@1;)
;;       end
;;       i32.const 100
;;       i32.add
;;       return
;;     end
;;   )
;;   (func $function (;5;) (type 2) (param i32) (result i32)
;;     local.get 0
;;     call $may
;;   )
;;   (func (;6;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         i32.const 2
;;         call $may
;;       catch_all
;;         block ;; label = @3
;;           try (result i32) ;; label = @4
;;             local.get 0
;;             call $may
;;           catch $e
;;             drop
;;             br 1 (;@3;)
;;           catch_all
;;             i32.const 9
;;             br 3 (;@1;)
;;           end
;;           drop
;;         end
;;         i32.const 8
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;;   (func (;7;) (type 2) (param i32) (result i32)
;;     block (result i32) ;; label = @1
;;       try (result i32) ;; label = @2
;;         local.get 0
;;         call $may
;;       catch $e
;;         br 1 (;@1;)
;;       catch_all
;;         i32.const 9
;;         br 1 (;@1;)
;;       end
;;     end
;;   )
;; )
