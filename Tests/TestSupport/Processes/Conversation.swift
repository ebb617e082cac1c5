import Glibc
import SystemPackage

/// A process that answers each line that a test sends.
public final class Conversation {
  /// The process.
  public let pid: Int32
  private let input: FileDescriptor
  private let output: FileDescriptor
  private var isReaped = false
  /// What was read behind the last answer.
  private var pending: [UInt8] = []

  /// Starts a command.
  public init(_ command: [String]) throws {
    let request = try FileDescriptor.pipe(options: .closeOnExec)
    let reply = try FileDescriptor.pipe(options: .closeOnExec)
    defer {
      try? request.readEnd.close()
      try? reply.writeEnd.close()
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, request.readEnd.rawValue, 0)
    posix_spawn_file_actions_adddup2(&actions, reply.writeEnd.rawValue, 1)
    let words = command.map { strdup($0) }
    defer { words.forEach { free($0) } }
    var pid = pid_t()
    let result = posix_spawnp(&pid, command[0], &actions, nil, words + [nil], environ)
    guard result == 0 else { throw Errno(rawValue: result) }
    self.pid = pid
    input = request.writeEnd
    output = reply.readEnd
  }

  deinit {
    try? input.close()
    try? output.close()
    reap()
  }

  /// Sends a line and returns the answer without its line feed; empty at the end of the output, or if
  /// there is none for ten minutes.
  public func ask(_ line: String) throws -> String {
    try say(line)
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !pending.contains(10), output.becomesReadable() {
      let count = try chunk.withUnsafeMutableBytes { try output.read(into: $0) }
      if count == 0 { break }
      pending += chunk[..<count]
    }
    let answer = pending.prefix { $0 != 10 }
    pending.removeFirst(min(answer.count + 1, pending.count))
    return String(decoding: answer, as: UTF8.self)
  }

  /// Sends a line without waiting for the answer.
  public func say(_ line: String) throws { try input.writeAll((line + "\n").utf8) }

  /// Ends the process, which stays a zombie as long as this value.
  public func endWithoutReaping() throws {
    kill(pid, SIGKILL)
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }

  /// Ends the process and releases its pid.
  public func reap() {
    guard !isReaped else { return }
    isReaped = true
    kill(pid, SIGKILL)
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }
}
