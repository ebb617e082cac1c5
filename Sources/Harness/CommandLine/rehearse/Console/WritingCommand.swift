import ArgumentParser

/// A command that writes files besides its printed result.
protocol WritingCommand: AsyncParsableCommand {
  var outputFiles: OutputFiles { get }

  /// Does the command's work, after files of an earlier call are gone.
  func carryOut() async throws
}

extension WritingCommand {
  func run() async throws {
    try await outputFiles.prepare()
    try await carryOut()
  }
}
