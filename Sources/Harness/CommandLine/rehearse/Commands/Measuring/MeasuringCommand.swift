import ArgumentParser
import CommandSupport
import Experimenting

/// A measuring command that can be resumed.
protocol MeasuringCommand: WritingCommand {
  var storeOptions: StoreOptions { get set }

  /// The options that replace settings.
  var settled: [String] { get }

  /// Measures what is not measured yet, and ends with the command's outcome.
  func measure(_ call: SessionCall) async throws
}

extension MeasuringCommand {
  var settled: [String] { [] }

  var outputFiles: OutputFiles { OutputFiles() }

  func carryOut() async throws {
    try await measure(SessionCall(Array(CommandLine.arguments.dropFirst()) + settled))
  }
}
