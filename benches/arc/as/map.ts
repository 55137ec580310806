// The standard library's maps and sets: objects by number, numbers by string, groups of objects.
import { emit, Random } from "./host";
export { finish, heapBase } from "./host";

class Account {
  history: Array<i32> = new Array<i32>();
  constructor(public id: i32, public owner: string, public balance: i64) {}
}

class Bank {
  accounts: Map<i32, Account> = new Map<i32, Account>();
  byOwner: Map<string, Array<Account>> = new Map<string, Array<Account>>();
  touched: Set<i32> = new Set<i32>();

  open(id: i32, owner: string): Account {
    if (this.accounts.has(id)) return this.accounts.get(id);
    const account = new Account(id, owner, 100);
    this.accounts.set(id, account);
    if (!this.byOwner.has(owner)) this.byOwner.set(owner, new Array<Account>());
    this.byOwner.get(owner).push(account);
    return account;
  }

  move(from: i32, to: i32, amount: i32): bool {
    if (!this.accounts.has(from) || !this.accounts.has(to)) return false;
    const source = this.accounts.get(from);
    const target = this.accounts.get(to);
    if (source.balance < amount) return false;
    source.balance -= amount;
    target.balance += amount;
    source.history.push(-amount);
    target.history.push(amount);
    this.touched.add(from);
    this.touched.add(to);
    return true;
  }

  richest(): Account | null {
    let best: Account | null = null;
    const all = this.accounts.values();
    for (let i = 0; i < all.length; i++) {
      const account = all[i];
      if (best === null || account.balance > best.balance) best = account;
    }
    return best;
  }

  total(owner: string): i64 {
    if (!this.byOwner.has(owner)) return 0;
    const accounts = this.byOwner.get(owner);
    let sum: i64 = 0;
    for (let i = 0; i < accounts.length; i++) sum += accounts[i].balance;
    return sum;
  }
}

const NAMES: string[] = ["ada", "grace", "alan", "edsger", "barbara", "donald", "john", "frances"];

export function run(n: i32): i64 {
  const random = new Random(0x1234567 + n);
  const bank = new Bank();
  for (let i = 0; i < n; i++) {
    const owner = NAMES[random.below(NAMES.length)] + (random.below(20)).toString();
    bank.open(random.below(n), owner);
  }
  let moved = 0;
  for (let i = 0; i < n * 8; i++) {
    if (bank.move(random.below(n), random.below(n), random.below(30))) moved++;
  }
  emit(<f64>moved);
  const best = bank.richest();
  let sum: i64 = 0;
  if (best !== null) {
    emit(<f64>best.id);
    sum = best.balance * best.history.length;
  }
  const owners = bank.byOwner.keys();
  for (let i = 0; i < owners.length; i++) {
    sum = sum * 7 + bank.total(owners[i]) + owners[i].length;
  }
  for (let id = 0; id < n; id += 3) {
    if (bank.touched.has(id)) bank.accounts.delete(id);
  }
  return sum * 31 + bank.accounts.size;
}
