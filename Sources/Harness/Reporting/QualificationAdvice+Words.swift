import Comparing
import Rounding

extension QualificationAdvice {
  /// What it is and what to do about it, in one or two sentences.
  public var description: String {
    switch self {
    case .falseAlarm(let name, let verdict):
      "\(name): a false alarm, called \(verdict.rawValue) though both sides are the same program. "
        + "Let nothing else run, and qualify again."
    case .tooManyFalseAlarms(let share, let allowed):
      "\(found(share)) % of reshuffles of these pairs raise a false alarm; the rule promises "
        + "\(percent(allowed)) %. Use more pairs, or a quieter machine."
    case .dependent(let test): test.sentence
    case .open(let test): test.sentence
    case .unjudged(let name, let outcome):
      "\(name): no verdict, since \(outcome.reason ?? "there are no figures")."
    case .pairs(let count, let cells, let power):
      "\(count) pairs show the change that matters in \(cells.counted("cell", "cells")), in "
        + "\(percent(power)) % of cases each."
    case .notWorthAGate(let name, let wanted, let pairs, let detectable):
      "\(name): not worth a gate here. \(percent(wanted)) % can't be seen with \(pairs) pairs, which "
        + "show no less than \(detectable.isFinite ? found(detectable) : "any multiple of 100") %."
    case .shortStory(let story):
      "\(story.story): a run takes \(milliseconds(story.cpuTime)) ms of CPU time, which is few "
        + "turns on a shared CPU. From \(milliseconds(ShortStory.enough)) ms on, by 'repeat' for "
        + "instance, it is measured better."
    case .memoryRepeats(let stories):
      "Peak anonymous memory repeats to the page without address randomisation: \(list(stories))."
    case .memoryVaries(let stories):
      "Peak anonymous memory does not repeat, or can't be had without address randomisation, so pairs "
        + "decide: \(list(stories))."
    }
  }

  /// What the rule or a gate asks for, in percent.
  private func percent(_ share: Double) -> String { NumberFormat.plain.string(for: share * 100) }

  /// What chance made of it, in percent, with the digits that the table gives it.
  private func found(_ share: Double) -> String {
    NumberFormat.uncertainty(share * 100).string(for: share * 100)
  }

  private func milliseconds(_ nanoseconds: Double) -> String {
    NumberFormat.coarse.string(for: nanoseconds / 1e6)
  }

  private func list(_ stories: [String]) -> String { stories.joined(separator: ", ") }
}

extension CellOutcome {
  /// Why there is no verdict; nil where there is one.
  var reason: String? {
    switch self {
    case .judged: nil
    case .failed(let build, let count, let all):
      "\(count) of \(all.counted("run", "runs")) failed on '\(build)'"
    case .differing(let baseline, let candidate):
      CellOutcome.differingReason(baseline, candidate)
    case .unmeasured(let build, let count, let all):
      "\(count) of \(all.counted("run", "runs")) could not be measured on '\(build)'"
    case .new: "the baseline has no run of the story"
    case .missing(let reason): reason.description
    }
  }
}

extension StoryFailure {
  /// What failed, in a sentence of its own.
  public var sentence: String { "\(outcome.reason ?? "")." }
}
