import ArgumentParser

/// The database that experiments are pulled from.
public struct PullOptions: CompanionOptions, Sendable {
  /// The program.
  public static let companion = Companion.team
  /// The verb.
  public static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Take in the experiments of a team's Postgres.",
    discussion: """
      Stores what the store does not have yet, in one transaction: called twice it adds nothing, and \
      where it fails nothing is changed. The store is made where it is not there.

      The password is that of the address, of PGPASSWORD or of ~/.pgpass.

      Exit status: 0 the store has it all, 1 it failed.
      """)

  /// The database.
  @OptionGroup public var database: DatabaseArgument
  /// The store.
  @OptionGroup public var storeOptions: StoreOptions
  /// The look of results.
  @OptionGroup public var outputOptions: OutputOptions

  /// Options that are not given.
  public init() {}
}
