;; FAIL(1): invar opt % --enable-strings -o -
;; A function whose parameter is a `stringref` (0x67).
(module binary
  "\00asm\01\00\00\00"
  "\01\05\01\60\01\67\00"
  "\03\02\01\00"
  "\0a\04\01\02\00\0b")
