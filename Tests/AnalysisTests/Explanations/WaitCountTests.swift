import Metrics
import Recording
import SeededRandom
import Statistics
import TestSupport
import Testing

@testable import Analysis

/// How often functions wait, beside how long.
struct WaitCountTests {
  private static let main = app("main")
  private static let save = app("save_file")
  private static let lock = app("take_lock")
  private static let disk = ProfiledFunction.waiting(for: .disk)

  private static func app(_ name: String) -> ProfiledFunction {
    ProfiledFunction(name: name, module: "program", kind: .app)
  }

  /// The microseconds that one side of a pair waits on a path below `main`, and how often.
  private typealias Wait = (path: [ProfiledFunction], time: Int, count: Int)

  private func profile(_ waits: [Wait]) throws -> Profile {
    var builder = ProfileBuilder()
    for wait in waits where wait.time > 0 {
      builder.add([Self.main] + wait.path, samples: wait.time, waits: wait.count)
    }
    return try builder.profile(in: .offCPUTime, samplePeriod: 1000)
  }

  /// Nine pairs. The sides get the number of the pair, and 1 and -1 in turns, by which both scatter:
  /// they differ as often to one side as to the other, and in the last pair not at all.
  private func pairs(
    _ baseline: (Int, Int) -> [Wait], _ candidate: (Int, Int) -> [Wait]
  ) throws -> [Pair<Profile>] {
    try (0..<9).map { pair in
      let swing = pair == 8 ? 0 : pair % 2 == 0 ? 1 : -1
      return Pair(
        baseline: try profile(baseline(pair, swing)),
        candidate: try profile(candidate(pair, -swing)))
    }
  }

  private func explain(_ profiles: [Pair<Profile>]) throws -> Explanation {
    try Explanation(
      story: "s", metric: .offCPUTime, baseline: "a", candidate: "b", profiles: profiles)
  }

  private func names(_ changes: [FunctionChange]) -> [String] { changes.map(\.function.name) }

  /// So many waits for the disk, 40 ms and 10 ms more or less, and one for a lock.
  private func saving(_ count: Int, _ swing: Int, lock: Int = 5_000) -> [Wait] {
    [
      ([Self.save, Self.disk], 40_000 + 10_000 * swing, count),
      ([Self.lock, .waiting(for: .lock)], lock, 1),
    ]
  }

  @Test func `a function that waits more often is shown although its time scatters`() throws {
    let explanation = try explain(pairs({ saving(80, $1) }, { saving(84, $1) }))
    let found = explanation.functions.filter(\.isShown)
    // The deepest function of the app that accounts for it, then the others, the deepest first.
    #expect(names(found) == ["save_file", "[waits for a disk]", "main"])
    #expect(found.allSatisfy { $0.kind == .waits && !$0.isTimeShown })
    #expect(names(explanation.leads) == ["save_file"])
    let waits = try #require(found[0].waits)
    #expect(waits.difference.point == 4 && found[0].attributedWaits == 4)
    #expect(waits.baseline == 80 && waits.candidate == 84)
    // Of 512 combinations of signs two lean as much.
    #expect(waits.pValue == 2.0 / 512)
    let lock = try #require(explanation.functions.first { $0.function == Self.lock })
    #expect(lock.waits?.difference.point == 0 && lock.waits?.pValue == 1)
    // Nothing is located in time.
    #expect(explanation.notLocated.difference == explanation.total.difference)
  }

  @Test func `a number of waits that differs to both sides is not shown`() throws {
    let more = [1, 1, 1, 0, 0, 0, 0, -1, 0]
    let explanation = try explain(
      pairs({ saving(80, $1) }, { saving(80 + more[$0], $1) }))
    #expect(explanation.functions.allSatisfy { !$0.isShown && $0.kind == nil })
    // Counted over all signs by ten lines of Python, of these and of the times.
    let save = try #require(explanation.functions.first { $0.function == Self.save })
    #expect(save.waits?.pValue == 190.0 / 256)
  }

