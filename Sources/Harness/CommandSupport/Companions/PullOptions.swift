import ArgumentParser

/// The database that experiments are pulled from.
public struct PullOptions: CompanionOptions, Sendable {
  /// The program.
  public static let companion = Companion.team
  /// The verb.
  public static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Copy a team's experiments from Postgres into the store.",
    discussion: """
      Adds what the store does not have yet, in one transaction: a second call adds nothing, and a call \
      that fails changes nothing. The store is made if it does not exist.

      The password comes from the address, PGPASSWORD or ~/.pgpass.

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
