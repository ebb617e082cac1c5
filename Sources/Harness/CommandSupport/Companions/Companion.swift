import Analysis
import Experimenting

/// A program beside `rehearse` that carries out some of its verbs, so that the libraries it is linked with
/// weigh on these alone.
///
/// `rehearse` knows the verbs with their options: it lists and explains them where the program is not
/// installed too. To carry one out, it becomes the program.
public enum Companion: String, CaseIterable, Sendable {
  /// The site of a store, over HTTP.
  case serve = "rehearse-serve"
  /// A team's Postgres, by libpq.
  case team = "rehearse-team"
  /// Weighing criteria and skills.
  case scorecard = "rehearse-scorecard"

  /// Stands before the words that `rehearse` hands on, with its version behind it.
  private static let caller = "--called-by"

  /// What `rehearse` hands on.
  /// - Parameter words: its own arguments.
  public func arguments(for words: [String]) -> [String] {
    [Self.caller, Version.current] + words
  }

  /// Takes the caller's version out of the program's arguments.
  /// - Throws: `Refusal` for another version than this program's. Who calls the program by itself has none.
  public static func received(_ arguments: [String]) throws(Refusal) -> [String] {
    guard arguments.first == caller, arguments.count > 1 else { return arguments }
    guard arguments[1] == Version.current else {
      throw .otherVersion(
        of: CommandLine.arguments.first ?? "This program", caller: arguments[1])
    }
    return Array(arguments.dropFirst(2))
  }
}

extension Refusal {
  /// A companion is not of the version of the `rehearse` that called it.
  static func otherVersion(of program: String, caller: String) -> Refusal {
    Refusal(
      .outcome(.toolFailed),
      "\(program) is version \(Version.current), and the rehearse that called it \(caller); "
        + "install both of one version.")
  }

  /// A companion is not installed.
  /// - Parameter verb: what it would carry out.
  public static func notInstalled(_ companion: Companion, for verb: String) -> Refusal {
    let name = companion.rawValue
    return Refusal(
      .outcome(.toolFailed),
      "'rehearse \(verb)' is carried out by \(name), which is not installed: it is in the Debian package "
        + "\(name) and in the tarball, and 'make install' of the sources installs it.")
  }
}
