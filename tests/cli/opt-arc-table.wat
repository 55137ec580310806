;; FAIL(1): invar opt % -o - --arc ../tables/wrong.toml
(module)
