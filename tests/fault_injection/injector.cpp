// Preloaded into a program (LD_PRELOAD) by run.py: counts its allocations, writes, reads and so on from the first
// instruction of main(), and makes the n-th one of a kind fail. Environment:
//   SSDC_FAULT_COUNTS  a file in which the counts of all kinds are kept, as 64-bit numbers in the order of `Kind`
//   SSDC_FAULT_KIND    the number of the kind that fails; without it, nothing fails
//   SSDC_FAULT_AT      the first one that fails, from 1
//   SSDC_FAULT_LAST    the last one that fails
//   SSDC_FAULT_STACK   if set, standard error gets the stack of the first failure
//   SSDC_FAULT_SITES   a file that gets a row for the first allocation with each stack: the stack's hash, and its
//   number SSDC_FAULT_FRAMES  how many frames of a stack count
// Children of the program that are other programs run without it; the limits of time that a child without another
// program gives itself are a tenth, so that one that never ends does not delay all others. What happens before main(),
// in the loader and in static initialisers, does not count: there, nobody could report it. Neither does what is written
// to standard error, which tests/lost_streams loses, or read below /proc, where the kernel answers from memory.
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
}

namespace {

// In the order of KINDS in run.py.
enum Kind {
  kAllocation,
  kMap,
  kWrite,
  kShortWrite,
  kRead,
  kShortRead,
  kOpen,
  kRename,
  kSync,
  kTruncate,
  kThread,
  kKinds
};

using Counts = std::atomic<std::uint64_t>[kKinds];
Counts unshared;
Counts* counts = &unshared;
std::atomic<bool> counting = false;
long failing_kind = -1;
std::uint64_t first = 0, last = 0;
bool shows_stack = false;
thread_local bool inside = false;  // looking at a stack may allocate

constexpr std::size_t kMostSites = 1 << 20;
std::atomic<std::uint64_t>* sites = nullptr;
std::uint64_t most_frames = 0;
int sites_file = -1;

void show_stack() {
  inside = true;
  void* frames[64];
  backtrace_symbols_fd(frames, backtrace(frames, 64), STDERR_FILENO);
  inside = false;
}

// Where code is in its file, wherever that is loaded.
std::uint64_t place_in_file(void* code) {
  dl_find_object found{};
  if (_dl_find_object(code, &found) != 0) return 0;  // made by LLVM
  const auto begin = reinterpret_cast<std::uintptr_t>(found.dlfo_map_start);
  const auto file = reinterpret_cast<std::uintptr_t>(found.dlfo_link_map->l_ld) - begin;  // differs from file to file
  return file << 32 ^ (reinterpret_cast<std::uintptr_t>(code) - begin);
}

// Of the innermost frames above those of this file.
std::uint64_t hash_of_stack() {
  constexpr int kOwn = 4, kMost = 64;
  void* frames[kOwn + kMost];
  const int size = backtrace(frames, kOwn + static_cast<int>(std::min<std::uint64_t>(most_frames, kMost)));
  std::uint64_t hash = 14695981039346656037U;
  for (int i = kOwn; i < size; ++i) {
    hash = (hash ^ place_in_file(frames[i])) * 1099511628211U;
    hash ^= hash >> 29;
  }
  return hash | 1;
}

// The stacks of allocations so far, by their hash: a table with open addressing. If it is full, no stack is new.
bool is_new(std::uint64_t hash) {
  for (std::size_t i = 0; i < kMostSites; ++i) {
    std::uint64_t found = 0;
    std::atomic<std::uint64_t>& place = sites[(hash + i) % kMostSites];
    if (place.compare_exchange_strong(found, hash)) return true;
    if (found == hash) return false;
  }
  return false;
}

void note_site(std::uint64_t number) {
  inside = true;
  const std::uint64_t row[] = {hash_of_stack(), number};
  if (is_new(row[0]) && syscall(SYS_write, sites_file, row, sizeof row) != sizeof row) _exit(125);
  inside = false;
}

// Counts one of the kind. Whether it is to fail.
bool fails(Kind kind) {
  if (!counting.load(std::memory_order_relaxed) || inside) return false;
  const std::uint64_t number = (*counts)[kind].fetch_add(1, std::memory_order_relaxed) + 1;
  if (kind == kAllocation && sites != nullptr) note_site(number);
  if (kind != failing_kind || number < first || number > last) return false;
  if (shows_stack && number == first) show_stack();
  return true;
}

// Descriptors of files below /proc.
constexpr int kMostSpared = 1024;
std::atomic<bool> spared[kMostSpared];

bool is_spared(int file) { return file >= 0 && file < kMostSpared && spared[file]; }

// Seconds: less, but not 0, which would be another request.
rlim_t shorten(rlim_t seconds) { return seconds == RLIM_INFINITY ? seconds : (seconds + 9) / 10; }

template <class Result>
Result failed(int error, Result result) {
  errno = error;
  return result;
}

// What the program calls instead of functions of the C library, even from within that library: stdio writes by write().
// The first half of a short one is carried out, as by a signal or a full pipe.
ssize_t faulty_write(int file, const void* bytes, size_t size) {
  const bool counted = file != STDERR_FILENO;
  if (counted && fails(kWrite)) return failed<ssize_t>(ENOSPC, -1);
  if (counted && size > 1 && fails(kShortWrite)) size /= 2;
  return syscall(SYS_write, file, bytes, size);
}

ssize_t faulty_pwrite(int file, const void* bytes, size_t size, off_t at) {
  if (fails(kWrite)) return failed<ssize_t>(ENOSPC, -1);
  if (size > 1 && fails(kShortWrite)) size /= 2;
  return syscall(SYS_pwrite64, file, bytes, size, at);
}

ssize_t faulty_writev(int file, const iovec* parts, int count) {
  if (file != STDERR_FILENO && fails(kWrite)) return failed<ssize_t>(ENOSPC, -1);
  return syscall(SYS_writev, file, parts, count);
}

ssize_t faulty_read(int file, void* bytes, size_t size) {
  const bool counted = !is_spared(file);
  if (counted && fails(kRead)) return failed<ssize_t>(EIO, -1);
  if (counted && size > 1 && fails(kShortRead)) size /= 2;
  return syscall(SYS_read, file, bytes, size);
}

ssize_t faulty_pread(int file, void* bytes, size_t size, off_t at) {
  if (fails(kRead)) return failed<ssize_t>(EIO, -1);
  if (size > 1 && fails(kShortRead)) size /= 2;
  return syscall(SYS_pread64, file, bytes, size, at);
}

int faulty_openat(int folder, const char* path, int flags, mode_t mode) {
  const bool is_of_kernel = std::strncmp(path, "/proc/", 6) == 0;
  if (!is_of_kernel && fails(kOpen)) return failed((flags & O_CREAT) != 0 ? ENOSPC : EMFILE, -1);
  const int file = static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
  if (file >= 0 && file < kMostSpared) spared[file] = is_of_kernel;
  return file;
}

int faulty_open(const char* path, int flags, mode_t mode) { return faulty_openat(AT_FDCWD, path, flags, mode); }

int faulty_mkdir(const char* path, mode_t mode) {
  if (fails(kOpen)) return failed(ENOSPC, -1);
  return static_cast<int>(syscall(SYS_mkdir, path, mode));
}

int faulty_rename(const char* from, const char* to) {
  if (fails(kRename)) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_rename, from, to));
}

