// SPDX-License-Identifier: AGPL-3.0-or-later
// Loaded into linux.uml before libc. The user-mode kernel saves a process's registers in an area
// that ends with AVX-512; a processor with more state (AMX) has the host refuse to take back less
// than the whole of it: EFAULT, and the guest panics at its first process. Here such a write is
// laid over what the host holds, so that the state the guest does not know stays as it is.
#include <dlfcn.h>
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstring>

namespace {

using Ptrace = long (*)(int, int, void*, void*);

Ptrace libc_ptrace() {
  static const auto function = reinterpret_cast<Ptrace>(dlsym(RTLD_NEXT, "ptrace"));
  return function;
}

constexpr std::size_t kLargestState = 32768;  // XSAVE's standard format; AMX takes 10,688 bytes

long set_whole_state(int pid, const iovec& part) {
  alignas(64) static char whole[kLargestState];  // the guest's stacks are 16 KiB
  iovec state{whole, sizeof whole};
  const auto kind = reinterpret_cast<void*>(NT_X86_XSTATE);
  if (const long got = libc_ptrace()(PTRACE_GETREGSET, pid, kind, &state); got != 0) return got;
  if (part.iov_len > state.iov_len) {
    errno = EFAULT;
    return -1;
  }
  std::memcpy(whole, part.iov_base, part.iov_len);
  return libc_ptrace()(PTRACE_SETREGSET, pid, kind, &state);
}

}  // namespace

extern "C" long ptrace(__ptrace_request request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  const int pid = va_arg(arguments, int);
  void* const address = va_arg(arguments, void*);
  void* const data = va_arg(arguments, void*);
  va_end(arguments);

  const long result = libc_ptrace()(request, pid, address, data);
  const bool refused = result == -1 && errno == EFAULT && request == PTRACE_SETREGSET &&
                       reinterpret_cast<long>(address) == NT_X86_XSTATE;
  return refused ? set_whole_state(pid, *static_cast<const iovec*>(data)) : result;
}
