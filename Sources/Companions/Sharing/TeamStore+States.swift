import GRDB
import Recording
import Store

/// States of regressions; the latest counts on both sides.
///
/// A state belongs to an experiment, whose number differs there; a side without the experiment does not get
/// its states. If two were set in the same millisecond, both sides choose the same one.
extension TeamStore {
  private struct RegressionCell: Hashable {
    /// The experiment's number in Postgres.
    let experiment: String
    let cell: String
  }

  /// A state and its time, as both sides write it.
  private struct DatedState {
    let state: String
    let until: String?
    let decidedAt: String

    /// The values of a row after the experiment.
    /// - Throws: ``SharingError/notUnderstood(what:)`` for something that no store can have written.
    init(_ values: CopyText.Fields, of table: SharedTable) throws(SharingError) {
      var named: [String: String] = [:]
      for (column, value) in zip(table.columns, values) { named[column.name] = value }
      state = named["state"] ?? ""
      until = named["until"]
      decidedAt = named["decidedAt"] ?? ""
      guard RegressionNote.Decision(state, until) != nil else {
        throw .notUnderstood(what: "the state '\(state)' of a regression")
      }
      guard !decidedAt.isEmpty else {
        throw .notUnderstood(what: "a state of a regression without a time")
      }
    }

    /// Dates are written so that they sort like text.
    func isLater(than other: DatedState?) -> Bool {
      guard let other else { return true }
      return (decidedAt, state, until ?? "") > (other.decidedAt, other.state, other.until ?? "")
    }
  }

  private struct Meeting {
    var own: DatedState?
    /// The experiment's number in the store.
    var number: Int64
    var theirs: DatedState?
    /// The values of the later one.
    var row: CopyText.Fields = []
  }

  /// Sends states that are later than the team's. `places` has the team's numbers of experiments, by the store's.
  func pushStates(
    of places: [Int64: String], _ table: SharedTable, _ db: Database, _ transfer: inout Transfer
  ) throws {
    let meetings = try meetings(
      Dictionary(places.map { ($1, $0) }, uniquingKeysWith: min), numbers: places, table, db)
    let sent = meetings.filter { $0.value.own?.isLater(than: $0.value.theirs) == true }
    try connection.execute(
      "CREATE TEMPORARY TABLE stated (LIKE \(table.sharedName)) ON COMMIT DROP")
    try connection.copy(into: "stated", columns: ["experiment"] + table.sharedNames) { send in
      for (place, meeting) in sent { try send([place.experiment] + meeting.row) }
    }
    let names = table.sharedNames.filter { $0 != "\"cell\"" }
    try connection.execute(
      """
      INSERT INTO \(table.sharedName) SELECT * FROM stated ON CONFLICT (experiment, cell)
      DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """)
    transfer.states = sent.count
    try note(meetings, &transfer, isPush: true)
  }

  /// Adds states that are later than the store's. `numbers` has the store's numbers of experiments, by the team's.
  func pullStates(
    into numbers: [String: Int64], _ table: SharedTable, _ db: Database,
    _ transfer: inout Transfer
  ) throws {
    let meetings = try meetings(
      numbers, numbers: Dictionary(numbers.map { ($1, $0) }, uniquingKeysWith: min), table, db)
    let addition = try table.insertion(["experimentNumber"], db, by: "INSERT OR REPLACE")
    for (_, meeting) in meetings {
      guard let theirs = meeting.theirs, theirs.isLater(than: meeting.own) else { continue }
      let values = try table.values(meeting.row, from: 0)
      try addition.execute(arguments: StatementArguments([meeting.number.databaseValue] + values))
      transfer.states += 1
    }
    try note(meetings, &transfer, isPush: false)
  }

  /// All states of experiments that both sides have.
  private func meetings(
    _ known: [String: Int64], numbers places: [Int64: String], _ table: SharedTable,
    _ db: Database
  ) throws -> [RegressionCell: Meeting] {
    var meetings: [RegressionCell: Meeting] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT experimentNumber, \(table.names) FROM \"\(table.name)\"")
    while let row = try rows.next() {
      let number: Int64 = row[0]
      guard let experiment = places[number] else { continue }
      let values = Array(row.databaseValues.map(Self.text).dropFirst())
      let state = try DatedState(values, of: table)
      let place = RegressionCell(experiment: experiment, cell: Self.cell(values, of: table))
      // Two experiments of the store may be one for the team.
      if state.isLater(than: meetings[place]?.own) {
        meetings[place] = Meeting(own: state, number: number, row: values)
      }
    }
    try connection.copy(
      from: "SELECT experiment, \(table.queries) FROM \(table.sharedName)"
    ) { row in
      guard let experiment = row.first ?? nil, let number = known[experiment] else { return }
      let values = Array(row.dropFirst())
      let state = try DatedState(values, of: table)
      let place = RegressionCell(experiment: experiment, cell: Self.cell(values, of: table))
      var meeting = meetings[place] ?? Meeting(number: number)
      meeting.theirs = state
      if state.isLater(than: meeting.own) { meeting.row = values }
      meetings[place] = meeting
    }
    return meetings
  }

  private static func cell(_ values: CopyText.Fields, of table: SharedTable) -> String {
    zip(table.columns, values).first { $0.0.name == "cell" }?.1 ?? ""
  }

  /// Notes which states were later on the receiving side, and whose clock gave a state from the future.
  private func note(
    _ meetings: [RegressionCell: Meeting], _ transfer: inout Transfer, isPush: Bool
  ) throws {
    let soon =
      try connection.execute(
        "SELECT to_char(now() AT TIME ZONE 'UTC' + interval '1 minute', 'YYYY-MM-DD HH24:MI:SS.MS')"
      ).first?.first ?? ""
    let sorted = meetings.sorted { ($0.value.number, $0.key.cell) < ($1.value.number, $1.key.cell) }
    for (place, meeting) in sorted {
      let name = "\(meeting.number)/\(place.cell)"
      if let own = meeting.own, let theirs = meeting.theirs {
        let (sent, there) = isPush ? (own, theirs) : (theirs, own)
        if there.isLater(than: sent) {
          transfer.notes.append(
            isPush
              ? "The state of \(name) was set later by others, to '\(theirs.state)': 'rehearse pull' "
                + "takes it in."
              : "The state of \(name) was set later here, to '\(own.state)': 'rehearse push' passes it "
                + "on.")
        }
      }
      for state in [meeting.own, meeting.theirs] {
        if let state, state.decidedAt > soon {
          transfer.notes.append(
            "The state '\(state.state)' of \(name) was set at \(state.decidedAt) UTC by a clock that is "
              + "ahead of the server's. Until then it counts as later than what others set without pulling "
              + "it.")
          break
        }
      }
    }
  }
}
