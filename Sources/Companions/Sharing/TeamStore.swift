import GRDB
import Store

/// What a team shares: finished experiments in a Postgres database, in the schema `rehearse`, whose
/// tables are those of a store.
///
/// An experiment is the same here and there if both have one of its runs, which keep their UUIDs.
public final class TeamStore {
  let connection: PostgresConnection

  /// What was passed on.
  public struct Transfer: Equatable, Sendable {
    /// Experiments of which something was passed on.
    public var experiments = 0
    /// Runs that were passed on.
    public var runs = 0
    /// Runs that were there already.
    public var known = 0
    /// States of regressions that were passed on, since they were set later than what was there.
    public var states = 0
    /// Experiments that were not passed on, and why: what follows the word "Experiment" in a sentence.
    public var leftOut: [String] = []
    /// What is to be known of states: a sentence each.
    public var notes: [String] = []

    /// What a call came to.
    public init(experiments: Int = 0, runs: Int = 0, known: Int = 0, states: Int = 0) {
      self.experiments = experiments
      self.runs = runs
      self.known = known
      self.states = states
    }
  }

  /// Says how much of all is done, from 0 to 1.
  public typealias Progress = (Double) -> Void

  /// Connects.
  /// - Throws: ``SharingError``.
  public init(_ address: PostgresAddress) throws(SharingError) {
    connection = try PostgresConnection(address)
    // All digits of a number, on servers before 12, too; and dates as a store has them.
    try connection.execute("SET extra_float_digits = 3")
    try connection.execute("SET datestyle = 'ISO, YMD'")
  }

  private var address: String { "\(connection.address)" }
  private static let schema = SharedTable.schema

  /// Lets others that push wait until the transaction ends; two that make the tables at once would
  /// refuse each other.
  /// - Parameter wait: is told that another is pushing.
  func lock(_ wait: () -> Void) throws(SharingError) {
    // The letters RHRS.
    let key = 0x5248_5253
    let isFree = try connection.execute("SELECT pg_try_advisory_xact_lock(\(key))")
    guard isFree.first?.first != "t" else { return }
    wait()
    try connection.execute("SELECT pg_advisory_xact_lock(\(key))")
  }

  /// Whether the tables are there.
  /// - Throws: ``SharingError`` where they are another version's or another program's.
  func hasTables() throws(SharingError) -> Bool {
    let found =
      try connection.execute(
        """
        SELECT to_regclass('\(Self.schema).store') IS NOT NULL,
          EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = '\(Self.schema)')
        """
      ).first ?? []
    guard found.first == "t" else {
      if found.last == "t" { throw .foreign(address: address) }
      return false
    }
    let version = try connection.execute("SELECT version FROM \(Self.schema).store")
      .map { $0.joined() }.joined(separator: " and ")
    guard version == "\(ResultStore.version)" else {
      throw .otherVersion(address: address, found: version, own: ResultStore.version)
    }
    return true
  }
}
