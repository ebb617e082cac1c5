import CKernelTrials
import Glibc
import SystemPackage

/// What a program can't choose about the process that it finds itself in, set right before anything
/// else happens.
enum Startup {
  /// To be called first of all.
  /// - Throws: ``SystemCallRefused``.
  static func prepare() throws(SystemCallRefused) {
    openStreams()
    resetSignals()
    try tryNeededCalls()
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
      guard open("/dev/null", mode) == stream else { _exit(ExitStatus.toolFailed.rawValue) }
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

  /// Tries what a sandbox may forbid and nothing here can do without: Swift's libraries trap at a
  /// refusal, and who can't wait for a process waits for ever.
  private static func tryNeededCalls() throws(SystemCallRefused) {
    var name: UnsafePointer<CChar>?
    let error = kernel_trial_needed_calls(&name)
    guard error != 0, let name else { return }
    throw SystemCallRefused(name: String(cString: name), errno: Errno(rawValue: error))
  }
}

/// The system refuses a call that Rehearse can't do without.
struct SystemCallRefused: Error, CustomStringConvertible {
  let name: String
  let errno: Errno

  /// What was refused, and by whom probably.
  var description: String {
    "The system refused the call \(name): \(errno). Rehearse can't do without it; where a sandbox "
      + "(seccomp) forbids it, as in a container, allow it there."
  }
}
