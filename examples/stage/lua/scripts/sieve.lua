-- The number of primes below a limit, by a sieve.
local function sieve(limit)
  local composite, count = {}, 0
  for i = 1, limit do composite[i] = false end
  for i = 2, limit do
    if not composite[i] then
      count = count + 1
      for j = i * i, limit, i do composite[j] = true end
    end
  end
  return count
end

local sum = 0
for round = 1, 5 do sum = sum + sieve(40000 + round) * round end
return sum
