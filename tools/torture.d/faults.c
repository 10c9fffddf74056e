// Simulated faults of a disk and a clock, for tools/torture. Loaded by LD_PRELOAD=faults.so and set by environment variables:
//   FAULT_WRITE=N, FAULT_SYNC=N   from the N-th on, writes or fsyncs of regular files fail (ENOSPC, EIO)
//   FAULT_READONLY=N              from the N-th change on (a file is opened for writing, removed or renamed, or a folder is
//                                 created), changes in FAULT_FOLDER fail with the error number FAULT_ERROR (EROFS or EACCES);
//                                 with EROFS, open files cannot be written either
//   FAULT_CLOCK=SECONDS           the system clock jumps by SECONDS after every 64 readings, forwards and backwards in turn
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long limit(const char* name) {
  const char* text = getenv(name);
  return text ? atol(text) : 0;
}

// Counts a call for a regular file and returns whether it is to fail.
static int fails(const char* name, atomic_long* calls, int file) {
  const long at = limit(name);
  struct stat about;
  if (at == 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
  return atomic_fetch_add(calls, 1) + 1 >= at;
}

static atomic_long writes, syncs, changes;

static int is_read_only(void) {
  const long at = limit("FAULT_READONLY");
  return at != 0 && atomic_load(&changes) >= at;
}
// Counts a change in the folder and returns whether it is to fail; sets errno if so.
static int refuses(const char* path) {
  const char* folder = getenv("FAULT_FOLDER");
  if (limit("FAULT_READONLY") == 0 || !folder || !strstr(path, folder)) return 0;
  atomic_fetch_add(&changes, 1);
  if (!is_read_only()) return 0;
  errno = (int)limit("FAULT_ERROR");
  return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(variable, calls, file, number)  \
  if (fails(variable, &calls, file)) {       \
    errno = number;                          \
    return -1;                               \
  }
// After the file system became read-only, files that were opened before cannot be written either.
#define FAIL_READ_ONLY(file)                                                                           \
  struct stat about;                                                                                   \
  if (is_read_only() && limit("FAULT_ERROR") == EROFS && fstat(file, &about) == 0 && S_ISREG(about.st_mode)) { \
    errno = EROFS;                                                                                     \
    return -1;                                                                                         \
  }

ssize_t write(int file, const void* data, size_t size) {
  FAIL_READ_ONLY(file)
  FAIL("FAULT_WRITE", writes, file, ENOSPC)
  return REAL(write)(file, data, size);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  FAIL_READ_ONLY(file)
  FAIL("FAULT_WRITE", writes, file, ENOSPC)
  return REAL(pwrite64)(file, data, size, at);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
  FAIL_READ_ONLY(file)
  FAIL("FAULT_WRITE", writes, file, ENOSPC)
  return REAL(pwrite)(file, data, size, at);
}
int fsync(int file) {
  FAIL("FAULT_SYNC", syncs, file, EIO)
  return REAL(fsync)(file);
}
int fdatasync(int file) {
  FAIL("FAULT_SYNC", syncs, file, EIO)
  return REAL(fdatasync)(file);
}

#define OPEN(name)                                                        \
  int name(const char* path, int flags, ...) {                            \
    va_list more;                                                         \
    va_start(more, flags);                                                \
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                         \
    if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && refuses(path)) return -1; \
    return REAL(name)(path, flags, mode);                                 \
  }
OPEN(open)
OPEN(open64)
FILE* fopen(const char* path, const char* mode) {
  return strpbrk(mode, "wa+") && refuses(path) ? NULL : REAL(fopen)(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  return strpbrk(mode, "wa+") && refuses(path) ? NULL : REAL(fopen64)(path, mode);
}
int mkdir(const char* path, mode_t mode) { return refuses(path) ? -1 : REAL(mkdir)(path, mode); }
int rename(const char* from, const char* to) { return refuses(to) ? -1 : REAL(rename)(from, to); }
int unlink(const char* path) { return refuses(path) ? -1 : REAL(unlink)(path); }

static long jump(void) {
  static atomic_long readings;
  return atomic_fetch_add(&readings, 1) / 64 % 2 ? limit("FAULT_CLOCK") : 0;
}
int clock_gettime(clockid_t clock, struct timespec* at) {
  const int result = REAL(clock_gettime)(clock, at);
  if (result == 0 && clock == CLOCK_REALTIME) at->tv_sec += jump();
  return result;
}
int gettimeofday(struct timeval* at, void* zone) {
  const int result = REAL(gettimeofday)(at, zone);
  if (result == 0) at->tv_sec += jump();
  return result;
}
time_t time(time_t* at) {
  const time_t now = REAL(time)(NULL) + jump();
  if (at) *at = now;
  return now;
}
