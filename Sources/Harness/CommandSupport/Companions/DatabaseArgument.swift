import ArgumentParser

/// The database.
public struct DatabaseArgument: ParsableArguments, Sendable {
  /// The address, as typed.
  @Argument(
    help: ArgumentHelp("The database, as postgres://USER@HOST/DATABASE.", valueName: "address"))
  public var address: String

  /// An address that is not given.
  public init() {}
}
