// Two threads that add to one number.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int sum;

static void *add(void *number) {
  for (int i = 0; i < 1000; i++) atomic_fetch_add(&sum, *(int *)number);
  return NULL;
}

int main() {
  pthread_t threads[2];
  int numbers[2] = {1, 10};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, add, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  printf("%d\n", sum);
}
