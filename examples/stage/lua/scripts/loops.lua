-- Nested loops of arithmetic on integers and floats.
local sum, product = 0, 1.0
for i = 1, 1000 do
  for j = 1, 1000 do
    sum = sum + (i * j) % 7
  end
  product = product * 1.0001 + i / 1000
end

local n, steps = 837799, 0
while n ~= 1 do
  if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end
  steps = steps + 1
end

return sum + steps + product
