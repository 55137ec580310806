;; FAIL(1): invar opt - -o -
;; Standard input is empty.
