/// What was seen of the processes of a tree, of as many as there is room for.
///
/// A server that starts a process for each request may be watched for days. Of processes that have
/// ended, those that used least CPU time are forgotten then.
struct RecordBook {
  private let limit: Int
  private var records: [ProcessKey: ProcessRecord] = [:]
  /// How many are not in it any more.
  private(set) var forgotten = 0

  /// - Parameter limit: how many that have ended are kept at least; at most it is twice as many.
  init(limit: Int) { self.limit = limit }

  subscript(key: ProcessKey) -> ProcessRecord? {
    get { records[key] }
    set { records[key] = newValue }
  }

  /// Makes room where there are too many.
  /// - Parameter living: those that are kept in any case.
  mutating func forgetLeast(but living: [ProcessKey]) {
    guard records.count > 2 * limit + living.count else { return }
    let living = Set(living)
    let ended = records.filter { !living.contains($0.key) }
      .sorted { ($0.value.cpu, $0.key.pid) > ($1.value.cpu, $1.key.pid) }
    for (key, _) in ended.dropFirst(limit) {
      records[key] = nil
      forgotten += 1
    }
  }

  /// How many were seen, forgotten ones included.
  var count: Int { records.count + forgotten }

  /// In the order of their starts.
  var all: [ProcessRecord] {
    records.sorted { ($0.key.startTicks, $0.key.pid) < ($1.key.startTicks, $1.key.pid) }
      .map(\.value)
  }
}
