// The price of a basket. An item that has no price is an error.

function price(item: i32): i32 {
  if (item > 2) unreachable();
  return 5 + 3 * item;
}

function discounted(item: i32, percent: i32): i32 {
  return price(item) * (100 - percent);
}

export function total(first: i32, second: i32): i32 {
  let sum = discounted(first, 10);
  sum += discounted(second, 20);
  return sum / 100;
}
