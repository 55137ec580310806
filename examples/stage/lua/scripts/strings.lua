-- Text is built of pieces: by concatenation, in a table, by formats and by substitution.
local function escape(text)
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

local function row(number, name, price)
  return "<tr><td>" .. number .. "</td><td>" .. escape(name) .. "</td><td>"
    .. string.format("%.2f", price) .. "</td></tr>"
end

local names = { "bread & butter", "milk", "<empty>", "eggs", "a very long name of an article" }
local function page(rows)
  local lines = { "<table>" }
  for i = 1, rows do
    lines[#lines + 1] = row(i, names[i % #names + 1], i * 0.25)
  end
  lines[#lines + 1] = "</table>"
  return table.concat(lines, "\n")
end

local function capitals(text)
  local out = ""
  for i = 1, #text do
    local c = text:sub(i, i)
    if c >= "a" and c <= "z" then out = out .. string.char(c:byte() - 32) else out = out .. c end
  end
  return out
end

local hash = 0
for round = 1, 12 do
  local text = page(60 + round)
  for i = 1, #text, 7 do hash = (hash * 31 + text:byte(i)) % 2147483647 end
  local line = capitals(text:sub(1, 400))
  hash = (hash + #line:rep(3, "-")) % 2147483647
end
print(hash)
return hash
