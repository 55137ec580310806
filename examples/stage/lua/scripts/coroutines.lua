-- Coroutines: generators, a pipeline, permutations, tasks in turn.
local function range(limit)
  return coroutine.wrap(function()
    for i = 1, limit do coroutine.yield(i) end
  end)
end

local function filter(source, keep)
  return coroutine.wrap(function()
    for value in source do
      if keep(value) then coroutine.yield(value) end
    end
  end)
end

local sum = 0
for value in filter(range(6000), function(n) return n % 3 == 0 end) do sum = sum + value end

-- The nodes of a tree in order.
local function insert(tree, key)
  if not tree then return { key = key } end
  local side = key < tree.key and "left" or "right"
  tree[side] = insert(tree[side], key)
  return tree
end
local function visit(tree)
  if tree then
    visit(tree.left)
    coroutine.yield(tree.key)
    visit(tree.right)
  end
end
local tree, key = nil, 1
for _ = 1, 500 do
  key = key * 16807 % 2147483647
  tree = insert(tree, key % 10000)
end
local position = 0
for key in coroutine.wrap(function() visit(tree) end) do
  position = position + 1
  sum = sum + position * key
end

local function permute(list, n)
  if n <= 1 then
    coroutine.yield(list)
  else
    for i = 1, n do
      list[n], list[i] = list[i], list[n]
      permute(list, n - 1)
      list[n], list[i] = list[i], list[n]
    end
  end
end
for list in coroutine.wrap(function() permute({ 1, 2, 3, 4, 5, 6 }, 6) end) do
  sum = sum + list[1] * list[6]
end

-- Tasks that work for a while between yields, and give values back and forth.
local function task(steps)
  local total = 0
  for step = 1, steps do
    for i = 1, 20 do total = total + i * step % 7 end
    total = total + coroutine.yield(total)
  end
  return total
end
local tasks = {}
for i = 1, 20 do tasks[i] = coroutine.create(task) end
local running = #tasks
for i, co in ipairs(tasks) do assert(coroutine.resume(co, 20 + i)) end
while running > 0 do
  for i, co in ipairs(tasks) do
    if coroutine.status(co) == "suspended" then
      local good, value = coroutine.resume(co, i)
      if coroutine.status(co) == "dead" then
        running = running - 1
        sum = sum + value
      end
    end
  end
end
print(sum)
return sum
