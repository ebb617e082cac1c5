import Analysis
import Metrics
import Recording
import TestSupport
import Testing

@testable import Reports

struct HeadlineTests {
  private func sentences(
    _ values: [(checked: Double, unchecked: Double)], times: Int = 1, failed: Bool = false,
    layouts: Int = 1, source: Experiment.Source = .replay
  ) -> [String] {
    let values = Array(repeating: values, count: times).flatMap(\.self)
    let runs = values.enumerated().flatMap { index, pair in
      let (round, layout) = (index + 1, index % layouts + 1)
      return [
        Replay.run("list", on: "checked", round: round, layout: layout, [.cpuTime: pair.checked]),
        failed
          ? Replay.run("list", on: "unchecked", round: round, layout: layout, failed: .crashed)
          : Replay.run(
            "list", on: "unchecked", round: round, layout: layout, [.cpuTime: pair.unchecked]),
      ]
    }
    let analysis = ExperimentAnalysis(
      Replay.experiment(rounds: values.count, layouts: layouts, source: source), runs: runs)
    return Headline.sentences(
      Comparison(analysis, baseline: "checked", candidate: "unchecked"), metrics: [.cpuTime])
  }

  @Test func `a change whose interval leaves out none is reported with it`() {
    #expect(
      sentences([(100, 90), (200, 180)], times: 3) == [
        "CPU time of 'unchecked' against 'checked', over all stories: -10 % (95 % interval "
          + "-10 % to -10 %)."
      ])
  }

  @Test func `what is more than double is told in times`() {
    #expect(
      sentences([(100, 1210), (200, 2420)], times: 3) == [
        "CPU time of 'unchecked' against 'checked', over all stories: 12.1 times as much (95 % "
          + "interval 12.1 to 12.1 times)."
      ])
  }

  @Test func `where the interval holds none no change is reported`() {
    // ln 1.1 and -ln 1.1: mean 0, standard error ln 1.1, t of one degree 12.706.
    #expect(
      sentences([(100, 110), (110, 100)]) == [
        "CPU time of 'unchecked' against 'checked', over all stories: no significant difference (95 % "
          + "interval -70.2 % to +235.7 %); fewer than 6 pairs can't show a difference."
      ])
  }

  @Test func `few pairs show none, and neither does what is too small`() {
    #expect(
      sentences([(100, 90), (200, 180)]) == [
        "CPU time of 'unchecked' against 'checked', over all stories: -10 % by itself (95 % "
          + "interval -10 % to -10 %); fewer than 6 pairs can't show a difference."
      ])
    #expect(
      sentences([(1000, 1004), (1000, 1003)], times: 6) == [
        "CPU time of 'unchecked' against 'checked', over all stories: +0.350 %, below the noise floor "
          + "(95 % interval +0.309 % to +0.391 %)."
      ])
  }

  @Test func `a change that holds over layouts names them`() {
    #expect(
      sentences([(100, 90), (200, 180)], times: 3, layouts: 2) == [
        "CPU time of 'unchecked' against 'checked', over all stories: -10 % (95 % interval "
          + "-10 % to -10 % over 2 layouts)."
      ])
  }

  @Test func `a change of the runs that the layouts do not bear out is reported as the layout's`() {
    // Layout 1: -20 %, layout 2: -1 %; the intervals by scipy.
    let rounds = Array(repeating: [(100.0, 80.0), (100.0, 99.0)], count: 5).flatMap(\.self)
    #expect(
      sentences(rounds, layouts: 2) == [
        "CPU time of 'unchecked' against 'checked', over all stories: no difference that holds over "
          + "layouts (95 % interval -77.0 % to +244.6 % over 2 layouts); the -11.0 % that the runs "
          + "show (-19.9 % to -1.2 %) may be the layout of the code."
      ])
  }

  @Test func `what can not be said is said to be so, but for imports`() {
    #expect(
      sentences([(1, 1), (1, 1)], failed: true) == [
        "CPU time of 'unchecked' against 'checked', over all stories: not available: a story "
          + "failed in every round."
      ])
    #expect(sentences([(1, 2), (1, 2)], source: .import) == [])
  }
}