int faulty_renameat(int from_folder, const char* from, int to_folder, const char* to) {
  if (fails(kRename)) return failed(EIO, -1);
  return static_cast<int>(syscall(SYS_renameat, from_folder, from, to_folder, to));
}

int shorter_setrlimit(int resource, const rlimit* limit) {
  rlimit shorter = *limit;
  if (resource == RLIMIT_CPU) shorter = {shorten(limit->rlim_cur), shorten(limit->rlim_max)};
  return static_cast<int>(syscall(SYS_prlimit64, 0, resource, &shorter, nullptr));
}

unsigned shorter_alarm(unsigned seconds) { return static_cast<unsigned>(syscall(SYS_alarm, shorten(seconds))); }

int faulty_fsync(int file) { return fails(kSync) ? failed(EIO, -1) : static_cast<int>(syscall(SYS_fsync, file)); }

int faulty_fdatasync(int file) {
  return fails(kSync) ? failed(EIO, -1) : static_cast<int>(syscall(SYS_fdatasync, file));
}

int faulty_ftruncate(int file, off_t size) {
  return fails(kTruncate) ? failed(EIO, -1) : static_cast<int>(syscall(SYS_ftruncate, file, size));
}

struct Replaced {
  const char* name;
  void* by;
};
const Replaced kReplaced[] = {
    {"write", reinterpret_cast<void*>(faulty_write)},
    {"pwrite64", reinterpret_cast<void*>(faulty_pwrite)},
    {"writev", reinterpret_cast<void*>(faulty_writev)},
    {"read", reinterpret_cast<void*>(faulty_read)},
    {"pread64", reinterpret_cast<void*>(faulty_pread)},
    {"open64", reinterpret_cast<void*>(faulty_open)},
    {"openat64", reinterpret_cast<void*>(faulty_openat)},
    {"mkdir", reinterpret_cast<void*>(faulty_mkdir)},
    {"rename", reinterpret_cast<void*>(faulty_rename)},
    {"renameat", reinterpret_cast<void*>(faulty_renameat)},
    {"fsync", reinterpret_cast<void*>(faulty_fsync)},
    {"fdatasync", reinterpret_cast<void*>(faulty_fdatasync)},
    {"setrlimit64", reinterpret_cast<void*>(shorter_setrlimit)},
    {"alarm", reinterpret_cast<void*>(shorter_alarm)},
    {"ftruncate64", reinterpret_cast<void*>(faulty_ftruncate)},
};