  @Test func `what waits longer comes before what only waits more often`() throws {
    let explanation = try explain(
      pairs({ saving(80, $1) }, { saving(84, $1, lock: 6_000) }))
    #expect(
      names(explanation.leads) == ["take_lock", "save_file", "[waits for a lock or a thread]"])
    let app = explanation.functions.filter { $0.isShown && $0.function.kind == .app }
    #expect(names(app) == ["take_lock", "save_file", "main"])
    #expect(app.map(\.kind) == [.callees, .waits, .waits])
    // The lock's millisecond is located; the disk's time, which scatters, is not.
    #expect(abs(explanation.notLocated.difference.point) < 1)
  }

  @Test func `what waits more often and longer is reported by its time, and how often`() throws {
    func waits(_ count: Int, _ swing: Int) -> [Wait] {
      [([Self.save, Self.disk], 500 * count + swing, count)]
    }
    let explanation = try explain(pairs({ waits(80, $1) }, { waits(96, $1) }))
    let save = try #require(explanation.leads.first)
    #expect(save.function == Self.save && save.kind == .waits && save.inclusive.isShown)
    #expect(abs(save.inclusive.difference.point - 8e6) < 1)
  }

  @Test func `waits in a function with another name have moved`() throws {
    func waits(_ name: String, _ swing: Int) -> [Wait] {
      [([Self.app(name), Self.disk], 40_000 + 10_000 * swing, 80)]
    }
    let explanation = try explain(pairs({ waits("old", $1) }, { waits("new", $1) }))
    #expect(explanation.leads.isEmpty)
    let shown = explanation.functions.filter(\.isShown)
    #expect(Set(names(shown)) == ["old", "new"] && shown.allSatisfy { $0.kind == .moved })
  }

  @Test(arguments: [WaitReason.runQueue, .preempted])
  func `time in the run queue is told apart, and changes no other time`(_ reason: WaitReason) throws
  {
    func queued(_ wait: [Wait], _ time: Int) -> [Wait] {
      let more: Wait = ([Self.save, .waiting(for: reason)], time, 7)
      return wait + [more]
    }
    let without = try explain(pairs({ saving(80, $1) }, { saving(84, $1) }))
    let explanation = try explain(
      pairs(
        { queued(saving(80, $1), 2_000 + $1) }, { queued(saving(84, $1), 3_000 + $1) }))
    #expect(explanation.functions == without.functions)
    #expect(explanation.total == without.total && explanation.notLocated == without.notLocated)
    let queue = try #require(explanation.runQueue)
    // Swings are 1 and -1 in turns, and 0 in the ninth pair.
    #expect(queue.baseline == 2e6 && queue.candidate == 3e6 && !queue.isShown)
    #expect(abs(queue.difference.point - 1e6) < 2e3)
    #expect(explanation.hasWakeUps == (reason == .runQueue) && without.runQueue == nil)
    // A tower of its own: the reason, and below it where the thread was ready to run.
    let tower = explanation.tree.nodes.dropFirst(without.tree.nodes.count)
    #expect(tower.map(\.function) == [.waiting(for: reason), Self.main, Self.save])
    let root = without.tree.nodes.count
    #expect(tower.map(\.parent) == [nil, root, root + 1])
    #expect(tower.map(\.inclusive.candidate) == [3e6, 3e6, 3e6])
    #expect(Array(explanation.tree.nodes.prefix(root)) == without.tree.nodes)
  }

  @Test func `if one profile lacks the number of waits, times alone are compared`() throws {
    var profiles = try pairs({ saving(80, $1) }, { saving(84, $1) })
    // As it was stored before waits were counted.
    profiles[8].baseline = try profile(saving(0, 0))
    let explanation = try explain(profiles)
    #expect(explanation.functions.allSatisfy { $0.waits == nil && !$0.isShown })
  }

  @Test func `of 200 programs beside themselves few are shown to wait longer or more often`()
    throws
  {
    var random = SplitMix64(seed: 11)
    var alarms = 0
    for _ in 0..<200 {
      func side() throws -> Profile {
        try profile(
          (0..<6).map { number -> Wait in
            let path = [Self.app("f\(number)"), Self.disk]
            return (path, 1_000 + random.below(1_000), 10 + random.below(number + 1))
          })
      }
      let profiles = try (0..<8).map { _ in Pair(baseline: try side(), candidate: try side()) }
      if try explain(profiles).functions.contains(where: \.isShown) { alarms += 1 }
    }
    // 1 % and four standard deviations.
    #expect(alarms <= 7, "\(alarms)")
  }
}
