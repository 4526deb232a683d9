// Checks that the reported stacks of the main thread and of small ones are where their variables are, and about
// as large as requested.

#include "CThreads.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static void check(const char *name, uintptr_t least, uintptr_t most) {
  struct mirrormap_stack stack = mirrormap_current_stack();
  uintptr_t here = (uintptr_t)&stack, size = stack.high - stack.low;
  printf("%s: %zu KB\n", name, (size_t)(size >> 10));
  if (stack.low == 0 || here <= stack.low || here >= stack.high || size < least || size > most) {
    fprintf(stderr, "The stack of %s is reported as %zx to %zx, with a variable at %zx.\n", name,
            (size_t)stack.low, (size_t)stack.high, (size_t)here);
    exit(1);
  }
}

static void *run(void *size) {
  check("a thread", *(size_t *)size / 2, *(size_t *)size + (64 << 10));
  return 0;
}

int main(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  uintptr_t most = limit.rlim_cur == RLIM_INFINITY ? UINTPTR_MAX : limit.rlim_cur + (64 << 10);
  check("the main thread", 1 << 20, most);
  size_t sizes[] = {128 << 10, 512 << 10, 4 << 20};
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, sizes[i]);
    if (pthread_create(&thread, &attributes, run, &sizes[i]) != 0) return 1;
    pthread_join(thread, 0);
  }
  return 0;
}
