;; A legacy `try` may end with `delegate` in place of `end`: the code behind it is scanned correctly. The function
;; is copied unchanged.
;; test: optimize -O3
(module
  (type $v (func))
  (import "m" "f" (func $f (type $v)))
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
    local.get 0))

;; expect:
;; (module
;;   (type $v (;0;) (func))
;;   (type (;1;) (func (param i32) (result i32)))
;;   (import "m" "f" (func $f (;0;) (type $v)))
;;   (export "a" (func 1))
;;   (export "b" (func 2))
;;   (func (;1;) (type 1) (param i32) (result i32)
;;     block ;; label = @1
;;       try ;; label = @2
;;         call $f
;;       delegate 0 (;@1;)
;;       try ;; label = @2
;;         call $f
;;       delegate 0 (;@1;)
;;     end
;;     local.get 0
;;   )
;;   (func (;2;) (type 1) (param i32) (result i32)
;;     loop ;; label = @1
;;       block ;; label = @2
;;         try ;; label = @3
;;           local.get 0
;;           i32.const 1
;;           i32.sub
;;           local.set 0
;;           try ;; label = @4
;;             call $f
;;           delegate 0 (;@3;)
;;         catch_all
;;         end
;;       end
;;       local.get 0
;;       br_if 0 (;@1;)
;;     end
;;     try ;; label = @1
;;       call $f
;;     delegate 0
;;     local.get 0
;;   )
;; )
