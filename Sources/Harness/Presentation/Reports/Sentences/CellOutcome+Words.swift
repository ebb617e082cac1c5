import Analysis
import Statistics

extension CellOutcome {
  /// The reason why there is no verdict; nil if there is one.
  public var reason: String? {
    switch self {
    case .judged, .proven: nil
    case .failed(let build, let count, let all):
      "\(count) of \(all.counted("run", "runs")) failed on '\(build)'"
    case .failedOnBoth(let baseline, let candidate, let count, let all):
      "\(count) of \(all) runs failed, on '\(baseline)' as on '\(candidate)'"
    case .differing(let baseline, let candidate):
      "'\(baseline)' and '\(candidate)' lead to different outcomes, and the scenario's 'expect' allows both, so "
        + "it is not known which of them is wrong"
    case .unmeasured(let build, let count, let all):
      "\(count) of \(all.counted("run", "runs")) could not be measured on '\(build)'"
    case .new(let reason): reason ?? "the baseline has no run of the story"
    case .missing(let reason): reason.description
    }
  }
}

extension StoryFailure {
  /// The failures, in a separate sentence.
  public var sentence: String { "\(outcome.reason ?? "")." }
}
