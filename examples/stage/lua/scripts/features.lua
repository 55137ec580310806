-- Many features of the language; the results are printed and hashed.
local parts = {}
local function put(...)
  for n = 1, select("#", ...) do parts[#parts + 1] = tostring((select(n, ...))) end
end

-- Generic loops, over a table, a list and a closure.
local keys = {}
for key, value in pairs({ one = 1, two = 2, three = 3 }) do keys[#keys + 1] = key .. value end
table.sort(keys, function(a, b) return a > b end)
put(table.concat(keys, ","))
for index, value in ipairs({ "a", "b", "c" }) do put(index, value) end
local function countdown(n)
  return function()
    n = n - 1
    if n >= 0 then return n, n * n end
  end
end
for n, square in countdown(4) do put(n, square) end

-- Numeric loops: up, down, of floats, none.
for n = 1, 3 do put(n) end
for n = 10, 1, -4 do put(n) end
for x = 0.0, 1.0, 0.25 do put(x) end
for n = 3, 1 do put("never", n) end

-- Variable arguments, multiple results, tail calls that would overflow a stack.
local function rest(first, ...) return select("#", ...), ..., first end
put(rest(1, 2, 3))
put((rest(1, 2, 3)))
local function down(n, sum)
  if n == 0 then return sum end
  return down(n - 1, sum + n)
end
put(down(100000, 0))
local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
put(deep(900), deep(20000))

-- Closures share their upvalues, and each iteration of a loop has its own.
local functions = {}
for n = 1, 3 do
  local count = n * 10
  functions[n] = function(by) count = count + by return count end
end
put(functions[1](1), functions[1](1), functions[2](5), functions[3](0))

-- Metatables.
local point = {}
point.__index = point
point.__add = function(a, b) return setmetatable({ x = a.x + b.x }, point) end
point.__eq = function(a, b) return a.x == b.x end
point.__lt = function(a, b) return a.x < b.x end
point.__le = function(a, b) return a.x <= b.x end
point.__call = function(self, by) return self.x * by end
point.__concat = function(a, b) return tostring(a) .. "|" .. tostring(b) end
point.__tostring = function(self) return "point " .. self.x end
point.__len = function() return 42 end
point.__unm = function(self) return setmetatable({ x = -self.x }, point) end
function point:double() return self + self end
local p, q = setmetatable({ x = 3 }, point), setmetatable({ x = 4 }, point)
put(p + q, p == q, p < q, p <= q, p(5), p .. q, p .. "s", #p, -p, p:double(), p ~= q, q > p)
local log = setmetatable({}, {
  __index = function(_, key) return key .. "?" end,
  __newindex = function(self, key, value) rawset(self, key, value * 2) end,
})
log.a = 4
put(log.a, log.b)
local base = { kind = "base", name = function(self) return self.kind end }
local middle = setmetatable({ size = 2 }, { __index = base })
local object = setmetatable({}, { __index = middle })
put(object:name(), object.size, object.none, rawget(object, "kind"))
object.kind, base.none = "own", "now"
put(object:name(), object.none, middle:name())
setmetatable(object, { __index = function(_, key) return #key end })
put(object.name, object.kind)
object.kind = nil
put(object.kind)
do
  local closed <close> = setmetatable({}, { __close = function() put("closed") end })
  local fixed <const> = 7
  put(fixed)
end

-- Arithmetic of integers, floats and strings; bits; comparisons.
put(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, 7 / 2, 2 ^ 10, "10" + 1, "3" * "4", 10 .. 20)
put(1 << 62, 1 << 63, 1 << 64, ~0, 5 & 3, 5 | 3, 5 ~ 3, 256 >> 4, "7" // 1, 1e15, 2 ^ 53 == 2 ^ 53 + 1)
put(math.maxinteger + 1 == math.mininteger, 1 < 1.5, "a" < "b", not nil, 0 == -0.0, 3 | 0)
put(math.floor(-3.5), math.max(1, 2.5), math.type(1), math.type(1.0), math.tointeger(3.0), math.sqrt(2))

-- Strings and tables.
put(("hello"):upper(), ("%5.2f|%d|%s|%q"):format(1.5, 7, "x", "y"), ("a,b,c"):find(",", 1, true))
put((("hello world"):gsub("o", function(c) return c:byte() end)), #("x"):rep(100), ("abc"):reverse())
for word in ("one two three"):gmatch("%a+") do put(word) end
local long = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
  26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
  51, 52, 53, 54, 55, x = "named", [100] = "far", rest(8, 9) }
put(#long, long.x, long[100], long[55], long[57], table.unpack(long, 3, 5))
table.insert(long, 2, "new")
put(table.remove(long), long[2], #long)

-- Jumps, repeated blocks, nested breaks; garbage collection in between.
local n = 0
repeat
  n = n + 1
  if n == 2 then goto continue end
  put("round", n)
  ::continue::
until n >= 3
for a = 1, 3 do
  for b = 1, 3 do
    if a * b == 4 then break end
    n = n + a * b
  end
end
put(n)
for round = 1, 20 do
  local garbage = {}
  for k = 1, 50 do garbage[k] = { round .. "/" .. k } end
  if round % 10 == 0 then collectgarbage() end
  n = n + #garbage[round][1]
end
put(n, pcall(rest, 1, 2), select(2, pcall(deep, 10)), load("return 1 + ...")(41))

local text, hash = table.concat(parts, " "), 0
for index = 1, #text do hash = (hash * 31 + text:byte(index)) % 2147483647 end
print(text)
return hash
