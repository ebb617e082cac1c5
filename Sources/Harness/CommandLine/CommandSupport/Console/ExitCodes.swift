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
