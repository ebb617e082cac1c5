import ArgumentParser

/// The options of a verb that a companion carries out. `rehearse` parses them for help, completions and
/// manual pages, the companion to obey them.
public protocol CompanionOptions: ParsableArguments {
  /// The program that carries the verb out.
  static var companion: Companion { get }
  /// The verb and its help.
  static var configuration: CommandConfiguration { get }
}
