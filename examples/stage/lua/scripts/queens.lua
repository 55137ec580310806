-- Solutions of the eight queens problem, ten times, found with closures, tables, strings and multiple results.
local size = 8
local columns, up, down = {}, {}, {}
local solutions, first

local function show(placed)
  local line = ""
  for row = 1, #placed do line = line .. placed[row] end
  return line
end

local function free(row, column)
  return not columns[column] and not up[row + column] and not down[row - column + size]
end

local function set(row, column, value)
  columns[column], up[row + column], down[row - column + size] = value, value, value
end

local function place(row, placed)
  if row > size then
    solutions = solutions + 1
    first = first or show(placed)
    return
  end
  for column = 1, size do
    if free(row, column) then
      placed[row] = column
      set(row, column, true)
      place(row + 1, placed)
      set(row, column, false)
      placed[row] = nil
    end
  end
end

for round = 1, 10 do
  solutions, first = 0, nil
  place(1, {})
end
print(first)
return solutions * 100000000 + first
