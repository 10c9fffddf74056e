// Faults of a disk and a clock, for tools/torture: LD_PRELOAD=faults.so, set by variables of the environment.
//   FAULT_WRITE=N, FAULT_SYNC=N   the N-th write or fsync to a regular file, and each after it, fails (ENOSPC, EIO)
//   FAULT_CLOCK=SECONDS           the system clock jumps by so much after every 64 readings, forwards and backwards in turn
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long limit(const char* name) {
  const char* text = getenv(name);
  return text ? atol(text) : 0;
}

static int fails(const char* name, atomic_long* calls, int file) {
  const long at = limit(name);
  struct stat about;
  if (at == 0 || fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return 0;
  return atomic_fetch_add(calls, 1) + 1 >= at;
}

static atomic_long writes, syncs;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(variable, calls, file, number)  \
  if (fails(variable, &calls, file)) {       \
    errno = number;                          \
    return -1;                               \
  }

ssize_t write(int file, const void* data, size_t size) {
  FAIL("FAULT_WRITE", writes, file, ENOSPC)
  return REAL(write)(file, data, size);
}
ssize_t pwrite64(int file, const void* data, size_t size, off64_t at) {
  FAIL("FAULT_WRITE", writes, file, ENOSPC)
  return REAL(pwrite64)(file, data, size, at);
}
ssize_t pwrite(int file, const void* data, size_t size, off_t at) {
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
