import Foundation
import Glibc
import Programs
import Sampling
import SystemPackage

/// Starts processes through the tiny `rehearse-launcher`: only what is measured, because it takes settings before it
/// starts, and ends with all that it started.
public struct Launcher: Sendable {
  /// The launcher's executable.
  public let path: FilePath

  /// The launcher at that path.
  public init(path: FilePath) { self.path = path }

  /// The launcher built or installed with this program: beside it, or in `../libexec/rehearse`.
  /// - Throws: ``RunningError/noLauncher(_:)``, which says where it was looked for.
  public static func besideThisProgram() throws -> Launcher {
    let candidates = try InstalledProgram.places(of: "rehearse-launcher")
    let found = candidates.first(where: SearchPath.isProgram)
    guard let found else { throw RunningError.noLauncher(candidates) }
    return Launcher(path: found)
  }

  /// A program, or a library, that is installed beside it.
  func program(_ name: String) -> FilePath { path.removingLastComponent().appending(name) }

  /// EPIPE shows that a driver has died; the signal would end the harness instead.
  private static let ignoreBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

  /// A launcher, and the harness's ends of what it was started with.
  struct Started {
    /// Those of the command's streams that were not given; the last is of its standard error.
    let pipes: [FileDescriptor]
    /// Takes a ``LaunchRequest``; closing it kills the process and all that it started, and ends the launcher.
    let control: FileDescriptor
    /// The file to which the launcher reports, also why the process could not be started.
    let status: FileDescriptor
    let launcher: pid_t

    var input: FileDescriptor { pipes[pipes.count - 3] }
    var output: FileDescriptor { pipes[pipes.count - 2] }
    var error: FileDescriptor { pipes[pipes.count - 1] }
  }

  /// Starts a launcher, which starts its command at once, or again and again when asked if `isAsked`. `environment` is
  /// the command's whole environment, `folder` its working directory; its first streams are `given`, the others are
  /// pipes. The settings are applied to its process before it starts.
  /// - Throws: `Errno` if the launcher itself can't be started.
  func start(
    _ command: [String], environment: [String: String], in folder: FilePath,
    given: [FileDescriptor] = [], isAsked: Bool = false, settings: [LaunchSetting]
  ) throws -> Started {
    let pipes = try PipeSet(after: given)
    let launcher = try spawn(
      command, environment: environment, in: folder, settings: settings, pipes)
    do {
      if !isAsked { try pipes.control.writeAll(LaunchRequest.once.line) }
    } catch Errno.brokenPipe {
      // If the launcher has already ended, its status shows that.
    } catch {
      pipes.closeOwnEnds()
      Self.reap(launcher)
      throw error
    }
    return Started(
      pipes: Array(pipes.ownEnds.dropLast(2)), control: pipes.control, status: pipes.status,
      launcher: launcher)
  }

  /// Starts the launcher, and closes its ends of the pipes; if that fails, all ends.
  private func spawn(
    _ command: [String], environment: [String: String], in folder: FilePath,
    settings: [LaunchSetting], _ pipes: PipeSet
  ) throws -> pid_t {
    Self.ignoreBrokenPipes
    defer { pipes.closeChildEnds() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, end) in pipes.childEnds.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end.rawValue, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Its own process group: Ctrl-C in a terminal is for the harness to handle.
    posix_spawnattr_setpgroup(&attributes, 0)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    let words = [path.string, "3", "4", folder.string] + settings.map(\.word) + ["--"] + command
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var launcher = pid_t()
    let result = withCStrings(words) { arguments in
      withCStrings(variables) { environment in
        posix_spawn(&launcher, path.string, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else {
      pipes.closeOwnEnds()
      throw Errno(rawValue: result)
    }
    return launcher
  }

  /// Waits for the end of a launcher that was asked to end. A signal to stop may come meanwhile.
  static func reap(_ launcher: pid_t) {
    while waitpid(launcher, nil, 0) < 0, errno == EINTR {}
  }

  /// Waits for a launcher's reports, or for other descriptors; for ever if the milliseconds are negative, as in
  /// `poll`. Resumes the launcher if what it started has stopped it: its report would never come.
  /// - Returns: the ready ones; empty if the time is up.
  static func wait(
    for descriptors: [FileDescriptor], of launcher: pid_t, milliseconds: Int64
  ) -> [FileDescriptor] {
    let deadline = milliseconds < 0 ? nil : MonotonicClock.now + milliseconds * 1_000_000
    while true {
      let left = deadline.map { max(0, $0 - MonotonicClock.now + 999_999) / 1_000_000 } ?? .max
      let ready = Running.wait(for: descriptors, milliseconds: min(left, stopInterval))
      if !ready.isEmpty { return ready }
      resumeIfStopped(launcher)
      if left <= stopInterval { return [] }
    }
  }

  /// How often to check whether a launcher is stopped, ms.
  private static let stopInterval: Int64 = 100

  /// Resumes a stopped launcher; does nothing to one that runs or has ended.
  private static func resumeIfStopped(_ launcher: pid_t) {
    var stop = siginfo_t()
    if waitid(P_PID, id_t(launcher), &stop, WSTOPPED | WNOHANG) == 0, stop.si_signo == SIGCHLD {
      kill(launcher, SIGCONT)
    }
  }
}

/// Calls `body` with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
