;; The value that br_on_null leaves on the stack is dropped inside the loop that it may repeat.
;; test: write
(module
  (type $t (func))
  (func (export "f") (param (ref null $t))
    (loop $l
      (drop (br_on_null $l (local.get 0))))))

;; expect:
;; (module
;;   (type $t (;0;) (func))
;;   (type (;1;) (func (param (ref null $t))))
;;   (export "f" (func 0))
;;   (func (;0;) (type 1) (param (ref null $t))
;;     loop ;; label = @1
;;       local.get 0
;;       br_on_null 0 (;@1;)
;;       drop
;;     end
;;   )
;; )
