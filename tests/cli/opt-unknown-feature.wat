;; FAIL(2): invar opt % --enable-teleportation -o -
(module)
