-- The N-body problem: the planets around the sun, and the energy of the system.
local sqrt = math.sqrt
local PI = 3.141592653589793
local SOLAR_MASS = 4 * PI * PI
local DAYS = 365.24

local bodies = {
  { x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0, mass = SOLAR_MASS },
  { x = 4.84143144246472090e+00, y = -1.16032004402742839e+00, z = -1.03622044471123109e-01,
    vx = 1.66007664274403694e-03 * DAYS, vy = 7.69901118419740425e-03 * DAYS,
    vz = -6.90460016972063023e-05 * DAYS, mass = 9.54791938424326609e-04 * SOLAR_MASS },
  { x = 8.34336671824457987e+00, y = 4.12479856412430479e+00, z = -4.03523417114321381e-01,
    vx = -2.76742510726411899e-03 * DAYS, vy = 4.99852801234917238e-03 * DAYS,
    vz = 2.30417297573763929e-05 * DAYS, mass = 2.85885980666130812e-04 * SOLAR_MASS },
  { x = 1.28943695621391310e+01, y = -1.51111514016986312e+01, z = -2.23307578892655734e-01,
    vx = 2.96460137564761618e-03 * DAYS, vy = 2.37847173959480950e-03 * DAYS,
    vz = -2.96589568540237556e-05 * DAYS, mass = 4.36624404335156298e-05 * SOLAR_MASS },
  { x = 1.53796971148509165e+01, y = -2.59193146099879641e+01, z = 1.79258772950371181e-01,
    vx = 2.68067772490389322e-03 * DAYS, vy = 1.62824170038242295e-03 * DAYS,
    vz = -9.51592254519715870e-05 * DAYS, mass = 5.15138902046611451e-05 * SOLAR_MASS },
}

local function advance(bodies, dt)
  local count = #bodies
  for i = 1, count do
    local a = bodies[i]
    local ax, ay, az, amass, avx, avy, avz = a.x, a.y, a.z, a.mass, a.vx, a.vy, a.vz
    for j = i + 1, count do
      local b = bodies[j]
      local dx, dy, dz = ax - b.x, ay - b.y, az - b.z
      local square = dx * dx + dy * dy + dz * dz
      local by = dt / (square * sqrt(square))
      local bm = b.mass * by
      avx = avx - dx * bm
      avy = avy - dy * bm
      avz = avz - dz * bm
      bm = amass * by
      b.vx = b.vx + dx * bm
      b.vy = b.vy + dy * bm
      b.vz = b.vz + dz * bm
    end
    a.vx, a.vy, a.vz = avx, avy, avz
    a.x, a.y, a.z = ax + dt * avx, ay + dt * avy, az + dt * avz
  end
end

local function energy(bodies)
  local sum = 0
  for i, a in ipairs(bodies) do
    sum = sum + 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
    for j = i + 1, #bodies do
      local b = bodies[j]
      local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
      sum = sum - a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    end
  end
  return sum
end

local function offset_momentum(bodies)
  local px, py, pz = 0, 0, 0
  for _, body in ipairs(bodies) do
    px, py, pz = px + body.vx * body.mass, py + body.vy * body.mass, pz + body.vz * body.mass
  end
  bodies[1].vx, bodies[1].vy, bodies[1].vz = -px / SOLAR_MASS, -py / SOLAR_MASS, -pz / SOLAR_MASS
end

offset_momentum(bodies)
print(("%.9f"):format(energy(bodies)))
for _ = 1, 4000 do advance(bodies, 0.01) end
print(("%.9f"):format(energy(bodies)))
return energy(bodies)
