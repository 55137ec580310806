-- Binary trees are allocated, walked and forgotten.
local function bottom_up(depth)
  if depth == 0 then return {} end
  depth = depth - 1
  return { bottom_up(depth), bottom_up(depth) }
end

local function check(tree)
  if tree[1] then return 1 + check(tree[1]) + check(tree[2]) end
  return 1
end

local least, most = 4, 9
local sum = check(bottom_up(most + 1))
local long_lived = bottom_up(most)
for depth = least, most, 2 do
  local count, trees = 2 ^ (most - depth + least) // 1 | 0, 0
  for _ = 1, count do trees = trees + check(bottom_up(depth)) end
  print(count, depth, trees)
  sum = sum + trees
end
return sum + check(long_lived)
