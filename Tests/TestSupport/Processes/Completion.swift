import Foundation
import Glibc
public import SystemPackage

/// A process of the test's own; its streams are files, so that they can't fill up.
public final class StartedProcess {
  /// The process.
  public let pid: Int32
  private let streams: ScratchFolder

  /// Starts a command. `changes` are differences from this process's environment; nil removes. Its
  /// working folder is by default this process's; it may use all CPUs, whatever pairs are made here meanwhile.
  public init(
    _ command: [String], environment changes: [String: String?] = [:], in folder: FilePath? = nil
  ) throws {
    streams = try ScratchFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (descriptor, name) in [(1, "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions, Int32(descriptor), streams[name].string, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    var environment: [String: String] = ProcessInfo.processInfo.environment
    for (name, value) in changes { environment[name] = value }
    // env changes the folder: Swift's glibc module has no addchdir_np.
    let command = (folder.map { ["/usr/bin/env", "-C", $0.string] } ?? []) + command
    let words = command.map { strdup($0) }
    let settings = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { (words + settings).forEach { free($0) } }
    var pid = pid_t()
    OwnCPUs.allow()
    let result = posix_spawnp(&pid, command[0], &actions, nil, words + [nil], settings + [nil])
    guard result == 0 else { throw Errno(rawValue: result) }
    self.pid = pid
  }

  /// Its standard output so far.
  public var output: String { (try? streams.text(of: "out")) ?? "" }
  /// Its standard error so far.
  public var errors: String { (try? streams.text(of: "err")) ?? "" }

  /// Sends it a signal.
  public func send(_ signal: Int32) { kill(pid, signal) }

  /// Waits for its end.
  public func completion() -> Completion {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7f
    return Completion(
      status: signal == 0 ? (status >> 8) & 0xff : nil, signal: signal == 0 ? nil : signal,
      output: output, errors: errors)
  }
}

/// How a process ended and what it wrote.
public struct Completion: Sendable {
  /// Its exit status, or nil if a signal ended it.
  public let status: Int32?
  /// The signal that ended it, or nil.
  public let signal: Int32?
  /// All of its standard output.
  public let output: String
  /// All of its standard error.
  public let errors: String

  /// Runs a command and waits for its end.
  public static func of(
    _ command: [String], environment: [String: String?] = [:], in folder: FilePath? = nil
  ) throws -> Completion {
    try StartedProcess(command, environment: environment, in: folder).completion()
  }
}
