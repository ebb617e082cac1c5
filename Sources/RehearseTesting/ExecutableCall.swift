import Foundation

struct ExecutableSearch: Sendable {
  var environment = ProcessInfo.processInfo.environment

  /// The program named by REHEARSE_EXECUTABLE, or the first in PATH.
  func path() throws(RehearsalError) -> String {
    if let given = environment["REHEARSE_EXECUTABLE"], !given.isEmpty {
      let path = URL(fileURLWithPath: given).path
      guard Self.isProgram(path) else { throw .notExecutable(given) }
      return path
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let path = "\(folder)/rehearse"
      if Self.isProgram(path) { return URL(fileURLWithPath: path).path }
    }
    throw .notInstalled
  }

  /// A Boolean value indicating whether there is a program, or a name for one. A wrong name is a mistake, by which
  /// tests fail; to skip them would hide it.
  var isInstalled: Bool {
    do throws(RehearsalError) {
      _ = try path()
      return true
    } catch {
      return error != .notInstalled
    }
  }

  private static func isProgram(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
  }
}

/// How a program ended, and what it wrote.
struct ExecutableEnd: Sendable, Equatable {
  enum Way: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  var way: Way
  var output = ""
  var errors = ""
}

/// A call of a program that does not occupy one of the tests' threads while waiting.
///
/// It does not outlive the tests: if they are stopped, even by a signal that can't be handled, it
/// gets SIGINT, so that `rehearse` stores what it has and ends what it started.
struct ExecutableCall: Sendable {
  private let words: [String]
  private let folder: String

  /// - Parameters:
  ///   - words: the program's path and its arguments.
  ///   - folder: its working folder.
  init(_ words: [String], in folder: String) {
    self.words = words
    self.folder = folder
  }

  /// Executes the program, with a helper process that reads from a pipe which closes with the
  /// tests. A line in it means that the program has ended by itself.
  private static let guarded = """
    cd "$1" || exit 1
    shift
    exec 3<&0
    { read -r _ <&3 || kill -INT $$; } > /dev/null 2>&1 &
    exec 3<&- < /dev/null
    exec "$@"
    """

  /// Runs the program. A cancelled task interrupts it, but still waits for its end.
  /// - Throws: ``RehearsalError/notStarted(_:reason:)``, or errors from the files for its output.
  func end() async throws -> ExecutableEnd {
    let streams = FileManager.default.temporaryDirectory
      .appendingPathComponent("rehearse-testing-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    // Made here, under a unique name.
    defer { try? FileManager.default.removeItem(at: streams) }
    // Unlike pipes, files can't fill up.
    let (output, errors) = (
      streams.appendingPathComponent("output"), streams.appendingPathComponent("errors")
    )
    let lifeline = Pipe()
    // Other programs that the tests start must not keep it open.
    _ = fcntl(lifeline.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
    let program = try StartedProgram(
      ["/bin/sh", "-c", Self.guarded, "sh", folder] + words,
      input: lifeline.fileHandleForReading.fileDescriptor, output: output.path,
      errors: errors.path)
    let way = await withTaskCancellationHandler {
      await program.end()
    } onCancel: {
      program.interrupt()
    }
    try lifeline.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
    return ExecutableEnd(
      way: way, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// A process that another thread may interrupt.
///
/// It is our own, because Foundation considers a process running while any of its children lives.
private final class StartedProgram: @unchecked Sendable {
  private let lock = NSLock()
  private let pid: pid_t
  private var hasEnded = false

  /// Starts a program in this process's group, so that Ctrl-C reaches it.
  init(_ words: [String], input: Int32, output: String, errors: String) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Tests in the background of a shell ignore SIGINT, and a thread may block any signal; a
    // process to be interrupted must do neither.
    var (interrupts, none) = (sigset_t(), sigset_t())
    sigemptyset(&interrupts)
    sigaddset(&interrupts, SIGINT)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &interrupts)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    for (descriptor, file) in [(1 as Int32, output), (2, errors)] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    let arguments = words.map { strdup($0) }
    let settings = ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") }
    defer { (arguments + settings).forEach { free($0) } }
    var pid = pid_t()
    let failure = posix_spawn(
      &pid, words[0], &actions, &attributes, arguments + [nil], settings + [nil])
    guard failure == 0 else {
      throw RehearsalError.notStarted(words[0], reason: String(cString: strerror(failure)))
    }
    self.pid = pid
  }

  /// Waits on its own thread.
  func end() async -> ExecutableEnd.Way {
    await withCheckedContinuation { ended in
      Thread.detachNewThread {
        var information = siginfo_t()
        while waitid(P_PID, id_t(self.pid), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        // Its pid may be reused as soon as its status is taken.
        ended.resume(returning: self.lock.withLock { self.takeEnd() })
      }
    }
  }

  private func takeEnd() -> ExecutableEnd.Way {
    hasEnded = true
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }

  func interrupt() {
    lock.withLock {
      if !hasEnded { kill(pid, SIGINT) }
    }
  }
}
