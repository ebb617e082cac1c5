import Foundation
import Recording
import Testing

struct ArrangementTests {
  @Test(arguments: [
    (
      Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 500_000)),
      #"{"cpu":1,"kind":"duet","slice":500000,"tick":500000}"#
    ),
    (
      .duet(.init(cpu: 3, slice: nil, tick: 500_000)), #"{"cpu":3,"kind":"duet","tick":500000}"#
    ),
    (
      .duet(.init(cpu: 0, slice: 500_000, tick: 500_000, pairs: 2)),
      #"{"cpu":0,"kind":"duet","pairs":2,"slice":500000,"tick":500000}"#
    ),
    (.load(cpu: 1, crowding: nil), #"{"cpu":1,"kind":"load"}"#),
    (
      .load(cpu: 1, crowding: .harness, in: .realTime),
      #"{"class":"real-time","cpu":1,"crowding":"harness","kind":"load"}"#
    ),
    (.gang(turn: 5_000_000), #"{"kind":"gang","turn":5000000}"#),
    (
      .gang(turn: 5_000_000, in: .realTime),
      #"{"class":"real-time","kind":"gang","turn":5000000}"#
    ),
    (.backToBack(.scenario), #"{"kind":"back-to-back","reason":"scenario"}"#),
    (.backToBack(.oneCPU), #"{"kind":"back-to-back","reason":"one-cpu"}"#),
    (
      .backToBack(.gate, in: .realTime),
      #"{"class":"real-time","kind":"back-to-back","reason":"gate"}"#
    ),
    (
      .backToBack(.waiting, in: .realTime),
      #"{"class":"real-time","kind":"back-to-back","reason":"waiting"}"#
    ),
    (
      .backToBack(.refused("it rains")),
      #"{"kind":"back-to-back","reason":"refused","refusal":"it rains"}"#
    ),
  ])
  func `an arrangement is read back from its JSON`(_ arrangement: Arrangement, _ json: String)
    throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(arrangement), as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Arrangement.self, from: Data(json.utf8)) == arrangement)
  }

  @Test func `pairs that are made at once differ only in their CPU, and share the recorded time`() {
    func run(cpu: Int, pairs: Int?) -> Run {
      var run = Run(
        build: "a", story: "list", round: 1, position: 1, pid: nil, startedAt: nil,
        ending: .passed, steps: [], timeline: .empty, measurements: [:])
      run.arrangement = .duet(.init(cpu: cpu, slice: 500_000, tick: 500_000, pairs: pairs))
      run.interference = Interference(observed: 12_000, processors: 2, harness: 0)
      return run
    }
    let (alone, atOnce) = (run(cpu: 1, pairs: nil), run(cpu: 0, pairs: 2))
    #expect(alone.arrangement?.ofAllPairs == atOnce.arrangement?.ofAllPairs)
    #expect(alone.shareOfTime == .nanoseconds(6000) && atOnce.shareOfTime == .nanoseconds(3000))
    // A damaged file may say so.
    #expect(run(cpu: 0, pairs: 0).shareOfTime == .nanoseconds(6000))
    var solo = alone
    solo.arrangement = nil
    #expect(solo.shareOfTime == .nanoseconds(12_000))
  }

  @Test func `JSON that is no arrangement is refused`() {
    for text in [
      #"{"kind":"duel"}"#, #"{"kind":"back-to-back"}"#, #"{"kind":"duet","cpu":1}"#,
      #"{"kind":"gang"}"#, #"{"kind":"load"}"#,
    ] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Arrangement.self, from: Data(text.utf8))
      }
    }
  }

  @Test func `the description of an arrangement says why it was not the best, and what that costs`()
  {
    let best = Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 500_000))
    #expect(best.description == "at once on CPU 1, in slices of 0.5 ms")
    #expect(
      Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 1, pairs: 2)).description
        == "at once on one CPU, beside another pair on another CPU, in slices of 0.5 ms")
    let coarse = Arrangement.duet(.init(cpu: 1, slice: nil, tick: 500_000))
    #expect(
      coarse.description == """
        at once on CPU 1, in slices of the kernel's own length, because it takes no other (Linux \
        6.12 and newer do): differences by chance are about half as large again
        """)
    let crowded = Arrangement.duet(.init(cpu: 1, slice: 500_000, tick: 1, crowding: .pair))
    #expect(
      crowded.description == """
        at once on CPU 1, in slices of 0.5 ms; another Rehearse measured on that CPU too, because none \
        was free, so each disturbed the other
        """)
    #expect(
      Arrangement.load(cpu: 1, crowding: nil, in: .realTime).description == """
        in turns, some users at one side and then the same at the other, with both sides' services on CPU 1, in the \
        real-time class (other processes don't get between)
        """)
    #expect(
      Arrangement.load(cpu: 1, crowding: nil).description == """
        in turns, some users at one side and then the same at the other, with both sides' services on CPU 1, but not in \
        the real-time class, which Rehearse may not enter: other processes get between
        """)
    #expect(
      Arrangement.gang(turn: 5_000_000, in: .realTime).description == """
        in turns of 5 ms on all CPUs, in the real-time class (other processes don't get between), as \
        suits what uses several CPUs
        """)
    #expect(
      Arrangement.gang(turn: 5_000_000).description == """
        in turns of 5 ms on all CPUs, as suits what uses several CPUs, but not in the real-time class, \
        which Rehearse may not enter: other processes get between
        """)
    let alone = Arrangement.backToBack(.refused("it rains"))
    #expect(
      alone.description == """
        one after the other in random order, because it rains: differences by chance are about twelve \
        times as large as in a duet
        """)
    let undisturbed = Arrangement.backToBack(.scenario, in: .realTime)
    #expect(
      undisturbed.description == """
        one after the other in random order, in the real-time class (other processes don't get between), \
        because the scenario says 'arrangement: back-to-back': differences by chance are larger than in a duet
        """)
    #expect(Arrangement.Reason.scenario.words == "the scenario says 'arrangement: back-to-back'")
    #expect(
      Arrangement.Reason.oneCPU.words
        == "Rehearse may use only one CPU, and needs another besides the pair's")
  }
}
