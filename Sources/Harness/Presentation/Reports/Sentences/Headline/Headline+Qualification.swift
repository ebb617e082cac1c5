import Analysis
import Metrics
import Recording
import Statistics

extension Headline {
  /// Returns a qualification's outcome in one sentence.
  public static func sentence(_ qualification: Qualification) -> String {
    if qualification.hasNothingToQualify {
      return "Nothing to qualify: no gate compares two sides, and budgets need no second side."
    }
    let alarms = qualification.falseAlarms.count
    let isOpen = qualification.dependence.tests.contains(where: \.isOpen)
    let verdict =
      qualification.outcome == .interrupted
      ? "Not qualified: measuring was interrupted, or is still going on. So far"
      : !qualification.isQualified
        ? "Not qualified" : isOpen ? "Qualified as far as tested" : "Qualified"
    let given =
      (alarms == 0 ? "no false alarm" : alarms.counted("false alarm", "false alarms"))
      + " in \(qualification.cells.count.counted("cell", "cells"))"
    guard let rate = qualification.falseAlarmRate else { return "\(verdict): \(given)." }
    return
      "\(verdict): \(given), \(rate.alarms) in \(rate.runs.grouped) reshuffles of these pairs "
      + "(\(NumberFormat.twoDigitPercent(rate.share)) %)."
  }

  /// The outcome, how the pairs were made, and what to know and do.
  public static func sentences(_ qualification: Qualification) -> [String] {
    let arrangements = qualification.arrangements.map { entry in
      let stories =
        qualification.arrangements.count > 1 ? " of \(entry.stories.joined(separator: ", "))" : ""
      return "The pairs\(stories) were made \(entry.arrangement.description)."
    }
    return [sentence(qualification)] + arrangements + untried(qualification)
      + qualification.advice.map(\.description)
  }

  private static func untried(_ qualification: Qualification) -> [String] {
    if qualification.untried.isEmpty || qualification.hasNothingToQualify { return [] }
    return [
      "Not tried: \(qualification.untried.listed(atMost: 3)). No gate compares two sides there."
    ]
  }

  /// Returns what a reader of a scenario's verdicts must know about the machine, or about others that are alike, by
  /// their names; empty if it is as qualified. The comparison's pairs show how long more pairs would take. `store` is
  /// what a command needs to find the store in which the qualification is looked for: `" --store FILE"`, or empty for
  /// the usual one.
  public static func warnings(
    _ state: QualificationState, of scenario: String, on machines: [String] = [], path: String,
    in store: String, like analysis: ExperimentAnalysis
  ) -> [String] {
    let words = MachineWords(names: machines)
    let time =
      PairInterval(analysis).map {
        ", which takes about \(duration($0.round * Double(Qualification.usualPairs)))"
      } ?? ""
    switch state {
    case .valid: return []
    case .missing(nil):
      return [
        "\(words.opening) \(words.was) never qualified for '\(scenario)', as far as this store knows, so the "
          + "smallest change that \(words.it) can show is not known. Run\(words.place): rehearse qualify "
          + "\(path)\(store)\(time)."
      ]
    case .missing(let outdated?):
      return [
        "\(words.opening) \(words.was) qualified for '\(scenario)' in experiment \(outdated.experiment), but "
          + "\(outdated.differences.joined(separator: "; ")). Run again\(words.place): rehearse qualify "
          + "\(path)\(store)\(time)."
      ]
    case .unfit(let experiment, let advice):
      return [
        "\(words.opening) \(words.isOne ? "is" : "are") not qualified for '\(scenario)' (experiment "
          + "\(experiment)): verdicts may be false alarms."
      ] + advice.map { words.prefix + $0.description }
    case .drifted(let experiment, let cells):
      return cells.map { cell in
        "\(cell.now.name): \(words.subject) \(words.isOne ? "has" : "have") drifted, or a build is noisier in "
          + "itself: both sides are \(NumberFormat.twoDigitPercent(cell.now.robustDeviation)) % apart by chance, "
          + "and were \(NumberFormat.twoDigitPercent(cell.then.robustDeviation)) % when \(words.it) "
          + "\(words.was) qualified (experiment \(experiment))."
      }
    }
  }

  private static func duration(_ seconds: Double) -> String {
    seconds < 90
      ? "\(Int(max(1, seconds.rounded(.up)))) s" : "\(Int((seconds / 60).rounded(.up))) minutes"
  }
}

/// The words for this machine, or for others by their names.
private struct MachineWords {
  let names: [String]

  var isOne: Bool { names.count < 2 }
  var was: String { isOne ? "was" : "were" }
  var it: String { isOne ? "it" : "they" }
  /// In the middle of a sentence.
  var subject: String {
    let listed = names.map { "'\($0)'" }.joined(separator: ", ")
    return names.isEmpty ? "this machine" : "the machine\(isOne ? "" : "s") \(listed)"
  }
  /// At its beginning.
  var opening: String { subject.prefix(1).uppercased() + subject.dropFirst() }
  /// One of several that are alike can be qualified for all.
  var place: String { names.isEmpty ? "" : isOne ? " there" : " on one of them" }
  /// Before a sentence that names no machine.
  var prefix: String { names.isEmpty ? "" : names.joined(separator: ", ") + ": " }
}

extension QualificationAdvice {
  /// The state and what to do about it, in one or two sentences.
  public var description: String {
    switch self {
    case .falseAlarm(let name, let verdict):
      "\(name): a false alarm, called \(verdict.rawValue) though both sides are the same program. "
        + "Let nothing else run, and qualify again."
    case .tooManyFalseAlarms(let share, let allowed):
      "\(NumberFormat.twoDigitPercent(share)) % of reshuffles of these pairs raise a false alarm; the rule promises "
        + "\(NumberFormat.percent(allowed)) %. Use more pairs, or a quieter machine."
    case .dependent(let test): test.sentence
    case .open(let test): test.sentence
    case .unjudged(let name, let outcome):
      "\(name): no verdict, because \(outcome.reason ?? "there are no measurements")."
    case .failed(let count, let all):
      "\(count) of \(all.counted("run", "runs")) failed: a qualification needs them all."
    case .pairs(let count, let cells, let power):
      "\(count) pairs are needed to find the change that matters in "
        + "\(cells.counted("cell", "cells")) (\(NumberFormat.percent(power)) % power)."
    case .notWorthAGate(let name, let wanted, let pairs, let detectable):
      "\(name): not worth a gate here. \(pairs) pairs can't show \(NumberFormat.percent(wanted)) %"
        + (detectable.isFinite
          ? "; the smallest change that they show is \(NumberFormat.twoDigitPercent(detectable)) %."
          : ", nor any other change.")
    case .shortStory(let story):
      "\(story.story): a run takes \(NumberFormat.coarse.string(for: story.cpuTime / 1e6)) ms of CPU "
        + "time, only a few turns on a shared CPU. From "
        + "\(NumberFormat.coarse.string(for: ShortStory.enough / 1e6)) ms on it is measured better; "
        + "'repeat' makes it longer."
    case .memoryRepeats(let names):
      "Peak anonymous memory repeats to the page without address randomisation: \(Self.stories(names))."
    case .memoryVaries(let names):
      "Peak anonymous memory does not repeat, or can't be measured without address randomisation, so pairs "
        + "decide: \(Self.stories(names))."
    }
  }

  /// The stories, each with the service whose memory it is: `list, list (server)`.
  private static func stories(_ names: [CellName]) -> String {
    names.map { name in name.metric.service.map { "\(name.story) (\($0))" } ?? name.story }
      .joined(separator: ", ")
  }
}
