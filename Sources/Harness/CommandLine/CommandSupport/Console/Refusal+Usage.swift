import Analysis
import Experimenting
import Scenarios

/// Refusals that every program has.
extension Refusal {
  /// The command does not exist. It would be a subcommand of `parent`.
  static func noCommand(_ name: String, of parent: String?, known: [String]) -> Refusal {
    let help = parent.map { $0 == "rehearse" ? $0 : "rehearse \($0)" } ?? "rehearse"
    return because(
      "There is no command '\(name)'.\(NearestName.hint(name, among: known)) "
        + "'\(help) --help' lists all.")
  }

  /// An option of hyperfine is not one of 'measure'. `words` name the replacement.
  static func optionOfHyperfine(_ option: String, _ words: String) -> Refusal {
    because("'rehearse measure' has no '\(option)': \(words).")
  }

  /// An environment variable is named like a setting that does not exist.
  static func noVariable(_ name: String, known: [String]) -> Refusal {
    because(
      "There is no setting for the environment variable \(name); allowed: "
        + "\(known.joined(separator: ", ")).\(NearestName.hint(name, among: known))")
  }

  static func relativeTemporaryFolder(_ path: String) -> Refusal {
    because("The environment variable TMPDIR is '\(path)'; allowed: an absolute path.")
  }

  /// The settings file can't be used, for reasons that are already in words.
  static func settings(_ words: String) -> Refusal { toolFailed(words) }
}
