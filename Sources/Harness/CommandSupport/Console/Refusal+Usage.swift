import Analysis
import Experimenting
import Scenarios

/// The words of refusals that every program has.
extension Refusal {
  /// There is no command of that name.
  /// - Parameter parent: whose subcommand it would be.
  static func noCommand(_ name: String, of parent: String?, known: [String]) -> Refusal {
    let help = parent.map { $0 == "rehearse" ? $0 : "rehearse \($0)" } ?? "rehearse"
    return because(
      "There is no command '\(name)'.\(NearestName.hint(name, among: known)) "
        + "'\(help) --help' lists all.")
  }

  /// An option of hyperfine is not one of 'measure'.
  /// - Parameter words: what there is instead.
  static func optionOfHyperfine(_ option: String, _ words: String) -> Refusal {
    because("'rehearse measure' has no '\(option)': \(words).")
  }

  /// An environment variable has the name of a setting that there is not.
  static func noVariable(_ name: String, known: [String]) -> Refusal {
    because(
      "There is no setting for the environment variable \(name); allowed: "
        + "\(known.joined(separator: ", ")).\(NearestName.hint(name, among: known))")
  }

  /// The folder for temporary files is named by a relative path.
  static func relativeTemporaryFolder(_ path: String) -> Refusal {
    because("The environment variable TMPDIR is '\(path)'; allowed: an absolute path.")
  }

  /// The file of settings can't be used, for reasons that are worded already.
  static func settings(_ words: String) -> Refusal { Refusal(.outcome(.toolFailed), words) }
}
