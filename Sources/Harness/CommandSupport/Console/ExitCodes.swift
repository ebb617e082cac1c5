import Analysis
import ArgumentParser
import Experimenting

extension Outcome {
  /// The exit code of this outcome.
  public var code: ExitCode { ExitCode(exitCode) }

  /// Ends the program with this outcome, unless all went well.
  public func exit() throws {
    if self != .passed { throw code }
  }
}

extension Refusal {
  /// The exit code where something can't be done as it was asked for.
  public var code: ExitCode {
    switch kind {
    case .usage: .validationFailure
    case .outcome(let outcome): outcome.code
    }
  }
}
