-- The Mandelbrot set: the number of iterations until the points of a grid leave the circle of radius 2.
local size, limit = 96, 100
local sum = 0
for row = 0, size - 1 do
  local ci = 2.0 * row / size - 1.0
  for column = 0, size - 1 do
    local cr = 2.0 * column / size - 1.5
    local zr, zi, steps = 0.0, 0.0, 0
    while steps < limit do
      local rr, ii = zr * zr, zi * zi
      if rr + ii > 4.0 then break end
      zi = 2.0 * zr * zi + ci
      zr = rr - ii + cr
      steps = steps + 1
    end
    sum = sum + steps * (row + 1)
  end
end
return sum
