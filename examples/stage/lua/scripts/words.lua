-- Words of a text are counted and ranked, and a document in a notation like JSON is read and written.
local seed = 7
local function random(limit)
  seed = (seed * 16807) % 2147483647
  return seed % limit + 1
end

local syllables = { "ba", "ke", "lo", "mi", "nu", "ra", "so", "ti" }
local function text(count)
  local words = {}
  for i = 1, count do
    local word = syllables[random(8)] .. syllables[random(8)]
    if random(3) == 1 then word = word .. syllables[random(4)] end
    words[i] = word
  end
  return table.concat(words, " ")
end

local function ranking(text)
  local counts, order = {}, {}
  for word in text:gmatch("%a+") do
    local count = counts[word]
    if not count then order[#order + 1] = word end
    counts[word] = (count or 0) + 1
  end
  table.sort(order, function(a, b)
    if counts[a] ~= counts[b] then return counts[a] > counts[b] end
    return a < b
  end)
  return order, counts
end

-- A recursive parser.
local parse
local function skip(s, at) return s:find("%S", at) or #s + 1 end

local function parse_list(s, at)
  local list = {}
  at = skip(s, at + 1)
  while s:sub(at, at) ~= "]" do
    list[#list + 1], at = parse(s, at)
    at = skip(s, at)
    if s:sub(at, at) == "," then at = skip(s, at + 1) end
  end
  return list, at + 1
end

local function parse_object(s, at)
  local object = {}
  at = skip(s, at + 1)
  while s:sub(at, at) ~= "}" do
    local key
    key, at = parse(s, at)
    at = skip(s, skip(s, at) + 1)
    object[key], at = parse(s, at)
    at = skip(s, at)
    if s:sub(at, at) == "," then at = skip(s, at + 1) end
  end
  return object, at + 1
end

function parse(s, at)
  at = skip(s, at)
  local c = s:sub(at, at)
  if c == "{" then return parse_object(s, at) end
  if c == "[" then return parse_list(s, at) end
  if c == '"' then
    local close = s:find('"', at + 1, true)
    return s:sub(at + 1, close - 1), close + 1
  end
  local digits = s:match("^-?%d+", at)
  return tonumber(digits), at + #digits
end

local function write(value, out)
  if type(value) == "number" then
    out[#out + 1] = tostring(value)
  elseif type(value) == "string" then
    out[#out + 1] = '"' .. value .. '"'
  elseif #value > 0 then
    out[#out + 1] = "["
    for i, item in ipairs(value) do
      if i > 1 then out[#out + 1] = "," end
      write(item, out)
    end
    out[#out + 1] = "]"
  else
    local keys = {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys)
    out[#out + 1] = "{"
    for i, key in ipairs(keys) do
      if i > 1 then out[#out + 1] = "," end
      out[#out + 1] = '"' .. key .. '":'
      write(value[key], out)
    end
    out[#out + 1] = "}"
  end
end

local order, counts = ranking(text(4000))
print(order[1], counts[order[1]], order[2], counts[order[2]], #order)
local entries = {}
for i = 1, 120 do
  entries[i] = ('{"word": "%s", "count": %d, "at": [%d, %d]}'):format(order[i], counts[order[i]], i, -i)
end
local document = "[" .. table.concat(entries, ", ") .. "]"
local hash = 0
for _ = 1, 3 do
  local out = {}
  write((parse(document, 1)), out)
  document = table.concat(out)
  for i = 1, #document do hash = (hash * 31 + document:byte(i)) % 2147483647 end
end
print(#document, hash)
return hash
