;; FAIL(1): invar opt % -o -
(module
  (@custom "linking" "\02")
  (func (export "f"))
  (@custom "reloc.CODE" "\03\00"))
