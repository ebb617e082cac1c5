import Analysis
import CKernel
import Experimenting
import Glibc
import SystemPackage

/// The properties of the process that a program can't choose. They are set before anything else happens.
enum Startup {
  /// Call this first.
  /// - Throws: `Refusal` if the environment has less than Rehearse needs, or forbids it.
  static func prepare() throws(Refusal) {
    try checkLimits()
    openStreams()
    resetSignals()
    try tryNeededCalls()
    try checkTemporaryFolder()
  }

  /// Checks limits. Swift's libraries trap, or wait forever, without threads, descriptors or /dev/null, and
  /// don't report what they need: these limits are a few times what short commands used.
  private static func checkLimits() throws(Refusal) {
    for (resource, least, name, option, unit) in [
      (RLIMIT_NOFILE, 64, "open files", "-n", 1),
      (RLIMIT_STACK, 1 << 20, "KiB of a thread's stack", "-s", 1024),
      (RLIMIT_AS, 512 << 20, "KiB of memory", "-v", 1024),
    ] {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0,
        limit.rlim_cur < UInt(least)
      else { continue }
      throw Refusal.toolFailed(
        "At most \(Int(limit.rlim_cur) / unit) \(name) are allowed here; Rehearse needs \(least / unit). "
          + "'ulimit \(option) \(least / unit)' allows as many.")
    }
    var facts = stat()
    guard stat("/dev/null", &facts) == 0, facts.st_mode & S_IFMT == S_IFCHR else {
      throw Refusal.toolFailed(
        "There is no device /dev/null here, which Rehearse needs to start programs.")
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

  /// Tries to start as many threads as short commands used; call it before the first change of threads. The limit's
  /// remainder can't be read, because it counts all processes and threads of the user on the whole machine.
  static func tryThreads() throws(Refusal) {
    let error = kernel_probe_threads(leastThreads)
    guard error != 0 else { return }
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0
    let words =
      (isKnown ? Int(exactly: limit.rlim_cur) : nil).map {
        "'ulimit -u' allows \($0) processes and threads of this user in all; "
      } ?? ""
    throw Refusal.toolFailed(
      "The system refused \(leastThreads) threads at once, which Rehearse needs: "
        + "\(Errno(rawValue: error)). \(words)a control group's pids.max may allow fewer.")
  }

  private static let leastThreads: Int32 = 6

  /// Tries the necessary calls that a sandbox may forbid: Swift's libraries trap when refused, and a process
  /// that can't be waited for is waited for forever.
  private static func tryNeededCalls() throws(Refusal) {
    var name: UnsafePointer<CChar>?
    let error = kernel_probe_needed_calls(&name)
    guard error != 0, let name else { return }
    throw Refusal.toolFailed(
      "The system refused the call \(String(cString: name)): \(Errno(rawValue: error)). Rehearse can't do "
        + "without it; if a sandbox (seccomp) forbids it, as in a container, allow it there.")
  }
}
