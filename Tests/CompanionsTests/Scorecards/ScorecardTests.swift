import Foundation
import Metrics
@testable import Scenarios
import Scorecards
import TestSupport
import Testing

struct ScorecardTests {
  private static func mistakes(in text: String) -> String {
    do throws(InvalidScenario) {
      _ = try ScorecardReader.parse(text, file: "f")
      return ""
    } catch {
      return error.description
    }
  }

  @Test func `a guideline has skills in groups, and every form of amount`() throws {
    let card = try ScorecardReader.parse(
      """
      scorecard: plan
      criteria:
        Cocoa: { group: Apple, hours: 40, times: always }
        Leaks: { group: Memory, hours: 16 to 32, times: 7 }
        Auto size: { group: Apple, hours: [24, 0, 40], times: [once, 5] }
        Rest: { weight: 12.5 }
      """, file: "f")
    #expect(card.name == "plan" && card.title == "plan" && card.alternatives.isEmpty)
    #expect(card.groups == ["Apple", "Memory", nil])
    #expect(card.skillNames == ["Cocoa", "Leaks", "Auto size"])
    #expect(card.skills.map(\.hours.value) == [40, 24, 32])
    #expect(card.skills.map(\.uses.value) == [5, 4, 2])
    #expect(card.skills[2].hours.range == 24...40 && card.skills[2].uses.range == 1...3)
    #expect(card.criteria.map(\.weight.amount.value) == [200, 96, 64, 12.5])
    let known = try card.known(to: ["Cocoa", "Rest"])
    #expect(known.criteria.map(\.weight.amount.value) == [0, 96, 64, 12.5])
  }

  @Test func `the scorecard in the documentation has no mistake`() throws {
    let page = Repository.path("Docs/how-to/scorecard.md")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let start = try #require(text.range(of: "```yaml\n")).upperBound
    let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
    let card = try ScorecardReader.parse(String(text[start..<end]), file: "scorecard.md")
    #expect(card.criteria.map(\.weight.amount.value) == [3, 1.5, 3])
  }

