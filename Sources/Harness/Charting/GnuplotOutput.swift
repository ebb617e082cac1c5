import Subprocess
import SystemPackage

/// What gnuplot left behind.
struct GnuplotOutput: Sendable {
  let picture: [UInt8]
  let messages: String
  let status: TerminationStatus

  /// Runs gnuplot on a script, without the user's own start-up files (`-d`).
  static func collect(
    from gnuplot: FilePath, script: String, _ environment: Environment, limit: Int,
    within timeLimit: Duration
  ) async throws -> GnuplotOutput {
    try await withThrowingTaskGroup(of: GnuplotOutput.self) { group in
      group.addTask {
        let result = try await run(
          .path(gnuplot), arguments: ["-d", script], environment: environment,
          output: .bytes(limit: limit), error: .bytes(limit: 1 << 20))
        return GnuplotOutput(
          picture: result.standardOutput,
          messages: String(decoding: result.standardError, as: UTF8.self),
          status: result.terminationStatus)
      }
      group.addTask {
        try await Task.sleep(for: timeLimit)
        throw ChartRenderingError.gnuplotTimedOut(timeLimit)
      }
      // Cancelling the other task kills gnuplot, or ends the wait.
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  /// - Throws: `ChartRenderingError.fontMissing`, `.gnuplotFailed`.
  func check(script path: String) throws(ChartRenderingError) {
    switch status {
    case .exited(0):
      return
    case .exited(CInt(ChartCanvas.noFontStatus)):
      throw .fontMissing
    case .exited(let code):
      throw .gnuplotFailed(status: "exit status \(code)", message: said(of: path))
    case .signaled(let signal):
      throw .gnuplotFailed(status: "signal \(signal)", message: said(of: path))
    }
  }

  /// gnuplot's words in one line, its script being nameless.
  private func said(of path: String) -> String {
    let lines = messages.replacing("\"\(path)\"", with: "script").split(separator: "\n")
    let words = lines.map { ScriptText.visible($0).trimmingSpaces }.filter { !$0.isEmpty }
    return words.joined(separator: "; ")
  }
}

extension String {
  fileprivate var trimmingSpaces: Substring {
    let head = drop { $0 == " " }
    return head.prefix(head.count - head.reversed().prefix { $0 == " " }.count)
  }
}
