__attribute__((import_module("env"), import_name("note"))) void note(int);

int fee(int amount);
int rate(int account);
int audit(const int *values, int count);
int share(const int *values, int n);

static inline int clamp(int value, int most) {
  note(value);
  return value > most ? most : value;
}
