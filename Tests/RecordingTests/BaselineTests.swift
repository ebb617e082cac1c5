import DriverProtocol
import Foundation
import Metrics
import Recording
import TestSupport
import Testing

struct BaselineTests {
  private func experiment(source: Experiment.Source = .replay) -> Experiment {
    var experiment = Replay.experiment(builds: Replay.builds("a", "b"), source: source)
    experiment.environment = Replay.machine
    experiment.completedAt = experiment.startedAt
    return experiment
  }

  private func run(_ build: String, _ kind: RunKind, _ value: Double) -> Run {
    Replay.run(
      "list", on: build, kind: kind, [.peakMemory: value], steps: [Replay.step(of: "list")])
  }

  private func objection(_ experiment: Experiment, _ runs: [Run]) -> String? {
    do throws(RecordingError) {
      _ = try Baseline(
        of: experiment, runs: runs, build: experiment.builds[0], scenario: "s", fixture: [:])
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `a baseline keeps the runs of one build by kind, without duets`() throws {
    let runs = [
      run("a", .duet, 1), run("a", .solo, 2), run("b", .solo, 3), run("a", .fixedAddresses, 4),
      run("a", .solo, 5),
    ]
    var experiment = experiment()
    experiment.startedAt = Date(timeIntervalSince1970: 12.75)
    let baseline = try Baseline(
      of: experiment, runs: runs, build: experiment.builds[0], scenario: "s",
      fixture: ["x": .integer(1)])
    #expect(baseline.stories.map(\.name) == ["list"])
    #expect(baseline.stories[0].steps == ["list"])
    #expect(
      baseline.stories[0].measurements == [
        .solo: [.peakMemory: [2, 5]], .fixedAddresses: [.peakMemory: [4]],
      ])
    #expect(baseline.measuredAt == Date(timeIntervalSince1970: 12))
    #expect(baseline.build.name == "a" && baseline.fixture == ["x": .integer(1)])
    #expect(baseline.has(.peakMemory, of: .fixedAddresses))
    #expect(!baseline.has(.peakMemory, of: .counted))
  }

  @Test func `an experiment that can not serve as a baseline is refused with the reason`() {
    let runs = [run("a", .solo, 1)]
    #expect(objection(experiment(), runs) == nil)
    #expect(
      objection(experiment(source: .import), runs)
        == "it was not made by replaying stories here")
    var stopped = experiment()
    stopped.completedAt = nil
    #expect(objection(stopped, runs) == "it was interrupted")
    let crashed = Replay.run("list", on: "a", failed: .crashed)
    #expect(
      objection(experiment(), runs + [crashed]) == "1 of 2 runs of list failed on 'a'")
    #expect(
      objection(experiment(), [run("a", .duet, 1), run("b", .solo, 1)])
        == "list ran in pairs only, and what one side of a pair costs depends on the other")
  }
}
