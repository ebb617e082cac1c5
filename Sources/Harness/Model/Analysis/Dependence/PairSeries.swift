import Recording
import Statistics

/// The differences ln(candidate / baseline) of one cell's pairs, in the order of their rounds, from
/// one run or from several one after the other.
struct PairSeries {
  let name: CellName
  /// The name of what they were measured with: cells of one source change places and sides together.
  let source: String
  let rounds: [[Int]]
  /// The differences of each run.
  let runs: [[Double]]
}

extension PairSeries {
  /// Nil if no pairs decide about the cell.
  init?(_ cell: GatedPairs) {
    guard let quotients = cell.quotients else { return nil }
    let ordered = zip(cell.pairs.map(\.baseline.round), quotients.values).sorted { $0.0 < $1.0 }
    self.init(
      name: cell.name, source: "\(cell.name.story) \(cell.kind.rawValue)",
      rounds: [ordered.map(\.0)], runs: [ordered.map(\.1)])
  }

  var values: [Double] { runs.flatMap(\.self) }

  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// The series with another's runs before its own.
  func after(_ earlier: PairSeries) -> PairSeries {
    PairSeries(
      name: name, source: source, rounds: earlier.rounds + rounds, runs: earlier.runs + runs)
  }

  /// Groups of cells that change together: those of one source with the same rounds.
  static func groups(_ series: [PairSeries]) -> [[Int]] {
    struct SharedRounds: Hashable {
      let source: String
      let rounds: [[Int]]
    }
    var order: [SharedRounds] = []
    var groups: [SharedRounds: [Int]] = [:]
    for (index, one) in series.enumerated() {
      let key = SharedRounds(source: one.source, rounds: one.rounds)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(index)
    }
    return order.map { groups[$0] ?? [] }
  }
}
