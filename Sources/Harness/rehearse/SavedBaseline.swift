import ArgumentParser
import Importing

/// How the program ends where a saved baseline can't be used.
enum SavedBaseline {
  /// Tells why, and gives the error to throw: one that is missing can't be compared with, one that is
  /// damaged can't be read.
  static func ending(_ error: BaselineError) -> ExitCode {
    Console.warn("Error: \(error)")
    if case .missing = error { return ExitStatus.notComparable.code }
    return ExitStatus.toolFailed.code
  }
}
