import Analysis
import Foundation
import Metrics
import Recording
import Statistics
import Tables

extension Headline {
  /// The result of a search for a commit: the answer first, then what to do. `store` is what a command needs to find
  /// the search's store: `" --store FILE"`, or empty for the usual one.
  public static func sentences(_ result: BisectionResult, in store: String) -> [String] {
    guard let finding = result.finding, let story = result.story else {
      return result.isInterrupted ? [] : [notShown(result)]
    }
    let subject = "\(result.metric.titleInSentence) of '\(story)'"
    switch finding.kind {
    case .one(let place):
      return [
        "\(name(result.commits[place])) changed \(subject)"
          + (finding.effects.first.map { " by \(size($0))" } ?? "")
          + ". Probability \(percent(finding.probability))."
      ] + directionNote(finding, result) + layoutNote(finding, result)
        + misfitNote(result, in: store)
    case .two(let first, let second):
      let parts = [first, second].map { place in
        let effect = finding.effects.first { $0.commit == place }
        return name(result.commits[place]) + (effect.map { " by \(size($0))" } ?? "")
      }
      return [
        "Two commits changed \(subject): \(parts[0]), and \(parts[1]). Probability of each at least "
          + "\(percent(finding.probability))."
      ] + layoutNote(finding, result) + misfitNote(result, in: store)
    case .crept:
      return [
        "The change of \(subject) crept in: many of the \(result.commits.count) commits made a little of it "
          + "(probability \(percent(finding.probability))), so no culprit is named. 'rehearse compare' of "
          + "commits closer together shows where most of it is."
      ]
    case .vanished:
      return [
        "The change of \(subject) that showed at first between both ends no longer shows, so no culprit is "
          + "named. 'rehearse qualify' tells what chance does on this machine."
      ]
    case .range(let places): return [range(places, finding, subject, result)]
    }
  }

  /// A probability in percent: 99.95 % and more is never rounded to 100 %.
  static func percent(_ probability: Double) -> String {
    if probability >= 0.9995 { return "> 99.9 %" }
    if probability < 0.0005 { return "< 0.1 %" }
    return NumberFormat.decimals(1).string(for: probability * 100) + " %"
  }

  private static func name(_ commit: Commit) -> String {
    let date = commit.authoredAt.formatted(.iso8601.year().month().day())
    return "\(commit.short) '\(commit.subject)' (\(commit.author), \(date))"
  }

  private static func size(_ effect: BisectionFinding.Effect) -> String {
    // To first order the error of a ratio is that of its logarithm.
    let format = NumberFormat.uncertainty(100 * effect.deviation).withPlus
    func change(_ logarithm: Double) -> String { format.string(for: 100 * (exp(logarithm) - 1)) }
    return
      "\(change(effect.mean)) % (95 % interval \(change(effect.lower)) to \(change(effect.upper)) %)"
  }

  private static func directionNote(
    _ finding: BisectionFinding, _ result: BisectionResult
  ) -> [String] {
    // With more commits than the one named, the newer end may well take more.
    guard let effect = finding.effects.first, result.misfit == nil else { return [] }
    if result.metric.polarity == .lowerIsBetter, effect.mean < 0 {
      return ["It is an improvement: the newer end takes less."]
    }
    return []
  }

  /// The named changes that may come from the place of the code, because that was not checked.
  private static func layoutNote(
    _ finding: BisectionFinding, _ result: BisectionResult
  ) -> [String] {
    let unchecked = finding.effects.filter {
      if case .notChecked? = result.layoutCheck(of: $0) { true } else { false }
    }
    guard let first = unchecked.first else { return [] }
    let subject =
      result.culprits.count == 1
      ? "It"
      : unchecked.count == result.culprits.count
        ? "Both" : "That by \(result.commits[first.commit].short)"
    return ["\(subject) may be where the linker put the code, which was not checked."]
  }

  /// The measurements that the answer can't explain, and where to search next.
  private static func misfitNote(_ result: BisectionResult, in store: String) -> [String] {
    guard let (visit, expected) = result.misfit, let ratio = visit.ratio,
      let latest = result.culprits.last, let bad = result.commits.last
    else { return [] }
    let next =
      latest == bad ? "" : " Look after what is named: \(search(latest, bad, result))\(store)."
    return [
      "That is not all: \(result.commits[visit.place].short) is measured at \(ratio.change(ratio.point)) %, "
        + "but what is named accounts for \(ratio.change(expected)) %. More commits changed it, or other "
        + "ones.\(next)"
    ]
  }

  /// The command that searches between two other commits.
  private static func search(_ good: Commit, _ bad: Commit, _ result: BisectionResult) -> String {
    var words = ["rehearse", "bisect", good.short, bad.short]
    if let call = result.analysis.experiment.invocation {
      // As it was typed.
      let name = call.scenario.split(separator: "/").last
      words.append(call.arguments.first { $0.split(separator: "/").last == name } ?? call.scenario)
    }
    return ShellWords.line(words)
  }

  private static func notShown(_ result: BisectionResult) -> String {
    let ends = "\(result.good.short) and \(result.commits[result.commits.count - 1].short)"
    let ratios = result.ends.compactMap(\.ratio)
    // Of a story without one, nothing is known.
    let isBounded = ratios.count == result.ends.count
    let widest = ratios.map { max(abs($0.lower - 1), abs($0.upper - 1)) }.max()
    let bound = (isBounded ? widest : nil).map {
      " If there is one, it is smaller than about \(NumberFormat.coarsePercent($0)) %."
    }
    if result.isOutOfTime {
      return
        "The time was up before a change of \(result.metric.titleInSentence) was shown between \(ends)."
        + (bound ?? "") + " Allow more (--max-time)."
    }
    return
      "No change of \(result.metric.titleInSentence) is shown between \(ends), so there is nothing to search "
      + "for." + (bound ?? "")
      + " Name ends that are further apart, another story (--story) or another metric (--metric)."
  }

  private static func range(
    _ places: [Int], _ finding: BisectionFinding, _ subject: String, _ result: BisectionResult
  ) -> String {
    // The likeliest first, each with its probability.
    let likely = places.sorted { (finding.culprits[$0], $1) > (finding.culprits[$1], $0) }
    let names = likely.map { "\(result.commits[$0].short) (\(percent(finding.culprits[$0])))" }
    let skipped = result.visited.filter { $0.failure != nil && places.contains($0.place) }
    let reason =
      result.isOutOfTime
      ? "The time was up; more time tells them apart (--max-time)."
      : skipped.isEmpty
        ? "More pairs would hardly tell them apart: builds differ from each other anyway, as by where the "
          + "linker puts code, or noise is large compared with the change."
        : "\(skipped.count == 1 ? "One of them" : "\(skipped.count) of them") can't be measured."
    let isOfTwo = finding.models.two > 0.5
    return
      "\(isOfTwo ? "Two" : "One") of these commits changed \(subject); which \(isOfTwo ? "ones" : "one") can't be "
      + "told: \(names.listed(atMost: 8)), together "
      + "\(percent(finding.probability)).\(otherwise(finding.models)) \(reason)"
  }

  /// That the change may also have crept in, if that is likely.
  static func otherwise(_ models: BisectionFinding.Models) -> String {
    models.crept < 0.05
      ? "" : " Or it crept in: many commits made a little of it (\(percent(models.crept)))."
  }
}
