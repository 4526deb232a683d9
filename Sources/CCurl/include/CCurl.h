// The functions of libcurl that MirrorMapNetworking calls on Linux. `FoundationNetworking` has loaded the library, so
// they are looked up when the program runs, and its headers aren't needed to build.

#ifndef CCURL_H
#define CCURL_H

#if defined(__linux__)

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef size_t (*curl_data_callback)(
    const char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);
typedef int (*curl_progress_callback)(
    void *_Nonnull context, int64_t total, int64_t received, int64_t totalToSend, int64_t sent);

// A list of header fields.
struct curl_list;

// The values of `CURLoption`, `CURLINFO`, and `CURLcode` in libcurl's stable interface.
enum {
  CCURL_WRITE_DATA = 10001, CCURL_URL = 10002, CCURL_ERROR_BUFFER = 10010, CCURL_POST_FIELDS = 10015,
  CCURL_USER_AGENT = 10018, CCURL_HEADERS = 10023, CCURL_HEADER_DATA = 10029, CCURL_COOKIE_FILE = 10031,
  CCURL_METHOD = 10036, CCURL_COOKIE_LIST = 10135,
  CCURL_PROGRESS_DATA = 10057, CCURL_CERTIFICATES = 10065, CCURL_ENCODINGS = 10102,
  CCURL_WRITE_FUNCTION = 20011, CCURL_HEADER_FUNCTION = 20079, CCURL_PROGRESS_FUNCTION = 20219,
  CCURL_NO_PROGRESS = 43, CCURL_NO_BODY = 44, CCURL_POST = 47, CCURL_FOLLOW_LOCATION = 52,
  CCURL_MAXIMUM_REDIRECTIONS = 68, CCURL_NO_SIGNAL = 99, CCURL_TIMEOUT = 155,
  CCURL_POST_REDIRECTIONS = 161, CCURL_PROTOCOLS = 181, CCURL_REDIRECTION_PROTOCOLS = 182,
  CCURL_POST_FIELD_SIZE = 30120,
  CCURL_EFFECTIVE_URL = 0x100001, CCURL_RESPONSE_CODE = 0x200002,
  CCURL_ERROR_BUFFER_SIZE = 256, CCURL_HTTP_AND_HTTPS = 3, CCURL_REDIRECTIONS_301_AND_302 = 3,
};

// The functions themselves.
struct ccurl {
  void *_Nullable (*_Nullable make)(void);
  void (*_Nullable cleanup)(void *_Nonnull handle);
  int (*_Nullable set)(void *_Nonnull handle, int option, ...);
  int (*_Nullable get)(void *_Nonnull handle, int information, ...);
  int (*_Nullable perform)(void *_Nonnull handle);
  struct curl_list *_Nullable (*_Nullable append)(struct curl_list *_Nullable list, const char *_Nonnull text);
  void (*_Nullable free)(struct curl_list *_Nullable list);
};

// Looks libcurl's functions up; false if there is no libcurl.
static inline bool ccurl_load(struct ccurl *_Nonnull curl) {
  void *library = RTLD_DEFAULT;
  if (!dlsym(library, "curl_easy_perform")) {
    library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) return false;
  }
  void *functions[] = {
      dlsym(library, "curl_easy_init"),    dlsym(library, "curl_easy_cleanup"),
      dlsym(library, "curl_easy_setopt"),  dlsym(library, "curl_easy_getinfo"),
      dlsym(library, "curl_easy_perform"), dlsym(library, "curl_slist_append"),
      dlsym(library, "curl_slist_free_all")};
  for (size_t index = 0; index < sizeof(functions) / sizeof(*functions); index++) {
    if (!functions[index]) return false;
  }
  _Static_assert(sizeof(functions) == sizeof(*curl), "a pointer for each function");
  __builtin_memcpy(curl, functions, sizeof(functions));
  return true;
}

static inline void *_Nullable ccurl_make(const struct ccurl *_Nonnull curl) { return curl->make(); }

static inline int ccurl_perform(const struct ccurl *_Nonnull curl, void *_Nonnull handle) {
  return curl->perform(handle);
}

static inline struct curl_list *_Nullable ccurl_append(
    const struct ccurl *_Nonnull curl, struct curl_list *_Nullable list, const char *_Nonnull text) {
  return curl->append(list, text);
}

static inline void ccurl_free(const struct ccurl *_Nonnull curl, void *_Nonnull handle) {
  curl->cleanup(handle);
}

static inline void ccurl_free_list(const struct ccurl *_Nonnull curl, struct curl_list *_Nonnull list) {
  curl->free(list);
}

// Swift can't call functions with variable arguments.

static inline void ccurl_set_number(
    const struct ccurl *_Nonnull curl, void *_Nonnull handle, int option, long value) {
  curl->set(handle, option, value);
}

static inline void ccurl_set_size(
    const struct ccurl *_Nonnull curl, void *_Nonnull handle, int option, int64_t value) {
  curl->set(handle, option, value);
}

static inline void ccurl_set_pointer(
    const struct ccurl *_Nonnull curl, void *_Nonnull handle, int option, const void *_Nullable value) {
  curl->set(handle, option, value);
}

static inline void ccurl_set_data_callback(
    const struct ccurl *_Nonnull curl, void *_Nonnull handle, int option, curl_data_callback _Nonnull value) {
  curl->set(handle, option, value);
}

static inline void ccurl_set_progress_callback(
    const struct ccurl *_Nonnull curl, void *_Nonnull handle, curl_progress_callback _Nonnull value) {
  curl->set(handle, CCURL_PROGRESS_FUNCTION, value);
}

static inline long ccurl_response_code(const struct ccurl *_Nonnull curl, void *_Nonnull handle) {
  long code = 0;
  curl->get(handle, CCURL_RESPONSE_CODE, &code);
  return code;
}

static inline const char *_Nullable ccurl_effective_url(
    const struct ccurl *_Nonnull curl, void *_Nonnull handle) {
  const char *url = NULL;
  curl->get(handle, CCURL_EFFECTIVE_URL, &url);
  return url;
}

#endif
#endif
