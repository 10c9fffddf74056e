// A library to preload: statfs(2) then reports that the folder $BORA_TEST_NETWORK_DISK, and everything in it,
// is on NFS.
#include <dlfcn.h>
#include <sys/vfs.h>

#include <cstdlib>
#include <cstring>

extern "C" int statfs(const char* path, struct statfs* said) {
  using Function = int (*)(const char*, struct statfs*);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "statfs"));
  const int result = real(path, said);
  const char* const disk = std::getenv("BORA_TEST_NETWORK_DISK");
  if (result == 0 && disk != nullptr && std::strncmp(path, disk, std::strlen(disk)) == 0)
    said->f_type = 0x6969;
  return result;
}
