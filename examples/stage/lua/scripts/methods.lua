-- Classes with inheritance: shapes, accounts, a queue and a stack.
local Shape = {}
Shape.__index = Shape
function Shape.new(class, x, y) return setmetatable({ x = x, y = y }, class) end
function Shape:move(dx, dy)
  self.x = self.x + dx
  self.y = self.y + dy
end
function Shape:area() return 0 end
function Shape:weight() return self:area() * 2 end

local function subclass(parent)
  local class = setmetatable({}, { __index = parent })
  class.__index = class
  return class
end

local Circle = subclass(Shape)
function Circle.new(x, y, radius)
  local self = Shape.new(Circle, x, y)
  self.radius = radius
  return self
end
function Circle:area() return 3 * self.radius * self.radius end

local Box = subclass(Shape)
function Box.new(x, y, width, height)
  local self = Shape.new(Box, x, y)
  self.width, self.height = width, height
  return self
end
function Box:area() return self.width * self.height end

local Account = {}
Account.__index = Account
function Account.new(balance) return setmetatable({ balance = balance, log = 0 }, Account) end
function Account:deposit(amount)
  self.balance = self.balance + amount
  self.log = self.log + 1
end
function Account:withdraw(amount)
  if amount > self.balance then return false end
  self.balance = self.balance - amount
  return true
end

local Queue = {}
Queue.__index = Queue
function Queue.new() return setmetatable({ first = 1, last = 0 }, Queue) end
function Queue:push(value)
  self.last = self.last + 1
  self[self.last] = value
end
function Queue:pop()
  local value = self[self.first]
  self[self.first] = nil
  self.first = self.first + 1
  return value
end
function Queue:empty() return self.first > self.last end

local sum = 0
local shapes = {}
for i = 1, 100 do
  shapes[i] = i % 2 == 0 and Circle.new(i, i, i % 10) or Box.new(i, -i, i % 7, i % 5)
end
local account, queue = Account.new(100), Queue.new()
for round = 1, 100 do
  for _, shape in ipairs(shapes) do
    shape:move(1, round % 3)
    sum = sum + shape:weight() + shape.x - shape.y
  end
  for i = 1, 50 do
    account:deposit(i)
    if not account:withdraw(i * 2) then sum = sum + 1 end
    queue:push(i * round)
  end
  while not queue:empty() do sum = (sum + queue:pop()) % 1000000007 end
end
print(sum, account.balance, account.log)
return sum + account.balance
