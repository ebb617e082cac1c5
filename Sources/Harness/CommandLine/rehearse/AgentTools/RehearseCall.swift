import Foundation
import Subprocess
import SystemPackage

/// A call of `rehearse` in a process of its own.
struct RehearseCall {
  let program: FilePath
  let words: [String]
  let folder: FilePath

  private static let mostOutput = 32 << 20
  private static let mostMessages = 20

  /// Runs it to its end; `hear` gets the lines of its standard error. If the task is cancelled, it is
  /// interrupted as by Ctrl-C, so that it stores what it has and ends the processes that it started.
  /// - Throws: `SubprocessError` if it can't be started or writes too much, or `CancellationError`.
  func end(hear: @Sendable (String) -> Void) async throws -> CallEnd {
    var options = PlatformOptions()
    options.teardownSequence = [
      .send(signal: .interrupt, allowedDurationToNextStep: .seconds(60)),
      .gracefulShutDown(allowedDurationToNextStep: .seconds(5)),
    ]
    let result = try await run(
      .path(program), arguments: Arguments(words),
      // Lines as they are, and not as the client's terminal wraps them.
      environment: .inherit.updating(["COLUMNS": nil]), workingDirectory: folder,
      platformOptions: options, input: .none, output: .string(limit: Self.mostOutput),
      error: .sequence
    ) { execution in
      var messages: [String] = []
      for try await line in execution.standardError.strings(bufferingPolicy: .unbounded) {
        let line = line.trimmingCharacters(in: .newlines)
        hear(line)
        messages = (messages + [line]).suffix(Self.mostMessages)
      }
      return messages
    }
    try Task.checkCancellation()
    return CallEnd(
      status: Self.status(result.terminationStatus), output: result.standardOutput,
      messages: result.closureResult)
  }

  private static func status(_ status: TerminationStatus) -> Int32? {
    if case .exited(let code) = status { code } else { nil }
  }
}
