import Analysis
import Foundation
import Recording
import SeededRandom
import Simulation

/// What a control does to false alarms and to what is found: whole runs of recorded pairs of a program with
/// itself, each with the first pairs of another block of one story as its control.
///
/// Drift is put on the candidate's CPU time in every story and on the copy's in the control alike, as on a
/// machine on which two copies of one program differ.
struct ControlRuns {
  static let runs = 200

  let measurements: Measurements
  let campaign: String

  /// What so many whole runs came to.
  struct Result {
    var runs = 0
    /// Runs whose control moved.
    var moved = 0
    /// Runs that end with a regression of a story that has none: without a control, and with it.
    var alarmsWithout = 0
    var alarmsWith = 0
    /// Runs in which the story with an effect is called regressed: likewise.
    var foundWithout = 0
    var foundWith = 0

    func share(_ count: Int) -> String { percent((count, runs)) }
    func cell(_ count: Int) -> String { figure((count, runs)) }
  }

  /// The story that Rehearse would choose: the cheapest with CPU time enough for a duet, or the one with most.
  var story: String {
    let times = measurements.stories(campaign).map { story in
      (story, measurements.blocks(campaign, story).joined().map { $0.baseline(.cpu) * 1e3 }.mean)
    }
    let enough = times.filter { $0.1 >= ShortStory.enough }
    return (enough.min { $0.1 < $1.1 } ?? times.max { $0.1 < $1.1 })?.0 ?? ""
  }

  /// The CPU time of the control's pairs as a share of that of so many pairs of each story.
  func cost(pairs: Int) -> Double {
    func time(_ story: String) -> Double {
      measurements.blocks(campaign, story).joined()
        .map { $0.baseline(.cpu) + $0.candidate(.cpu) }.mean
    }
    let all = measurements.stories(campaign).map(time).reduce(0, +)
    return Double(Decision.Control.pairs) * time(story) / (Double(pairs) * all)
  }

  /// How many of all windows of ten pairs of a story move as a control, at a level; nil for every story.
  func moved(_ story: String? = nil, drift: Double = 0, level: Double) throws -> (
    alarms: Int, of: Int
  ) {
    var (moved, all) = (0, 0)
    for name in story.map({ [$0] }) ?? measurements.stories(campaign) {
      for window in measurements.windows(campaign, name, count: Decision.Control.pairs, step: 10) {
        var run = MeasuredRun(stories: [(name, Array(window.prefix(2)))])
        run.control = MeasuredControl(
          story: name, pairs: window.map { $0.scaled(.cpu, by: 1 + drift) }, level: level)
        let judgement = try run.judgement(rule: .standard) { _ in 2 }
        if judgement.control?.hasMoved == true { moved += 1 }
        all += 1
      }
    }
    return (moved, all)
  }

  /// Whole adaptive runs, with the drift put on the candidate and on the copy, and the effect on one story of
  /// the candidate, a story after the other.
  func result(_ count: Int = runs, drift: Double, effect: Double, seed: UInt64) throws -> Result {
    var random = SplitMix64(seed: seed)
    let stories = measurements.stories(campaign)
    let own = story
    var result = Result()
    for index in 0..<count {
      let changed = effect == 0 ? nil : stories[index % stories.count]
      var run = MeasuredRun(
        stories: stories.map { story in
          let blocks = measurements.blocks(campaign, story)
          let factor = (1 + drift) * (story == changed ? 1 + effect : 1)
          return (
            story, (random.pick(blocks) + random.pick(blocks)).map { $0.scaled(.cpu, by: factor) }
          )
        })
      let block = random.pick(measurements.blocks(campaign, own))
      let (without, made) = try run.adaptive()
      run.control = MeasuredControl(
        story: own,
        pairs: block.prefix(Decision.Control.pairs).map { $0.scaled(.cpu, by: 1 + drift) })
      let with = try run.judgement(rule: .adaptive) { made[$0] ?? 0 }
      func count(_ judgement: Judgement, _ matches: (String) -> Bool) -> Int {
        let regressed = judgement.gated.filter { $0.outcome.verdict == .regressed }
        return regressed.contains { matches($0.name.story) } ? 1 : 0
      }
      result.runs += 1
      result.moved += with.control?.hasMoved == true ? 1 : 0
      result.alarmsWithout += count(without) { $0 != changed }
      result.alarmsWith += count(with) { $0 != changed }
      result.foundWithout += count(without) { $0 == changed }
      result.foundWith += count(with) { $0 == changed }
    }
    return result
  }

