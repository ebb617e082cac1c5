import Analysis
import DriverProtocol
import Scenarios
import SystemPackage

/// Refusals of searches for the rate of users that builds can serve.
extension Refusal {
  static func storiesOfUsers(_ names: [String], in path: FilePath) -> Refusal {
    names.isEmpty
      ? because("\(path) has no story with 'users', so there is no rate to change.")
      : because(
        "\(path) has several stories with 'users': \(names.joined(separator: ", ")). '--story NAME' "
          + "chooses one.")
  }

  static func unsteady(_ story: String, _ pattern: UserArrivals.Pattern) -> Refusal {
    because(
      "The users of '\(story)' come by 'pattern: \(pattern.rawValue)', and 'load' finds a steady rate. Write a story "
        + "with 'pattern: poisson' or 'constant' for it, and choose that by '--story'.")
  }

  static func tooManyRequests(of story: String, _ percentile: LatencyBudget.Percentile) -> Refusal {
    because(
      "A \(percentile.rawValue) needs \(percentile.fewestUsers) users, and so many users of '\(story)' send more "
        + "requests than a run can have; '--percentile p50' needs \(LatencyBudget.Percentile.p50.fewestUsers) users."
    )
  }

  /// A wanted rate is too low for a run of sensible length, or too high for the requests of a run.
  static func rate(
    _ rate: Double, notWithin rates: ClosedRange<Double>, _ percentile: LatencyBudget.Percentile
  ) -> Refusal {
    let (lowest, highest) = (
      CapacitySearch.words(ofRate: rates.lowerBound), CapacitySearch.words(ofRate: rates.upperBound)
    )
    return because(
      "\(CapacitySearch.words(ofRate: rate)) can't be measured; allowed: \(lowest) to \(highest), because each "
        + "run has at least \(percentile.fewestUsers) users, for a \(percentile.rawValue), and at most "
        + "\(Int(UserLoad.mostRequests)) requests.")
  }

  static func ratesReversed(_ lowest: Double, _ highest: Double) -> Refusal {
    because(
      "--from is \(CapacitySearch.words(ofRate: lowest)), which is above --to, "
        + "\(CapacitySearch.words(ofRate: highest)).")
  }
}
