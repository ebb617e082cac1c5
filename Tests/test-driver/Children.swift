import Glibc

/// Processes that this one starts, to which it listens and for which it waits.
struct Child {
  let pid: pid_t
  private let input: Int32
  private let output: Int32

  /// Starts this very program with other arguments.
  init(_ arguments: [String]) {
    var toChild: [Int32] = [0, 0]
    var fromChild: [Int32] = [0, 0]
    guard pipe(&toChild) == 0, pipe(&fromChild) == 0 else { exit(70) }
    (toChild + fromChild).forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let words = ([CommandLine.arguments[0]] + arguments).map { (word: String) in strdup(word) }
    var pid = pid_t()
    guard posix_spawn(&pid, "/proc/self/exe", &actions, nil, words + [nil], environ) == 0 else {
      exit(70)
    }
    words.forEach { free($0) }
    close(toChild[0])
    close(fromChild[1])
    self.pid = pid
    input = toChild[1]
    output = fromChild[0]
  }

  /// Waits until it has written something.
  func listen() {
    var byte: UInt8 = 0
    read(output, &byte, 1)
  }

  /// Lets it end and waits for that.
  /// - Returns: its CPU time and that of all it waited for, ns.
  func end() -> Int {
    close(input)
    var usage = rusage()
    while wait4(pid, nil, 0, &usage) < 0, errno == EINTR {}
    close(output)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(0) { $0 + $1.tv_sec * 1_000_000_000 + $1.tv_usec * 1000 }
  }
}

extension [Child] {
  /// Lets all end and waits for that.
  /// - Returns: the CPU time of all, ns.
  func end() -> Int { reduce(0) { $0 + $1.end() } }
}

/// What processes are to do that a test asks for.
struct Family {
  let count: Int
  /// What each holds while it is alive.
  let megabytes: Int
  /// What each computes.
  let milliseconds: Int

  private var work: [String] { ["--work", "\(megabytes)", "\(milliseconds)"] }

  /// Starts them one after the other, each after the end of the one before.
  /// - Returns: the CPU time of all, ns.
  func live() -> Int {
    (0..<count).reduce(0) { cpu, _ in
      let child = Child(work)
      child.listen()
      return cpu + child.end()
    }
  }

  /// Starts all, which stay until they are ended.
  func gather() -> [Child] {
    let children = (0..<count).map { _ in Child(work) }
    children.forEach { $0.listen() }
    return children
  }
}

/// What a child does: holds memory, computes, tells so, and ends with its input.
func work(megabytes: Int, milliseconds: Int) -> Never {
  let bytes = megabytes << 20
  if bytes > 0 {
    guard
      let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { exit(70) }
    memset(memory, 1, bytes)
  }
  burn(milliseconds)
  append("\n", to: "/dev/stdout")
  var byte: UInt8 = 0
  read(STDIN_FILENO, &byte, 1)
  exit(0)
}

/// Starts a process in a session of its own, so that no signal to this process's group meets it.
func spawnEscapee() -> Int32 {
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  // POSIX_SPAWN_SETSID of spawn.h, which Swift's module of glibc leaves out.
  posix_spawnattr_setflags(&attributes, 0x80)
  defer { posix_spawnattr_destroy(&attributes) }
  var pid = pid_t()
  let words = ["sleep", "1000"].map { (word: String) in strdup(word) }
  return posix_spawn(&pid, "/bin/sleep", nil, &attributes, words + [nil], environ) == 0 ? pid : -1
}
