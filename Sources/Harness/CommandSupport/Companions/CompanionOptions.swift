import ArgumentParser

/// The options of a verb that a companion carries out: `rehearse` parses them for help, completions and
/// manual pages, the companion to do what they say.
public protocol CompanionOptions: ParsableArguments {
  /// The program that carries the verb out.
  static var companion: Companion { get }
  /// The verb, and what its help says.
  static var configuration: CommandConfiguration { get }
}
