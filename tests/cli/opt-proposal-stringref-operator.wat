;; FAIL(1): invar opt % --enable-strings -o -
;; A body with `string.const` (0xfb 0x82).
(module binary
  "\00asm\01\00\00\00"
  "\01\04\01\60\00\00"
  "\03\02\01\00"
  "\0a\09\01\07\00\fb\82\01\00\1a\0b")
