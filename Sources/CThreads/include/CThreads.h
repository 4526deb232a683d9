// What the system and Swift's runtime know about a thread: the bounds of its stack, and its accesses to variables.

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

// Compiled Swift calls these functions where the compiler can't rule out that accesses to a variable overlap. The
// runtime keeps the accesses of a thread in a list, whose entries are the records. Flag 1 is for an access that modifies
// the variable; without flag 0x20, the access isn't put into the list, and so has no end.
extern void swift_beginAccess(void *variable, void *record, uintptr_t flags, void *caller);
extern void swift_endAccess(void *record);

/// Ends the process, as Swift does, if the thread has an access to a variable that excludes another one.
static inline void mirrormap_check_access(void *variable, uintptr_t modifies) {
  void *record[3];
  swift_beginAccess(variable, record, modifies, 0);
}

/// Returns the record of the thread's last access that hasn't ended; null if there is none.
static inline void *mirrormap_last_access(void) {
  void *record[3] = {0};
  char variable;
  swift_beginAccess(&variable, record, 0x20, 0);
  void *next = record[2];
  swift_endAccess(record);
  return next;
}

/// Returns whether `mirrormap_last_access` finds an access, as the form of records is the runtime's own matter.
static inline int mirrormap_finds_last_access(void) {
  void *record[3] = {0};
  char variable;
  swift_beginAccess(&variable, record, 0x20, 0);
  int finds = mirrormap_last_access() == (void *)record;
  swift_endAccess(record);
  return finds;
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
