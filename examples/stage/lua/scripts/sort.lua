-- Sorts: quicksort and heapsort in Lua, and the library's with a comparison.
local seed = 42
local function random(limit)
  seed = (seed * 16807) % 2147483647
  return seed % limit
end

local function quicksort(list, low, high)
  while low < high do
    local pivot = list[(low + high) // 2]
    local i, j = low, high
    while i <= j do
      while list[i] < pivot do i = i + 1 end
      while pivot < list[j] do j = j - 1 end
      if i <= j then
        list[i], list[j] = list[j], list[i]
        i, j = i + 1, j - 1
      end
    end
    if j - low < high - i then
      quicksort(list, low, j)
      low = i
    else
      quicksort(list, i, high)
      high = j
    end
  end
end

local function heapsort(list, less)
  local function sift(root, last)
    while root * 2 <= last do
      local child = root * 2
      if child < last and less(list[child], list[child + 1]) then child = child + 1 end
      if not less(list[root], list[child]) then return end
      list[root], list[child] = list[child], list[root]
      root = child
    end
  end
  for root = #list // 2, 1, -1 do sift(root, #list) end
  for last = #list, 2, -1 do
    list[1], list[last] = list[last], list[1]
    sift(1, last - 1)
  end
end

local function checksum(list)
  local sum = 0
  for i, value in ipairs(list) do
    if i > 1 and list[i - 1] > value then error("not sorted") end
    sum = (sum * 7 + value * i) % 1000003
  end
  return sum
end

local function filled(count)
  local list = {}
  for i = 1, count do list[i] = random(100000) end
  return list
end

local count, sum = 3000, 0
local list = filled(count)
quicksort(list, 1, #list)
sum = sum + checksum(list)
list = filled(count)
heapsort(list, function(a, b) return a < b end)
sum = sum + checksum(list)
list = filled(count)
table.sort(list)
sum = sum + checksum(list)
local words = {}
for i = 1, 1000 do words[i] = { key = random(5000), name = "n" .. i } end
table.sort(words, function(a, b)
  if a.key ~= b.key then return a.key < b.key end
  return a.name < b.name
end)
for i, word in ipairs(words) do sum = (sum * 7 + word.key * i + #word.name) % 1000003 end
print(sum)
return sum
