import DriverProtocol
import Recording
import Sampling
import Scenarios

/// Takes two drivers through the same steps at the same time: each step is sent to both at once,
/// and the next begins when both have answered.
final class DuetReplay {
  private let scenario: Scenario
  private let pacing: (any PairPacing)?
  /// The factor by which a driver may take longer than alone, because of the other.
  private let slowdown: Int
  private let interruption: Interruption
  private let profiler: Profiler?
  /// The sides in the order in which they are started and asked.
  private let sides: [DuetSide]

  init(
    scenario: Scenario, sides: [DuetSide], on stage: PairStage, interruption: Interruption,
    profiler: Profiler? = nil
  ) {
    self.profiler = profiler
    self.scenario = scenario
    self.sides = sides
    pacing = stage.pacing
    slowdown = stage.slowdown
    self.interruption = interruption
  }

  /// Replays a story on two running drivers until one fails. Pending replies of both are still
  /// read, so that both sides' failures are reported.
  func perform(_ story: Story) {
    carryOut { _ in .greeting }
    carryOut { .preparation($0.directory) }
    if let profiler {
      sides.forEach { $0.attach(profiler, for: story) }
      sides.forEach { $0.beginProfile() }
    }
    let epoch = MonotonicClock.now
    sides.forEach { $0.open(epoch: epoch) }
    for (story, step) in scenario.steps(of: story) where areWell { perform(step, of: story) }
    if areWell { sides.forEach { $0.endRecording() } }
    sides.forEach { $0.noteEnd() }
    carryOut { _ in .farewell }
    if areWell { sides.forEach { $0.awaitEnd() } }
    if areWell { sides.forEach { $0.readProfile() } }
  }

  private var areWell: Bool { sides.allSatisfy(\.isWell) }

  private func carryOut(_ handshake: (DriverSession) -> Handshake) {
    guard areWell else { return }
    ask(within: scenario.timeLimit) { handshake($0).request(of: scenario) }
    sides.forEach { $0.check(handshake, of: scenario) }
  }

  private func perform(_ step: Step, of story: String) {
    sides.forEach { $0.beginStep() }
    if areWell {
      pace { () throws(RunFailure) in try pacing?.begin(sides.map(\.families)) }
      ask(
        within: step.timeLimit ?? scenario.timeLimit, isPaced: true,
        isShared: scenario.story(named: story)?.users != nil
      ) { session in
        step.request(counting: nil, by: session.commands)
      }
      pace { () throws(RunFailure) in try pacing?.end() }
    }
    // Before either answer is checked: meanwhile the other side's services would work on.
    sides.forEach { $0.readCosts() }
    for (index, side) in sides.enumerated() {
      side.end(step, of: story, within: pacing?.ownTime(of: index))
    }
    if !areWell { sides.forEach { $0.reconsider(step, of: story) } }
  }

  /// Asks both at once, and waits until both have answered or failed. The limit is how long each may take alone;
  /// paced, they take turns meanwhile. If they take users in turns, neither goes on when the other has failed.
  private func ask(
    within limit: Duration, isPaced: Bool = false, isShared: Bool = false,
    _ request: (DriverSession) -> Request
  ) {
    let limit = limit * slowdown + (isShared ? UserPipes.patience : .zero)
    sides.forEach { $0.ask(request, within: limit) }
    var asked = sides.indices.filter { sides[$0].isAsked }
    while !asked.isEmpty {
      let drivers = sides.filter(\.isWell).compactMap(\.driver)
      let unsent = sides.map(\.unsent)
      var moment = Int64.max
      do throws(RunFailure) {
        let ready = try DriverProcess.ready(
          drivers, unless: interruption, until: isPaced ? pacing?.nextChange : nil)
        // Before the answers are read, which is no part of either side's time.
        moment = MonotonicClock.now
        sides.forEach { $0.proceed(ready) }
      } catch {
        sides.forEach { $0.fail(by: error) }
      }
      let left = asked.filter { sides[$0].isAsked }
      if isPaced {
        let done = asked.filter { !left.contains($0) }
        pace { () throws(RunFailure) in
          for side in done {
            try pacing?.noteEnd(
              of: side, at: min(moment, MonotonicClock.now), isOtherPending: !left.isEmpty)
          }
          // Turns wait for the requests, unless a pipe is full.
          let now = sides.map(\.unsent)
          if now.allSatisfy({ $0 == 0 }) || now == unsent { try pacing?.proceed() }
        }
      }
      // Not earlier: if pacing has failed, both sides have, and nothing is to be waited for.
      asked = left.filter { sides[$0].isAsked }
      if isShared, sides.contains(where: { !$0.isWell || $0.reply?.ok == false }) { asked = [] }
    }
  }

  /// Changes turns; if that fails, both sides do.
  private func pace(_ body: () throws(RunFailure) -> Void) {
    do throws(RunFailure) {
      try body()
    } catch {
      sides.forEach { $0.fail(by: error) }
    }
  }
}
