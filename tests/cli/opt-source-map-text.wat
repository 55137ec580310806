;; FAIL(1): invar opt % -O3 -osm %t/out.map --emit wat -o -
;; A map has the offsets of a binary.
(module (func (export "f")))
