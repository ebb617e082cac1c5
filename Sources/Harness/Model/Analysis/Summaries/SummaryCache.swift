import Statistics
import Synchronization

/// The statistics of an experiment's cells, each computed when it is first asked for.
final class SummaryCache: Sendable {
  private let summaries = Mutex<[Cell: Summary]>([:])

  /// Returns a cell's summary, which `make` computes at the first call.
  func summary(of cell: Cell, _ make: () -> Summary?) -> Summary? {
    if let known = summaries.withLock({ $0[cell] }) { return known }
    let made = make()
    summaries.withLock { $0[cell] = made }
    return made
  }
}
