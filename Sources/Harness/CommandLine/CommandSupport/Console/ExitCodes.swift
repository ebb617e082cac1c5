import Analysis
import ArgumentParser
import Experimenting

extension Outcome {
  /// The exit code of this outcome.
  public var code: ExitCode { ExitCode(exitCode) }

  /// Ends the program with this outcome, unless it is a success.
  public func exit() throws {
    if self != .passed { throw code }
  }

  /// The outcome after something was written besides the result, such as a chart. An error is printed; a failing
  /// outcome stands, and is not hidden by a missing file.
  public func besides(_ write: () async throws -> Void) async -> Outcome {
    do {
      try await write()
      return self
    } catch {
      Console.warn("Error: \(error)")
      return self == .passed ? .toolFailed : self
    }
  }
}

extension Refusal {
  /// The exit code for a request that can't be fulfilled.
  public var code: ExitCode {
    switch kind {
    case .usage: .validationFailure
    case .outcome(let outcome): outcome.code
    case .timeLimit: Outcome.notComparable.code
    }
  }
}
