import ArgumentParser
import Metrics
import Recording
import Reports
import Scenarios

/// A metric that a user names.
enum MetricName {
  /// The metric of that name.
  /// - Throws: `ValidationError` that lists those there are.
  static func checked(_ name: String) throws -> Metric {
    if let metric = Metric.named(name) { return metric }
    let known = Metric.all.map(\.id)
    let near = NearestName.of(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
    throw ValidationError(
      "There is no metric '\(name)'; allowed: \(known.joined(separator: ", ")).\(near)")
  }
}

extension ReportFormat: ExpressibleByArgument {}

/// An option that can't be used, found only after files were read: worded like other errors, with
/// the exit status of wrong usage.
enum Refusal {
  /// Tells why, and gives the error to throw.
  static func because(_ text: String) -> ExitCode {
    Console.warn("Error: \(text)")
    return ExitCode.validationFailure
  }

  /// A name that is none of those known.
  static func unknown(
    _ what: String, _ name: String, in owner: String, known: [String]
  ) -> ExitCode {
    let near = NearestName.of(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
    return because(
      "\(owner) has no \(what) '\(name)'; it has \(known.joined(separator: ", ")).\(near)")
  }
}

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
