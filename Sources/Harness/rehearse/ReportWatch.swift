import Recording
import ResultStore
import Running
import SystemPackage

/// Writes reports again and again while their experiments run in another process.
struct ReportWatch {
  private let writer: ReportWriter
  private let store: ResultStore
  private let interruption: Interruption

  init(
    _ writer: ReportWriter, _ store: ResultStore, _ interruption: Interruption
  ) {
    self.writer = writer
    self.store = store
    self.interruption = interruption
  }

  /// Pauses are so many times as long as what the last writing took.
  private static let restraint = 9

  /// Goes on until all experiments are complete.
  /// - Parameter tell: is told the page once it is there.
  /// - Throws: `CancellationError` where the user asks to stop, and what writing has to say.
  func carryOut(_ tell: (FilePath) throws -> Void) async throws {
    let clock = ContinuousClock()
    var isTold = false
    var state = try state()
    while true {
      let start = clock.now
      let page = try await writer.write(reload: state.isComplete ? nil : Self.reload)
      let pause = (clock.now - start) * Self.restraint
      if !isTold { try tell(page) }
      isTold = true
      if state.isComplete { return }
      state = try next(after: state, notBefore: clock.now + pause, clock)
    }
  }

  /// How often an open page loads itself again, s.
  private static let reload = 5

  /// Waits for new runs, and looks for them once a second, which takes under a millisecond. Changes
  /// of the store's files would tell no sooner: they come before what was written can be read.
  private func next(
    after written: State, notBefore earliest: ContinuousClock.Instant, _ clock: ContinuousClock
  ) throws -> State {
    while !interruption.isRaised(withinMilliseconds: 1000) {
      let now = try state()
      if now.isComplete || now != written && clock.now >= earliest { return now }
    }
    throw CancellationError()
  }

  private func state() throws -> State {
    try State(
      runs: writer.numbers.map { try store.runCounts(of: $0).all },
      isComplete: writer.numbers.allSatisfy { try store.experiment("\($0)").completedAt != nil })
  }

  /// What there is to report.
  private struct State: Equatable {
    let runs: [Int]
    let isComplete: Bool
  }
}
