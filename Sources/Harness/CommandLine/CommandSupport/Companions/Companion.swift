import Analysis
import DriverProtocol
import Experimenting

/// A program beside `rehearse` that carries out some of its verbs, so that its libraries burden no other
/// verb.
///
/// `rehearse` knows the verbs with their options: it lists and explains them even if the program is not
/// installed. To carry one out, it becomes the program.
public enum Companion: String, CaseIterable, Sendable {
  /// The site of a store, over HTTP.
  case serve = "rehearse-serve"
  /// A team's Postgres, by libpq.
  case team = "rehearse-team"
  /// Weighing criteria and skills.
  case scorecard = "rehearse-scorecard"

  /// Precedes the arguments that `rehearse` passes on, followed by its version.
  private static let caller = "--called-by"

  /// The arguments that `rehearse` passes on, from its own.
  public func arguments(for words: [String]) -> [String] { [Self.caller, Version.current] + words }

  /// Removes the caller's version from the program's arguments.
  /// - Throws: `Refusal` if the version differs from this program's. A direct call has none.
  public static func received(_ arguments: [String]) throws(Refusal) -> [String] {
    guard arguments.first == caller, arguments.count > 1 else { return arguments }
    guard arguments[1] == Version.current else {
      throw .otherVersion(of: CommandLine.arguments.first ?? "This program", caller: arguments[1])
    }
    return Array(arguments.dropFirst(2))
  }
}

extension Refusal {
  /// The companion's version differs from that of the `rehearse` that called it.
  static func otherVersion(of program: String, caller: String) -> Refusal {
    Refusal.toolFailed(
      "\(program) is version \(Version.current), but the rehearse that called it is \(caller); install both "
        + "in one version.")
  }

  /// A companion, which would carry out a verb, is not installed.
  public static func notInstalled(_ companion: Companion, for verb: String) -> Refusal {
    let name = companion.rawValue
    return Refusal.toolFailed(
      "'rehearse \(verb)' needs \(name), which is not installed. It is in the Debian package \(name) and in "
        + "the tarball; from the sources 'make install' installs it.")
  }
}
