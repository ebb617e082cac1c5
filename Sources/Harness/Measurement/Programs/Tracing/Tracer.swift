import Glibc
import Recording
import Subprocess
import SystemPackage

/// strace, the program that shows what processes read; Debian has it.
///
/// It sees static programs, children and services, needs only the user's rights, and stops a
/// process only at calls that name a file (`--seccomp-bpf`). A preloaded library would miss static
/// programs; fanotify needs root and does not show failed look-ups.
public struct Tracer: Sendable {
  /// The program.
  public let path: FilePath

  /// Creates a tracer known to work.
  public init(path: FilePath) { self.path = path }

  /// Finds the tracer, and checks that it may trace here: a container can forbid it.
  /// - Throws: ``TracingError``, or `CancellationError`.
  public init(in folders: SearchPath) async throws {
    guard let path = folders.program("strace") else { throw TracingError.missing }
    self.init(path: path)
    let words = command(["true"], writing: "/dev/null")
    do {
      let result = try await run(
        .path(path), arguments: Arguments(Array(words.dropFirst())), input: .none,
        output: .discarded, error: .string(limit: 1 << 16))
      try Task.checkCancellation()
      guard result.terminationStatus.isSuccess else {
        let words = result.standardError.split(separator: "\n").first.map(String.init)
        throw TracingError.refused(words ?? "it ended with status \(result.terminationStatus)")
      }
    } catch let error as SubprocessError {
      throw TracingError.refused("\(error)")
    }
  }

  /// The words that start a command and trace it. The command keeps its process number and its
  /// parent: strace runs in a separate process. Its trace replaces the old content of the file.
  public func command(_ words: [String], writing trace: FilePath) -> [String] {
    [
      path.string, "-D", "-f", "-y", "-q", "--seccomp-bpf", "-s", "0", "-e", "signal=none", "-e",
      "trace=%file,getdents,getdents64,fchdir,connect,bind,clone,clone3,fork,vfork,socket,flock,"
        + "shmget,semget,msgget,mq_open,unshare,setns,open_by_handle_at,setpriority,"
        + "sched_setscheduler,sched_setparam,sched_setattr,sched_setaffinity",
      "-o", trace.string, "--",
    ] + words
  }
}

/// The reason why nothing can be traced.
public enum TracingError: Error, Equatable, CustomStringConvertible {
  case missing
  case refused(String)

  /// The reason and what to do.
  public var description: String {
    switch self {
    case .missing: "strace is not installed (Debian: apt-get install strace)"
    case .refused(let reason):
      "strace may not trace here (\(reason)); a container needs the capability SYS_PTRACE"
    }
  }
}
