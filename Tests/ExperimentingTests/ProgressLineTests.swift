import Experimenting
import Recording
import Running
import TestSupport
import Testing

@Suite struct ProgressLineTests {
  private let start = ContinuousClock.now

  private func line(
    _ events: [(SessionEvent, second: Double)], at second: Double
  ) -> (text: String?, share: Double?) {
    var line = ProgressLine()
    for (event, second) in events { line.take(event, at: start + .seconds(second)) }
    return (line.text(at: start + .seconds(second)), line.share)
  }

  @Test(arguments: [
    ("[120/340] Compiling Foo Foo.swift", "Building main: 120 of 340, 1 min 10 s", 120.0 / 340),
    ("[ 35%] Building C object x.o", "Building main: 35 %, 1 min 10 s", 0.35),
    ("Fetching dependencies", "Building main: Fetching dependencies, 1 min 10 s", nil),
    ("[400/340] more than all", "Building main: [400/340] more than all, 1 min 10 s", nil),
    ("[999999999999/1] great", "Building main: [999999999999/1] great, 1 min 10 s", nil),
  ])
  func `the progress of a build shows its step, if its log has one, and its time`(
    _ log: String, _ text: String, _ share: Double?
  ) {
    let line = line(
      [(.building("main", line: "begin"), 0), (.building("main", line: log), 69)], at: 70)
    #expect(line.text == text && line.share == share)
  }

  @Test func `the progress line gives each build its own time`() {
    let line = line(
      [(.building("main", line: "a"), 0), (.building("now", line: "b"), 60)], at: 65)
    #expect(line.text == "Building now: b, 5 s")
  }

  @Test func `the progress of runs shows what is done, what is left and what failed`() {
    let run = Replay.run("list", on: "a", failed: .crashed)
    let line = line([(.run(run, done: 12, of: 80, since: start), 10)], at: 12)
    #expect(line.text == "12 of 80 runs, 1 min 8 s left  list on a  FAILED")
    #expect(line.share == 0.15)
  }

  @Test
  func `the progress of pairs shows the next interim analysis, the latest end and the open cells`()
  {
    let pair = Pair(baseline: Replay.run("list", on: "a"), candidate: Replay.run("list", on: "b"))
    let progress = PairProgress(made: 30, next: 10, most: 200)
    let event = SessionEvent.pair(pair, progress, since: start)
    #expect(
      line([(event, 59)], at: 60).text
        == "30 of 40 pairs, 20 s left (at most 6 min 40 s left)  list")
    let interim = SessionEvent.interim(.init(pairs: 10, open: []))
    #expect(
      line([(interim, 1), (event, 59)], at: 60).text
        == "30 of 40 pairs, 20 s left (at most 6 min 40 s left), 0 cells open  list")
    let fixed = SessionEvent.pair(pair, PairProgress(made: 30, next: 10, most: 10), since: start)
    #expect(line([(fixed, 59)], at: 60).text == "30 of 40 pairs, 20 s left  list")
    #expect(line([(fixed, 59)], at: 60).share == 0.75)
    let unplanned = SessionEvent.pair(
      pair, PairProgress(made: 30, next: 10, most: nil), since: start)
    #expect(line([(unplanned, 59)], at: 60).text == "30 of 40 pairs, 20 s left  list")
  }

  @Test func `an idle session has no progress line, and a note does not change it`() {
    #expect(line([], at: 1).text == nil)
    let building = SessionEvent.building("main", line: "x")
    #expect(line([(building, 0), (.idle, 1)], at: 2).text == nil)
    #expect(line([(building, 0), (.note("a"), 1)], at: 2).text == "Building main: x, 2 s")
  }
}
