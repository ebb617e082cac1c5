import ArgumentParser

/// The options of both verbs that share experiments with a team.
public struct TeamOptions: ParsableArguments, Sendable {
  /// The database's address, as typed.
  @Argument(
    help: ArgumentHelp("The database, as postgres://USER@HOST/DATABASE.", valueName: "address"))
  public var address: String
  /// The store.
  @OptionGroup public var storeOptions: StoreOptions
  /// The look of results.
  @OptionGroup public var outputOptions: OutputOptions

  /// Options that are not given.
  public init() {}
}

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

      Exit status: 0 the database has all that is finished and can be read, 1 it failed, 64 wrong usage.
      """)

  /// Database and store.
  @OptionGroup public var team: TeamOptions

  /// Options that are not given.
  public init() {}
}

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

      Exit status: 0 the store has all but what a note leaves out, 1 it failed, 64 wrong usage.
      """)

  /// Database and store.
  @OptionGroup public var team: TeamOptions

  /// Options that are not given.
  public init() {}
}
