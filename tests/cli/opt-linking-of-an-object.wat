;; FAIL(1): invar opt % -o -
;; An object without relocations: it imports the memory that all objects share.
(module
  (import "env" "__linear_memory" (memory 1))
  (@custom "linking" "\02\08\01\00")
  (func (export "f")))
