import DriverKit
import Sorting

/// Sorts arrays for the harness: the fixture makes them, each repetition of a step sorts the next.
@main
final class SortingDriver: HostedApp {
  static let driver = "sorting-driver"

  static let verbs: [Verb<SortingDriver>] = [
    Verb("sort") { app, arguments in
      try arguments.allow(["algorithm"])
      let algorithm = try arguments.choice("algorithm", of: SortAlgorithm.self)
      let array = app.nextArray()
      return Call {
        algorithm.sort(&array.integers)
        return array.integers
      } outcome: { integers, outcome in
        outcome.count(integers.count)
        outcome.fact("sorted", .bool(zip(integers, integers.dropFirst()).allSatisfy(<=)))
        for integer in integers { outcome.mix(integer) }
      }
    }
  ]

  /// All arrays are in memory at once.
  private static let allowedTrials = 1...100

  private let trials: [[Int]]
  private var next = 0

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["integers", "trials", "seed"])
    let source = try RandomIntegers(
      count: fixture.integer("integers", default: 10_000),
      seed: UInt64(bitPattern: Int64(fixture.integer("seed", default: 1))))
    let trials = try fixture.integer("trials", default: 10)
    guard Self.allowedTrials.contains(trials) else {
      throw TrialsNotAllowed(trials: trials, allowed: Self.allowedTrials)
    }
    self.trials = (0..<trials).map(source.trial)
  }

  /// A copy of the next trial's array. It is made before the call, whose first write would make it
  /// otherwise, within the figures.
  private func nextArray() -> Unsorted {
    defer { next = (next + 1) % trials.count }
    return Unsorted(trials[next])
  }

  static func main() { DriverKit.serve(SortingDriver.self) }
}

/// An array of its own, to be sorted in place.
private final class Unsorted {
  var integers: [Int]

  init(_ trial: [Int]) {
    integers = trial.withUnsafeBufferPointer(Array.init)
  }
}

extension RandomIntegers.CountNotAllowed: CodedError {
  /// As a scenario expects it.
  public var code: String { "count-not-allowed" }
}

/// Nothing would be sorted, or more than there is memory for.
private struct TrialsNotAllowed: CodedError {
  let trials: Int
  let allowed: ClosedRange<Int>
  var code: String { "trials-not-allowed" }
  var description: String {
    "'trials' is \(trials); allowed: \(allowed.lowerBound) to \(allowed.upperBound)."
  }
}
