import DriverProtocol
import Foundation
import Metrics
import Recording
import Scenarios
import SeededRandom

/// The order of an experiment's runs.
///
/// Every round replays every story; within it a story's runs on all builds are neighbours. So the
/// machine's drift affects all builds alike, and runs of the same story and round are a pair.
/// Stories within a round and builds within a story are in random order, made from a seed.
///
/// Rounds cycle through the layouts of the builds' code. A round has one layout, so its pairs do
/// too, and the machine's drift affects all layouts alike.
///
/// Rounds that count instructions or allocations come last, on the first layout: the machine does
/// not disturb them, and layout does not change them.
public struct RunPlan: Sendable, Equatable {
  /// The runs, in order.
  public let runs: [PlannedRun]

  private init(runs: [PlannedRun]) { self.runs = runs }

  /// This plan followed by another, whose runs continue the order.
  public func followed(by other: RunPlan) -> RunPlan {
    let last = runs.last?.position ?? 0
    return RunPlan(runs: runs + other.runs.enumerated().map { $1.made(at: last + $0 + 1) })
  }

  /// Only the runs of these rounds, at their positions in the order, without those that count.
  public func rounds(_ rounds: ClosedRange<Int>) -> RunPlan {
    RunPlan(runs: runs.filter { !$0.kind.isCount && rounds.contains($0.round) })
  }

  /// One machine's share of the plan: its rounds, and the other kinds of runs for its stories, which need no other
  /// rounds. Positions in the order stay the same. `rounds` and `stories` are those of the whole plan, stories in the
  /// scenario's order.
  public func share(_ share: PlanShare, ofRounds rounds: Int, stories: [String]) -> RunPlan {
    let (own, named) = (share.rounds(of: rounds), Set(share.stories(of: stories)))
    return RunPlan(
      runs: runs.filter { $0.kind == .solo ? own.contains($0.round) : named.contains($0.story) })
  }

  /// Only the runs that count instructions or allocations, at their positions in the order.
  public var counting: RunPlan { RunPlan(runs: runs.filter(\.kind.isCount)) }

  /// The runs in order, grouped by story and round: pairs, or more than two.
  public var groups: [ArraySlice<PlannedRun>] {
    var groups: [ArraySlice<PlannedRun>] = []
    for (index, run) in runs.enumerated() {
      if let last = groups.last?.first, last.kind == run.kind, last.story == run.story,
        last.round == run.round
      {
        groups[groups.count - 1] = runs[groups[groups.count - 1].startIndex...index]
      } else {
        groups.append(runs[index...index])
      }
    }
    return groups
  }

  /// The plan for these stories and builds, each build with so many layouts, 1 or more. `countedRounds` and
  /// `allocationRounds` are additional rounds that count instructions or allocations; `position` is the last one
  /// given to a run of the experiment, 0 at first.
  public init(
    kind: RunKind = .solo, stories: [String], builds: [String], rounds: Int, layouts: Int = 1,
    countedRounds: Int = 0, allocationRounds: Int = 0, after position: Int = 0, seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var runs: [PlannedRun] = []
    for round in 1...max(1, rounds) {
      for story in stories.shuffled(using: &random) {
        for build in builds.shuffled(using: &random) {
          runs.append(
            PlannedRun(
              kind: kind, story: story, build: build, round: round,
              layout: (round - 1) % max(1, layouts) + 1,
              position: position + runs.count + 1))
        }
      }
    }
    for (kind, rounds) in [(RunKind.counted, countedRounds), (.allocations, allocationRounds)] {
      for round in 0..<max(0, rounds) {
        for story in stories {
          for build in builds {
            runs.append(
              PlannedRun(
                kind: kind, story: story, build: build, round: round + 1, layout: 1,
                position: position + runs.count + 1))
          }
        }
      }
    }
    self.runs = runs
  }

  /// The runs that replay cyclic stories again and again: for each story one run per build, or one per round.
  /// - Returns: nil if no story is a cycle.
  public static func cycles(
    of scenario: Scenario, stories: [String], builds: [String], rounds: Int = 1,
    after position: Int = 0, seed: UInt64
  ) -> RunPlan? {
    let cycles = stories.filter { scenario.story(named: $0)?.cycles != nil }
    if cycles.isEmpty { return nil }
    return RunPlan(
      kind: .cycles, stories: cycles, builds: builds, rounds: rounds, after: position, seed: seed)
  }
}

extension Run {
  /// Creates the record of a run that begins now, as planned.
  init(_ planned: PlannedRun) {
    self.init(
      kind: planned.kind, build: planned.build, story: planned.story, round: planned.round,
      layout: planned.layout, position: planned.position, pid: nil, startedAt: Date(),
      ending: .passed, steps: [], timeline: .empty, measurements: [:])
  }

  /// Makes a completed run's measurements from its records, which then lose what only these need; a failed run has
  /// none. `machineMemory` is all memory of the machine, bytes, `leftBehind` how many processes outlived the driver
  /// that started them, `services` what was observed of the services in addition to their steps, and `whole` what all
  /// processes used from start to end.
  mutating func takeMeasurements(
    machineMemory: Int64, leftBehind: Int, services: [String: ServiceWatch], whole: WholeUse
  ) {
    let ownSteps = steps.filter { $0.story == story }
    for index in steps.indices { steps[index].exactLatencies = [] }
    peaksAreOfSteps = ownSteps.allSatisfy { step in
      step.peakIsOfStep && step.services.values.allSatisfy(\.peakIsOfStep)
    }
    guard passed else { return }
    let earlier = steps.filter { $0.story != story }.map(\.inside.cpu).reduce(.zero, +)
    let made = RunMeasurements(
      kind: kind, steps: ownSteps, timeline: timeline, machineMemory: machineMemory,
      leftBehind: leftBehind,
      whole: whole, earlierSteps: earlier)
    peakIsBatched = made.anonymousPeak?.isBatched ?? false
    let batched = made.batchedServices
    circumstances.batchedServices = batched.isEmpty ? nil : batched
    measurements = made.values.merging(made.values(ofServices: services)) { own, _ in own }
    // Each time that a thread is held, it switches; and what sleeps goes on sleeping.
    if isInTurns { measurements = measurements.filter { !$0.key.isChangedByTurns } }
  }
}
