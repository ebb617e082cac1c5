import Analysis
import CKernelProbes
import Experimenting
import Foundation
import Glibc
import SystemPackage

/// The traits of its process that a program can't choose, set right before anything
/// else happens.
enum Startup {
  /// To be called first of all.
  /// - Throws: ``NarrowLimit``, ``SystemCallRefused``, and `Refusal` for a `TMPDIR` that can't be used.
  static func prepare() throws {
    try checkLimits()
    openStreams()
    resetSignals()
    try tryNeededCalls()
    try tryThreads()
    try checkTemporaryFolder()
  }

  /// Swift's libraries trap, or wait for ever, where they get no thread, no descriptor or no /dev/null. What
  /// they need is not told by them: these are a few times what short commands were seen to need.
  private static func checkLimits() throws(NarrowLimit) {
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

  /// A relative one would be another folder for each app that works in a folder of its own. An empty one is
  /// none.
  private static func checkTemporaryFolder() throws(Refusal) {
    guard let folder = ProcessInfo.processInfo.environment["TMPDIR"] else { return }
    if folder.isEmpty { unsetenv("TMPDIR") }
    guard folder.isEmpty || folder.hasPrefix("/") else {
      throw Refusal.relativeTemporaryFolder(folder)
    }
  }

  /// Opens those of the three standard streams that are closed: the next file to be opened, a store
  /// perhaps, would be one of them else, and warnings would be written into it.
  ///
  /// Each for what it is not used for, so that results are not lost without a word.
  private static func openStreams() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest number that is free, which is this stream's.
      guard open("/dev/null", mode) == stream else { _exit(Outcome.toolFailed.exitCode) }
    }
  }

  /// A broken pipe is an error that writing tells, no end of the program. Children are waited for,
  /// which a parent that ignores SIGCHLD, or holds it back, has switched off for us too.
  private static func resetSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
    var child = sigset_t()
    sigemptyset(&child)
    sigaddset(&child, SIGCHLD)
    sigprocmask(SIG_UNBLOCK, &child, nil)
  }

  /// Tries to start as many threads as short commands were seen to need. How many the limit leaves can't be read:
  /// it counts all processes and threads of the user, on the whole machine.
  private static func tryThreads() throws(NarrowLimit) {
    let error = kernel_probe_threads(leastThreads)
    guard error != 0 else { return }
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0
    throw .noThreads(
      least: Int(leastThreads), limit: isKnown ? Int(exactly: limit.rlim_cur) : nil,
      Errno(rawValue: error))
  }

  private static let leastThreads: Int32 = 6

  /// Tries what a sandbox may forbid and nothing here can do without: Swift's libraries trap at a
  /// refusal, and who can't wait for a process waits for ever.
  private static func tryNeededCalls() throws(SystemCallRefused) {
    var name: UnsafePointer<CChar>?
    let error = kernel_probe_needed_calls(&name)
    guard error != 0, let name else { return }
    throw SystemCallRefused(name: String(cString: name), errno: Errno(rawValue: error))
  }
}

/// The system refuses a call that Rehearse can't do without.
struct SystemCallRefused: Error, CustomStringConvertible {
  let name: String
  let errno: Errno

  /// The refusal, and its probable cause.
  var description: String {
    "The system refused the call \(name): \(errno). Rehearse can't do without it; where a sandbox "
      + "(seccomp) forbids it, as in a container, allow it there."
  }
}

/// The surroundings leave less than Rehearse can do without.
enum NarrowLimit: Error, CustomStringConvertible {
  /// A limit of the shell's that is below the least.
  case tooLow(what: String, option: String, limit: Int, least: Int)
  /// The system has no room for as many threads.
  /// - Parameter limit: how many processes and threads the user may have; nil for any number.
  case noThreads(least: Int, limit: Int?, Errno)
  /// There is no /dev/null, or it is no device.
  case noNullDevice

  /// What is missing, and what to do.
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
    }
  }
}
