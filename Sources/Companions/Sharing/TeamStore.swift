import GRDB
import Store

/// A team's shared data: finished experiments in a Postgres database, in the schema `rehearse`, with the
/// tables of a store.
///
/// An experiment is the same on both sides if they have one of its runs in common. Runs keep their UUIDs. One
/// without runs is the same if one call made it, at one time.
public final class TeamStore {
  let connection: PostgresConnection

  /// The transferred data; `rehearse-team` prints it as JSON, with these names.
  public struct Transfer: Equatable, Sendable, Encodable {
    /// Experiments with transferred data.
    public var experiments = 0
    /// Transferred runs.
    public var runs = 0
    /// Runs that were already there.
    public var known = 0
    /// Transferred states of regressions, which were later than the existing ones.
    public var states = 0
    /// Experiments that were not transferred, and why: what follows the word "Experiment" in a sentence.
    public var leftOut: [String] = []
    /// Notes on states, one sentence each.
    public var notes: [String] = []

    /// The result of a call.
    public init(experiments: Int = 0, runs: Int = 0, known: Int = 0, states: Int = 0) {
      self.experiments = experiments
      self.runs = runs
      self.known = known
      self.states = states
    }
  }

  /// Reports the finished share, from 0 to 1.
  public typealias Progress = (Double) -> Void

  /// Connects.
  /// - Throws: ``SharingError``.
  public init(_ address: PostgresAddress) throws(SharingError) {
    connection = try PostgresConnection(address)
    // All digits of numbers, also on servers before 12; and dates as in a store.
    try connection.execute("SET extra_float_digits = 3")
    try connection.execute("SET datestyle = 'ISO, YMD'")
  }

  private var address: String { "\(connection.address)" }
  private static let schema = SharedTable.schema

  /// Makes others that push wait until the transaction ends; calls `wait` if another is pushing. Two that
  /// create the tables at once would refuse each other.
  func lock(_ wait: () -> Void) throws(SharingError) {
    // The letters RHRS.
    let key = 0x5248_5253
    let isFree = try connection.execute("SELECT pg_try_advisory_xact_lock(\(key))")
    guard isFree.first?.first != "t" else { return }
    wait()
    try connection.execute("SELECT pg_advisory_xact_lock(\(key))")
  }

  /// Returns whether the tables exist.
  /// - Throws: ``SharingError`` if they belong to another version or another program.
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