  /// How many controls of so many pairs move whose noise is made up.
  static func moved(_ noise: SimulatedNoise, level: Double, seed: UInt64) throws -> (
    alarms: Int, of: Int
  ) {
    var random = SplitMix64(seed: seed)
    let count = 2_000
    var moved = 0
    for _ in 0..<count {
      let pairs = noise.differences(Decision.Control.pairs, &random).map {
        MeasuredPair(measurements: [1e5, 1e5 * exp($0), 1e5, 1e5, 1e5, 1e5])
      }
      var run = MeasuredRun(stories: [("s", Array(pairs.prefix(2)))])
      run.control = MeasuredControl(story: "s", pairs: pairs, level: level)
      if try run.judgement(rule: .standard, first: { _ in 2 }).control?.hasMoved == true {
        moved += 1
      }
    }
    return (moved, count)
  }

  /// What it should reach.
  func aims() throws -> [Aim] {
    let level = Decision.Control(isCopy: true).level
    let (same, apart) = (try moved(level: level), try moved(drift: 0.02, level: level))
    let changed = try result(drift: 0, effect: 0.02, seed: 8)
    let bent = try result(drift: 0.02, effect: 0, seed: 8)
    let lost = changed.foundWithout - changed.foundWith
    return [
      Aim(
        text: "control: at most 1 % of \(same.of) checks are spoilt where nothing differs",
        found: percent(same), isReached: Double(same.alarms) <= 0.01 * Double(same.of)),
      Aim(
        text: "control: copies that differ by 2 % are caught in 80 %, in any story",
        found: percent(apart), isReached: Double(apart.alarms) >= 0.8 * Double(apart.of)),
      Aim(
        text: "control: it takes nine in ten of the false alarms of such a machine",
        found: "\(bent.share(bent.alarmsWithout)) without, \(bent.share(bent.alarmsWith)) with",
        isReached: bent.alarmsWith * 10 <= bent.alarmsWithout),
      Aim(
        text: "control: at most 1 % of what is found of +2 % is lost by it",
        found: percent((lost, changed.runs)), isReached: lost * 100 <= changed.runs),
    ]
  }

  /// Prints all of it.
  func print() throws {
    let story = story
    Swift.print(
      "\na control in each check: \(Decision.Control.pairs) pairs of '\(story)' beside its copy")
    Swift.print(
      row([
        "moves by chance (pairs of a program with itself)", "p 5 %", "p 2 %", "p 1 %", "p 0.5 %",
      ]))
    let levels = [0.05, 0.02, 0.01, 0.005]
    let drifts = [("nothing differs", 0), ("differ by 1 %", 0.01), ("differ by 2 %", 0.02)]
    for (name, drift) in drifts {
      Swift.print(
        row(
          ["\(name), every story"]
            + (try levels.map { percent(try moved(drift: drift, level: $0)) })))
      Swift.print(
        row(
          ["\(name), '\(story)'"]
            + (try levels.map { percent(try moved(story, drift: drift, level: $0)) })))
    }
    for (index, kind) in SimulatedRuns.kept.enumerated() {
      Swift.print(
        row(
          ["made up: \(kind.name)"]
            + (try levels.map {
              percent(try Self.moved(kind.noise, level: $0, seed: UInt64(300 + index)))
            })))
    }
    let level = Decision.Control(isCopy: true).level
    for (name, drift) in drifts {
      let found = try result(drift: drift, effect: 0, seed: 8)
      PublishedTable.control.row(
        name, figure(try moved(drift: drift, level: level)),
        figure(try moved(story, drift: drift, level: level)), found.cell(found.alarmsWithout),
        found.cell(found.alarmsWith))
    }
    Swift.print(row(["whole adaptive runs", "control", "false", "false", "found", "found"]))
    Swift.print(row(["", "moved", "without", "with", "without", "with"]))
    for (name, drift) in [
      ("one story takes 2 % more", 0), ("differ by 2 %, one story takes 2 % more", 0.02),
    ] {
      let found = try result(drift: drift, effect: 0.02, seed: 8)
      Swift.print(
        row([
          name, found.share(found.moved), found.share(found.alarmsWithout),
          found.share(found.alarmsWith), found.share(found.foundWithout),
          found.share(found.foundWith),
        ]))
    }
    Swift.print(
      "CPU time of the control beside \(Decision.Control.pairs) pairs of each story: \(percent(cost(pairs: Decision.Control.pairs)))"
    )
  }
}
