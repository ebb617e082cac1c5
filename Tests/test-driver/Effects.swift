import FoundationEssentials
import Glibc

/// Takes memory straight from the kernel, writes to each page, and gives all of it back.
func touch(_ bytes: Int) {
  guard bytes > 0 else { return }
  guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    memory != MAP_FAILED
  else { exit(70) }
  memset(memory, 1, bytes)
  munmap(memory, bytes)
}

/// Computes until this process's own CPU clock has gone on by so much.
func burn(_ milliseconds: Int) {
  let end = cpuTime() + milliseconds * 1_000_000
  while cpuTime() < end {}
}

func cpuTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Adds up so many numbers, which takes the same instructions whenever it is called.
func compute(_ rounds: Int) -> Int {
  var sum = 0
  var index = 0
  while index < rounds {
    sum = sum &+ index ^ (sum << 1)
    index += 1
  }
  return sum == 0 ? 1 : rounds
}

/// The same by the main actor.
@MainActor func computeOnMainActor(_ rounds: Int) -> Int { compute(rounds) }

/// The same on a thread of its own, which is awaited.
func computeOnThread(_ rounds: Int) -> Int {
  var thread = pthread_t()
  let argument = UnsafeMutableRawPointer(bitPattern: rounds)
  pthread_create(
    &thread, nil,
    { argument in UnsafeMutableRawPointer(bitPattern: compute(Int(bitPattern: argument))) },
    argument)
  var result: UnsafeMutableRawPointer?
  pthread_join(thread, &result)
  return Int(bitPattern: result)
}

/// Writes so many bytes on standard error, the last of them `the end`.
func complain(_ bytes: Int) {
  let line = String(repeating: "x", count: 1023) + "\n"
  for _ in 0..<(bytes / 1024) { append(line, to: "/dev/stderr") }
  append("the end", to: "/dev/stderr")
}

func append(_ text: String, to file: String) {
  let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT, 0o600)
  _ = text.withCString { write(descriptor, $0, strlen($0)) }
  close(descriptor)
}

/// How many pipes and files of /proc the harness has open: it started the launcher, and that us.
func harnessDescriptors() -> Int {
  guard let status = try? String(contentsOfFile: "/proc/\(getppid())/stat", encoding: .utf8),
    let harness = status.split(separator: ")").last?.split(separator: " ").dropFirst().first,
    let folder = opendir("/proc/\(harness)/fd")
  else { return -1 }
  defer { closedir(folder) }
  var count = 0
  while let entry = readdir(folder) {
    let number = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let target = linkTarget("/proc/\(harness)/fd/\(number)")
    if target.hasPrefix("pipe:") || target.hasPrefix("/proc/") { count += 1 }
  }
  return count
}

private func linkTarget(_ path: String) -> String {
  var bytes = [UInt8](repeating: 0, count: 256)
  let count = bytes.withUnsafeMutableBytes {
    guard let start = $0.baseAddress else { return 0 }
    return readlink(path, start.assumingMemoryBound(to: CChar.self), $0.count)
  }
  return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
}

/// Ends this process by a signal, without a core file.
func crash(_ number: Int32) -> Never {
  var none = rlimit(rlim_cur: 0, rlim_max: 0)
  setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  signal(number, SIG_DFL)
  raise(number)
  exit(70)
}

/// Reads for ever from a pipe into which nobody writes; notes its pid first.
func hang(noting file: String) -> Never {
  var ends: [Int32] = [0, 0]
  pipe(&ends)
  append("\(getpid())\n", to: file)
  var byte: UInt8 = 0
  while true { read(ends[0], &byte, 1) }
}

/// Starts a process in this process's group, which would outlive it.
func spawnSleeper() -> Int32 {
  var pid = pid_t()
  let words = ["sleep", "1000"].map { (word: String) in strdup(word) }
  return posix_spawn(&pid, "/bin/sleep", nil, nil, words + [nil], environ) == 0 ? pid : -1
}
