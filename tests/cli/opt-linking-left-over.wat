;; RUN: invar opt % -O1 -v --emit wat -o -
;; A section `linking` without relocations is left over in a module that is linked: it is dropped, with a note.
(module
  (memory (export "memory") 1)
  (func (export "f") (result i32) (i32.const 1))
  (@custom "linking" "\02\08\01\00"))
