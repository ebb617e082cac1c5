import ArgumentParser
import Scenarios

/// An option that can't be used, found only after files were read: worded like other errors, with
/// the exit status of wrong usage.
enum Refusal {
  /// Tells why, and gives the error to throw.
  static func because(_ text: String) -> ExitCode {
    Console.warn("Error: \(text)")
    return ExitCode.validationFailure
  }

  /// A name that is none of those known.
  static func unknown(
    _ what: String, _ name: String, in owner: String, known: [String]
  ) -> ExitCode {
    let near = NearestName.of(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return because(
      "\(owner) has no \(what) '\(name)'; it has \(known.joined(separator: ", ")).\(near)")
  }
}
