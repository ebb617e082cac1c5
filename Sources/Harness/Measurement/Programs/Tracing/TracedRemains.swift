import Foundation
import Glibc
import SystemPackage

/// The processes that a traced command has left behind. The tracer stays as long as they do, and
/// they can't run without it, because the kernel then refuses each traced call.
enum TracedRemains {
  /// Ends them.
  /// - Parameter trace: the tracer's output file, which identifies it.
  /// - Returns: how many there were.
  @discardableResult
  static func end(of trace: FilePath) -> Int {
    guard let tracer = tracer(writing: trace) else { return 0 }
    let remains = processes().filter { Self.tracer(of: $0) == tracer }
    for process in remains { kill(process, SIGKILL) }
    return remains.count
  }

  private static func tracer(writing trace: FilePath) -> Int32? {
    processes().first { process in
      guard let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else {
        return false
      }
      let all = Array(words).split(separator: 0)
      return all.contains { String(decoding: $0, as: UTF8.self) == trace.string }
        && String(decoding: all.first ?? [], as: UTF8.self).hasSuffix("strace")
    }
  }

  private static func processes() -> [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }

  /// The tracer of a process; nil if it has none, or has ended.
  static func tracer(of process: Int32) -> Int32? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("TracerPid:") }),
      let tracer = Int32(line.dropFirst("TracerPid:".count).drop { $0 == "\t" || $0 == " " })
    else { return nil }
    return tracer == 0 ? nil : tracer
  }
}

extension Tracer {
  /// Waits until a traced command has ended, and ends what it left running. The command is a child of this
  /// process, and is not reaped. `trace` is the file for its trace.
  public func endRemains(of process: Int32, writing trace: FilePath) async throws {
    while true {
      var info = siginfo_t()
      guard waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT | WNOHANG) == 0 else { break }
      if info.si_signo == SIGCHLD { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    // Killed processes hand over their own children, so there may be more each time.
    while TracedRemains.end(of: trace) > 0 { try await Task.sleep(for: .milliseconds(20)) }
  }

  /// Returns whether a process is traced now.
  public static func isTracing(_ process: Int32) -> Bool {
    TracedRemains.tracer(of: process) != nil
  }
}
