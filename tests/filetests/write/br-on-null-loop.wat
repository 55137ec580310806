;; What a br_on_null leaves on the stack is dropped inside the loop that it may repeat.
;; test: write
(module
  (type $t (func))
  (func (export "f") (param (ref null $t))
    (loop $l
      (drop (br_on_null $l (local.get 0))))))
