-- Functions that make functions: counters, composition, map, filter and fold, streams, memoization.
local function map(list, f)
  local out = {}
  for i = 1, #list do out[i] = f(list[i]) end
  return out
end

local function filter(list, keep)
  local out = {}
  for _, value in ipairs(list) do
    if keep(value) then out[#out + 1] = value end
  end
  return out
end

local function fold(list, f, from)
  for i = 1, #list do from = f(from, list[i]) end
  return from
end

local function compose(f, g)
  return function(x) return f(g(x)) end
end

local function adder(n)
  return function(x) return x + n end
end

local function counter()
  local count = 0
  return function(by)
    count = count + by
    return count
  end
end

local function naturals(from)
  return { head = from, tail = function() return naturals(from + 1) end }
end
local function take(s, n)
  local sum = 0
  for _ = 1, n do
    sum = sum + s.head
    s = s.tail()
  end
  return sum
end

local function memoize(f)
  local known = {}
  return function(n)
    local value = known[n]
    if value == nil then
      value = f(n)
      known[n] = value
    end
    return value
  end
end

local numbers = {}
for i = 1, 200 do numbers[i] = i end
local total = 0
for round = 1, 60 do
  local square_plus = compose(adder(round), function(x) return x * x end)
  local odd = filter(map(numbers, square_plus), function(x) return x % 2 == 1 end)
  total = total + fold(odd, function(a, b) return (a + b) % 65521 end, 0)
  local count = counter()
  for i = 1, 200 do count(i) end
  total = total + count(0) + take(naturals(round), 100)
  local fib
  fib = memoize(function(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end)
  total = (total + fib(60)) % 1000000007
end
print(total)
return total
