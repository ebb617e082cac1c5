import Statistics

/// The reason why two cells have no ratio.
public enum NoRatio: Error, Sendable, Hashable, CustomStringConvertible {
  case missing(build: String)
  /// In no round did every story pass on both builds.
  case noCompleteRound
  case tooFew(Int)
  case tooFewOnMachine(String, Int)
  case tooFewLayouts(Int)
  /// There are fewer pairs than the rule's first look or interim analysis needs, so it was not made.
  case beforeFirstInterim(Int, first: Int)
  /// Both builds have measurements, but of runs of different kinds.
  case noCommonKind
  /// The baseline was measured at another time, and this metric varies with the machine.
  case anotherTime
  /// The baseline was measured at another time. Resident memory depends on the time and on the copy of the
  /// program, by the pages of files that happen to be mapped.
  case residentAtAnotherTime
  /// The baseline was measured at another time. Only runs of both sides that repeat each other could be
  /// compared, and there are none.
  case notRepeated
  case changedSteps
  case stepsNotSaved
  /// This many of all measurements are 0, which has no logarithm: a run may be without a single event.
  case zeros(Int, of: Int)
  /// The measurements allow none.
  case undefined(String)

  /// The reason why statistics refuse these measurements.
  init(_ error: StatisticsError, of values: [Double]) {
    switch error {
    case .notPositive(_, _, 0), .meanNotPositive(_, 0):
      self = .zeros(values.count { $0 == 0 }, of: values.count)
    default: self = .undefined(error.description)
    }
  }

  /// The reason, in words.
  public var description: String {
    switch self {
    case .missing(let build): "no measurements on '\(build)'"
    case .noCompleteRound: "a story failed in every round"
    case .tooFew(let count): "it needs 2 pairs or more, and has \(count)"
    case .tooFewOnMachine(let machine, let count):
      "it needs 2 pairs or more on each machine, and has \(count) on '\(machine)'"
    case .tooFewLayouts(let count): "only \(count.counted("layout has", "layouts have")) pairs"
    case .beforeFirstInterim(let count, let first):
      "\(count.counted("pair", "pairs")), but the rule needs \(first) or more"
    case .noCommonKind: "no kind of run has measurements of both builds"
    case .anotherTime:
      "the baseline was measured at another time, when the machine may have been in another state"
    case .residentAtAnotherTime:
      "resident memory differs between times and between copies of a program; gate "
        + "peak-anonymous-memory instead"
    case .notRepeated: "the baseline was measured at another time, and too few runs repeat it"
    case .changedSteps:
      "its steps, expected outcomes, files, fixture or services are not those of the saved baseline"
    case .stepsNotSaved: "a saved baseline has no measurements of steps"
    case .zeros(let count, let all):
      "\(count) of \(all.counted("measurement is", "measurements are")) 0, so there is no ratio; a gate whose "
        + "'at-most' is a number needs none"
    case .undefined(let reason): reason
    }
  }
}
