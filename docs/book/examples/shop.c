// A shop that traps if an order has an item that it does not sell.

static const int prices[] = {250, 1200, 75};

static int price(int item) {
  if (item < 0 || item > 2) __builtin_trap();
  return prices[item];
}

static int discounted(int item, int percent) {
  return price(item) * (100 - percent) / 100;
}

static int total(const int *items, int count) {
  int sum = 0;
  for (int n = 0; n < count; n++) sum += discounted(items[n], n > 2 ? 10 : 0);
  return sum;
}

static int order[8];

void add(int n, int item) { order[n & 7] = item; }

int checkout(int count) { return total(order, count); }
