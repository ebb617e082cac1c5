import Analysis
import CKernel
import Experimenting
import Glibc
import SystemPackage

/// The properties of the process that a program can't choose. They are set before anything else happens.
enum Startup {
  /// Call this first.
  /// - Throws: ``StartupError``, and `Refusal` for a `TMPDIR` that can't be used.
  static func prepare() throws {
    try checkLimits()
    openStreams()
    resetSignals()
    try tryNeededCalls()
    try tryThreads()
    try checkTemporaryFolder()
  }

  /// Checks limits. Swift's libraries trap, or wait forever, without threads, descriptors or /dev/null, and
  /// don't report what they need: these limits are a few times what short commands used.
  private static func checkLimits() throws(StartupError) {
    for (resource, least, name, option, unit) in [
      (RLIMIT_NOFILE, 64, "open files", "-n", 1),
      (RLIMIT_STACK, 1 << 20, "KiB of a thread's stack", "-s", 1024),
      (RLIMIT_AS, 512 << 20, "KiB of memory", "-v", 1024),
    ] {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
        limit.rlim_cur < UInt(least)
      else { continue }
      throw .tooLow(
        what: name, option: option, limit: Int(limit.rlim_cur) / unit, least: least / unit)
    }
    var facts = stat()
    guard stat("/dev/null", &facts) == 0, facts.st_mode & S_IFMT == S_IFCHR else {
      throw .noNullDevice
    }
  }

  /// A relative folder would differ for each app that works in its own folder. An empty name counts as none.
  private static func checkTemporaryFolder() throws(Refusal) {
    // Foundation would read all variables.
    guard let folder = getenv("TMPDIR").map({ String(cString: $0) }) else { return }
    if folder.isEmpty { unsetenv("TMPDIR") }
    guard folder.isEmpty || folder.hasPrefix("/") else {
      throw Refusal.relativeTemporaryFolder(folder)
    }
  }

  /// Opens those of the three standard streams that are closed: otherwise the next opened file, perhaps a
  /// store, would be one of them, and warnings would be written into it.
  ///
  /// Each is opened only for the opposite direction, so that results are not lost silently.
  private static func openStreams() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number, which is this stream's.
      guard open("/dev/null", mode) == stream else { _exit(Outcome.toolFailed.exitCode) }
    }
  }

  /// A broken pipe is a write error, not the end of the program. Awaiting children needs SIGCHLD, which a
  /// parent may have disabled for this process by ignoring or blocking it.
  private static func resetSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
    var child = sigset_t()
    sigemptyset(&child)
    sigaddset(&child, SIGCHLD)
    sigprocmask(SIG_UNBLOCK, &child, nil)
  }

  /// Tries to start as many threads as short commands used. The limit's remainder can't be read, because it
  /// counts all processes and threads of the user on the whole machine.
  private static func tryThreads() throws(StartupError) {
    let error = kernel_probe_threads(leastThreads)
    guard error != 0 else { return }
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0
    throw .noThreads(
      least: Int(leastThreads), limit: isKnown ? Int(exactly: limit.rlim_cur) : nil,
      Errno(rawValue: error))
  }

  private static let leastThreads: Int32 = 6

  /// Tries the necessary calls that a sandbox may forbid: Swift's libraries trap when refused, and a process
  /// that can't be waited for is waited for forever.
  private static func tryNeededCalls() throws(StartupError) {
    var name: UnsafePointer<CChar>?
    let error = kernel_probe_needed_calls(&name)
    guard error != 0, let name else { return }
    throw .refusedCall(String(cString: name), Errno(rawValue: error))
  }
}

/// The reason why Rehearse can't start: the environment has less than it needs, or forbids it.
enum StartupError: Error, CustomStringConvertible {
  /// A limit of the shell that is below the minimum.
  case tooLow(what: String, option: String, limit: Int, least: Int)
  /// The system allows too few threads.
  /// - Parameter limit: the user's limit of processes and threads; nil for none.
  case noThreads(least: Int, limit: Int?, Errno)
  /// /dev/null is missing, or is no device.
  case noNullDevice
  /// The system refuses a call that Rehearse needs.
  case refusedCall(String, Errno)

  /// The missing part, and what to do.
  var description: String {
    switch self {
    case .tooLow(let what, let option, let limit, let least):
      "At most \(limit) \(what) are allowed here; Rehearse needs \(least). 'ulimit \(option) \(least)' "
        + "allows as many."
    case .noThreads(let least, let limit, let errno):
      "The system refused \(least) threads at once, which Rehearse needs: \(errno). "
        + (limit.map { "'ulimit -u' allows \($0) processes and threads of this user in all; " }
          ?? "")
        + "a control group's pids.max may allow fewer."
    case .noNullDevice: "There is no device /dev/null here, which Rehearse needs to start programs."
    case .refusedCall(let name, let errno):
      "The system refused the call \(name): \(errno). Rehearse can't do without it; if a sandbox (seccomp) "
        + "forbids it, as in a container, allow it there."
    }
  }
}
