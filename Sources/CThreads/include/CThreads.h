// The bounds of a thread's stack, which each system reports in a way of its own.

#ifndef MIRRORMAP_CTHREADS_H
#define MIRRORMAP_CTHREADS_H

#include <stdint.h>

/// A part of memory that is used as a stack.
struct mirrormap_stack {
  /// The lowest address that may be used; 0 if the system doesn't report it.
  uintptr_t low;
  /// The address where the stack begins, from which it grows downward.
  uintptr_t high;
};

/// Returns an address in the frame of the calling function, to which it costs nothing to point.
static inline __attribute__((__always_inline__)) uintptr_t mirrormap_stack_position(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

#if defined(__APPLE__)

#include <pthread.h>

/// Returns the stack of the calling thread.
static inline struct mirrormap_stack mirrormap_current_stack(void) {
  pthread_t thread = pthread_self();
  uintptr_t high = (uintptr_t)pthread_get_stackaddr_np(thread);
  struct mirrormap_stack stack = {high - pthread_get_stacksize_np(thread), high};
  return stack;
}

#elif defined(_WIN32)

#ifdef __cplusplus
extern "C"
#endif
__declspec(dllimport) void __stdcall GetCurrentThreadStackLimits(uintptr_t *low, uintptr_t *high);

/// Returns the stack of the calling thread.
static inline struct mirrormap_stack mirrormap_current_stack(void) {
  struct mirrormap_stack stack = {0, 0};
  GetCurrentThreadStackLimits(&stack.low, &stack.high);
  return stack;
}

#elif defined(__linux__)

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// All C libraries of Linux have these functions, but some declare them only as extensions.
extern int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
extern long syscall(long number, ...);

/// Returns the stack of the calling thread.
static inline struct mirrormap_stack mirrormap_current_stack(void) {
  struct mirrormap_stack stack = {0, 0};
  pthread_attr_t attributes;
  void *start = 0;
#if defined(__GLIBC__)
  // For the main thread, glibc reads the list of all mappings, which takes as long as planning two models. The name
  // of the program is where the stack begins, and beneath it the kernel leaves free at least 128 MiB. (After a fork
  // this may be the stack of another thread.)
  struct rlimit most;
  uintptr_t top = getauxval(AT_EXECFN), here = (uintptr_t)__builtin_frame_address(0);
  if (top != 0 && syscall(SYS_gettid) == getpid() && getrlimit(RLIMIT_STACK, &most) == 0) {
    uintptr_t maximum = most.rlim_cur < 64 << 20 ? (uintptr_t)most.rlim_cur : 64 << 20;
    if (here < top && top - here < maximum) {
      stack.low = top - maximum + 4096;
      stack.high = top;
      return stack;
    }
  }
#endif
  size_t size = 0, guard = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  if (pthread_attr_getstack(&attributes, &start, &size) == 0 &&
      pthread_attr_getguardsize(&attributes, &guard) == 0) {
    stack.low = (uintptr_t)start + guard;
    stack.high = (uintptr_t)start + size;
  }
  pthread_attr_destroy(&attributes);
#if !defined(__GLIBC__) && !defined(__BIONIC__)
  // For the main thread, musl reports the part that is in use so far. The kernel extends it up to a limit.
  struct rlimit limit;
  if (stack.high != 0 && syscall(SYS_gettid) == getpid() && getrlimit(RLIMIT_STACK, &limit) == 0) {
    uintptr_t maximum = 8 << 20;
    if (limit.rlim_cur != RLIM_INFINITY) maximum = (uintptr_t)limit.rlim_cur;
    if (maximum < stack.high && stack.high - maximum < stack.low) stack.low = stack.high - maximum;
  }
#endif
  return stack;
}

#else

/// Returns the stack of the calling thread, which isn't known here.
static inline struct mirrormap_stack mirrormap_current_stack(void) {
  struct mirrormap_stack stack = {0, 0};
  return stack;
}

#endif

#endif
