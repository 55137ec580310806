-- Pancake flips of all permutations: the checksum, and the most flips that one takes.
local function fannkuch(n)
  local p, q, s, sign, max, sum = {}, {}, {}, 1, 0, 0
  for i = 1, n do p[i], q[i], s[i] = i, i, i end
  repeat
    local first = p[1]
    if first ~= 1 then
      for i = 2, n do q[i] = p[i] end
      local flips = 1
      while true do
        local other = q[first]
        if other == 1 then
          sum = sum + sign * flips
          if flips > max then max = flips end
          break
        end
        q[first] = first
        if first >= 4 then
          local i, j = 2, first - 1
          repeat
            q[i], q[j] = q[j], q[i]
            i = i + 1
            j = j - 1
          until i >= j
        end
        first = other
        flips = flips + 1
      end
    end
    if sign == 1 then
      p[1], p[2] = p[2], p[1]
      sign = -1
    else
      p[2], p[3] = p[3], p[2]
      sign = 1
      for i = 3, n do
        local left = s[i]
        if left ~= 1 then
          s[i] = left - 1
          break
        end
        if i == n then return sum, max end
        s[i] = i
        local moved = p[1]
        for j = 1, i do p[j] = p[j + 1] end
        p[i + 1] = moved
      end
    end
  until false
end

local sum, flips = fannkuch(8)
print(sum, flips)
return sum * 1000 + flips