[[noreturn]] void give_up(const char* what) {
  [[maybe_unused]] const long ignored = syscall(SYS_write, STDERR_FILENO, what, std::strlen(what));
  _exit(125);
}

// Overwrites the beginning of a function by a jump: `jmp *0(%rip)` and the address.
void replace(void* function, void* by) {
#ifndef __x86_64__
#error "the jump is written for x86-64"
#endif
  unsigned char jump[14] = {0xff, 0x25};
  std::memcpy(jump + 6, &by, sizeof by);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = reinterpret_cast<std::uintptr_t>(function) / page * page;
  const auto size = reinterpret_cast<std::uintptr_t>(function) + sizeof jump - begin;
  void* pages = reinterpret_cast<void*>(begin);
  if (mprotect(pages, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) give_up("injector: cannot replace functions\n");
  std::memcpy(function, jump, sizeof jump);
  mprotect(pages, size, PROT_READ | PROT_EXEC);
}

std::uint64_t number_in(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

void map_counts(const char* path) {
  const int file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
  const long map = syscall(SYS_mmap, nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
  if (file < 0 || map == -1) give_up("injector: SSDC_FAULT_COUNTS is not a file that can be mapped\n");
  close(file);
  counts = reinterpret_cast<Counts*>(map);
}

void open_sites(const char* path) {
  sites_file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0));
  const long map = syscall(SYS_mmap, nullptr, kMostSites * sizeof *sites, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
  if (sites_file < 0 || map == -1) give_up("injector: SSDC_FAULT_SITES is not a file that can be written\n");
  sites = reinterpret_cast<std::atomic<std::uint64_t>*>(map);
}

__attribute__((constructor)) void prepare() {
  if (const char* path = std::getenv("SSDC_FAULT_COUNTS"); path != nullptr) map_counts(path);
  if (const char* path = std::getenv("SSDC_FAULT_SITES"); path != nullptr) open_sites(path);
  failing_kind = static_cast<long>(number_in("SSDC_FAULT_KIND", kKinds));
  first = number_in("SSDC_FAULT_AT", 0);
  last = number_in("SSDC_FAULT_LAST", 0);
  most_frames = number_in("SSDC_FAULT_FRAMES", 32);
  shows_stack = std::getenv("SSDC_FAULT_STACK") != nullptr;
  void* frame = nullptr;
  backtrace(&frame, 1);  // loads what it needs
  void* library = dlopen("libc.so.6", RTLD_NOLOAD | RTLD_LAZY);
  for (const Replaced& row : kReplaced) replace(dlsym(library, row.name), row.by);
  for (const char* name : {"LD_PRELOAD", "SSDC_FAULT_COUNTS", "SSDC_FAULT_KIND", "SSDC_FAULT_AT", "SSDC_FAULT_LAST",
                           "SSDC_FAULT_STACK", "SSDC_FAULT_SITES", "SSDC_FAULT_FRAMES"})
    unsetenv(name);
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

using Main = int (*)(int, char**, char**);
Main program_main = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  counting = true;
  return program_main(argc, argv, environment);
}

}  // namespace

// Functions that the program and its libraries find here before those of the C library.
extern "C" {

int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(), void (*end)(), void* stack) {
  program_main = main;
  return next<decltype(&__libc_start_main)>("__libc_start_main")(counted_main, argc, argv, init, fini, end, stack);
}

void* malloc(size_t size) { return fails(kAllocation) ? failed<void*>(ENOMEM, nullptr) : __libc_malloc(size); }

void* calloc(size_t count, size_t size) {
  return fails(kAllocation) ? failed<void*>(ENOMEM, nullptr) : __libc_calloc(count, size);
}

void* realloc(void* old, size_t size) {
  return fails(kAllocation) ? failed<void*>(ENOMEM, nullptr) : __libc_realloc(old, size);
}

void* memalign(size_t alignment, size_t size) {
  return fails(kAllocation) ? failed<void*>(ENOMEM, nullptr) : __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, size_t alignment, size_t size) {
  void* memory = memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *result = memory;
  return 0;
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) noexcept {
  if (fails(kMap)) return failed<void*>(ENOMEM, MAP_FAILED);
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
}

void* mmap64(void* at, size_t size, int protection, int flags, int file, off_t offset) noexcept {
  return mmap(at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*start)(void*), void* argument) {
  if (fails(kThread)) return EAGAIN;
  return next<decltype(&pthread_create)>("pthread_create")(thread, how, start, argument);
}

}  // extern "C"
