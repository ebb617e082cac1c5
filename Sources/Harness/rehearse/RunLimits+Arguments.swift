import ArgumentParser
import Recording
import Scenarios

extension RunLimits {
  /// Refuses a number of an option that is not allowed.
  /// - Throws: `ValidationError`.
  static func check(_ option: String, _ count: Int?, from least: Int, to most: Int) throws {
    guard let count, !(least...most).contains(count) else { return }
    throw ValidationError("\(option) is \(count); allowed: \(least) to \(most).")
  }
}

extension Experiment {
  /// This experiment; to be asked before it is stored.
  /// - Throws: ``TooManyRuns``.
  func withinLimits() throws(TooManyRuns) -> Experiment {
    var product = 1
    for factor in [rounds + countedRounds, stories.count, builds.count] {
      let (next, overflow) = product.multipliedReportingOverflow(by: factor)
      guard !overflow, next <= RunLimits.runs else { throw TooManyRuns(experiment: self) }
      product = next
    }
    return self
  }
}

/// An experiment that would be too large to be held in memory.
struct TooManyRuns: Error, CustomStringConvertible {
  let experiment: Experiment

  /// What is too many, and what to do.
  var description: String {
    "\(experiment.name) would have \(experiment.rounds + experiment.countedRounds) rounds of "
      + "\(experiment.stories.count) stories on \(experiment.builds.count) builds; allowed: "
      + "\(RunLimits.runs) runs in all. Fewer rounds, or some of the stories (--story), fit."
  }
}