  @Test func `alternatives have measurements, scores, or both`() throws {
    let card = try ScorecardReader.parse(
      """
      scorecard: choice
      title: Which one?
      alternatives:
        a: { experiment: latest }
        b: { measurements: runs.csv, build: checked }
      criteria:
        CPU: { weight: 1, metric: cpu-time, stories: [list, lend] }
        Price: { weight: 0 to 2, scores: { b: [10, 14], a: 9 }, better: lower, unit: € }
      """, file: "f")
    #expect(card.title == "Which one?")
    #expect(
      card.alternatives.map(\.source) == [
        .experiment("latest", build: "a"), .file("runs.csv", build: "checked"),
      ])
    #expect(card.criteria[0].values == .metric(.cpuTime, stories: ["list", "lend"]))
    #expect(
      card.criteria[1].values
        == .judged(
          [try Amount(9), try Amount(answers: [10, 14])], unit: "€", lowerIsBetter: true))
    #expect(card.criteria[1].place.line == 8)
    let judged = try ScorecardReader.parse(
      """
      scorecard: judged
      alternatives: { a: {}, b: }
      criteria: { x: { weight: 1, better: higher, scores: { a: 1, b: 2 } } }
      """, file: "f")
    #expect(judged.alternatives.map(\.source) == [nil, nil])
  }

  @Test(arguments: [
    ("", "f:1:1: the scorecard is empty."),
    ("scorecard: s", "f:1:1: the scorecard has no 'criteria'; allowed: at least one criterion."),
    (
      "scorecard: s\ncriteria: {}", "f:2:11: there are no criteria; allowed: one or more."
    ),
    (
      "scorecard: s\ncriteria: { a: { weight: 0 }, b: { hours: 0, times: once } }",
      "f:2:11: all weights are 0; allowed: one above 0."
    ),
    (
      """
      scorecard: s
      criterias: {}
      criteria:
        a: { weight: 1, hours: 3 }
        b: { group: x }
        c: { hours: 2 }
        d: { weight: -1 }
        e: { weight: 5 to 3 }
        f: { weight: 1e3 }
        g: { weight: [] }
        h: { weight: [1, many] }
        i: { hours: 1, times: allways }
        j: { hours: 1, times: 0 }
        k: { weight: 1 to 2 to 3 }
        l: { weight: 9999999999999 }
      """,
      """
      f:2:1: unknown key 'criterias' in the scorecard; allowed: scorecard, title, alternatives, \
      criteria. Did you mean 'criteria'?
      f:4:6: 'a' has 'weight' and 'hours'; allowed: 'weight', or both 'hours' and 'times'.
      f:5:6: 'b' has none of 'weight', 'hours', 'times'; allowed: 'weight', or both 'hours' and \
      'times'.
      f:6:6: 'c' has 'hours'; allowed: 'weight', or both 'hours' and 'times'.
      f:7:16: 'weight' is '-1'; allowed: a number such as 24, a range such as 16 to 32, or a list of \
      people's answers.
      f:8:16: 'weight': the range from 5.0 to 3.0 ends below its beginning.
      f:9:16: 'weight' is '1e3'; allowed: a number such as 24, a range such as 16 to 32, or a list of \
      people's answers.
      f:10:16: 'weight': there are no answers.
      f:11:20: an answer is 'many'; allowed: a number of base 10, 0 or more.
      f:12:25: 'times' is 'allways'; allowed: once, twice, a few, several, always, or a number of times \
      from 1. Did you mean 'always'?
      f:13:25: 'times' is '0'; allowed: once, twice, a few, several, always, or a number of times from 1.
      f:14:16: 'weight' is '1 to 2 to 3'; allowed: a number such as 24, a range such as 16 to 32, or a \
      list of people's answers.
      f:15:16: 'weight': 9999999999999.0 is not an amount; allowed: 0 to 1000000000000.0.
      """
    ),
    (
      """
      scorecard: s
      criteria:
        a: { weight: 1, metric: cpu-time, unit: s }
      """,
      """
      f:3:19: 'metric' in a scorecard without 'alternatives'.
      f:3:37: 'unit' in a scorecard without 'alternatives'.
      """
    ),
    (
      """
      scorecard: s
      alternatives: { one: {} }
      criteria: { a: { weight: 1, better: lower, scores: { one: 1 } } }
      """,
      "f:2:15: there is one alternative; allowed: two or more, or no 'alternatives'."
    ),
    (
      """
      scorecard: s
      alternatives:
        a: { experiment: x, measurements: y }
        b: { build: x }
      criteria:
        k: { weight: 1 }
      """,
      """
      f:3:37: 'measurements' beside an 'experiment'; allowed: one of them, with all measurements.
      f:4:15: 'build' without measurements; allowed: 'experiment' or 'measurements' beside it.
      f:6:6: 'k' has none of 'metric', 'scores'; allowed: either 'metric' or 'scores'.
      """
    ),
  ])
  func `every mistake is reported with its place and what is allowed`(
    _ text: String, _ mistakes: String
  ) {
    #expect(Self.mistakes(in: text) == mistakes)
  }

  @Test(arguments: [
    (
      "metric: cpu-tim",
      "there is no metric 'cpu-tim'; allowed: \(Metric.all.map(\.id).joined(separator: ", ")). "
        + "Did you mean 'cpu-time'?"
    ),
    (
      "metric: throughput", "'throughput' is better if it is higher; allowed: wall-time."
    ),
    (
      "metric: other-cpu", "'other-cpu' is neither better nor worse: it describes the machine."
    ),
    ("metric: cpu-time, unit: s", "'unit' beside a metric, which has its own."),
    ("metric: cpu-time, stories: []", "there are no stories; allowed: one or more."),
    ("metric: cpu-time, stories: [x, x]", "a story is listed twice."),
    (
      "metric: cpu-time",
      "a metric, but no measurements of 'b'; allowed: 'experiment' or 'measurements' in each "
        + "alternative."
    ),
    (
      "better: lower, scores: { a: 1 }",
      "'scores' has no 'b'; allowed: a score for each alternative."
    ),
    (
      "better: lower, scores: { a: 1, b: 0 }",
      "'b' is '0'; allowed: scores from 0.000000000001 up, which are compared as ratios."
    ),
    (
      "better: lower, scores: { a: 1, b: 2, c: 3 }",
      "unknown key 'c' in 'scores'; allowed: a, b."
    ),
    ("scores: { a: 1, b: 2 }", "'x' has no 'better'; allowed: lower or higher."),
    ("better: fewer, scores: { a: 1, b: 2 }", "'better' is 'fewer'; allowed: lower, higher."),
    (
      "better: lower, scores: { a: 1, b: 2 }, stories: [y]",
      "'stories' without a metric; allowed: 'metric' beside it."
    ),
    (
      "metric: cpu-time, scores: { a: 1, b: 2 }",
      "'x' has 'metric' and 'scores'; allowed: either 'metric' or 'scores'."
    ),
  ])
  func `mistakes in what a criterion compares are reported`(_ criterion: String, _ mistake: String)
  {
    let text = """
      scorecard: s
      alternatives: { a: { experiment: e }, b: {} }
      criteria: { x: { weight: 1, \(criterion) } }
      """
    let lines = Self.mistakes(in: text).split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
    }
    #expect(lines.contains(mistake), "\(lines)")
  }
}
