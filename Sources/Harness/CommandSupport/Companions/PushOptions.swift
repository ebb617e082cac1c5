import ArgumentParser

/// The database that experiments are pushed to.
public struct PushOptions: CompanionOptions, Sendable {
  /// The program.
  public static let companion = Companion.team
  /// The verb.
  public static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Copy finished experiments to a team's Postgres.",
    discussion: """
      Adds what the database does not have yet, in one transaction: a second call adds nothing, and a call \
      that fails changes nothing. The first push makes the tables, in a schema 'rehearse'.

      The password comes from the address, PGPASSWORD or ~/.pgpass.

      Exit status: 0 the database has it all, 1 it failed.
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
