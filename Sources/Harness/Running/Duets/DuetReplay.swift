import DriverProtocol
import Recording
import Sampling
import Scenarios

/// Takes two drivers through the same steps at the same time: each step is sent to both at once,
/// and the next begins when both have answered.
final class DuetReplay {
  private let scenario: Scenario
  private let ticker: Ticker
  private let interruption: Interruption
  private let profiler: Profiler?
  /// The sides in the order in which they are started and asked.
  private let sides: [DuetSide]

  init(
    scenario: Scenario, sides: [DuetSide], ticker: Ticker, interruption: Interruption,
    profiler: Profiler? = nil
  ) {
    self.profiler = profiler
    self.scenario = scenario
    self.sides = sides
    self.ticker = ticker
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
    if areWell { sides.forEach { $0.endProfile() } }
    sides.forEach { $0.noteEnd() }
    carryOut { _ in .farewell }
    if areWell { sides.forEach { $0.awaitEnd() } }
  }

  private var areWell: Bool { sides.allSatisfy(\.isWell) }

  private func carryOut(_ handshake: (DriverSession) -> Handshake) {
    guard areWell else { return }
    ask(within: scenario.timeLimit) {
      handshake($0).request(of: scenario)
    } whenOneIsDone: {
    }
    sides.forEach { $0.check(handshake, of: scenario) }
  }

  private func perform(_ step: Step, of story: String) {
    sides.forEach { $0.beginStep() }
    if areWell {
      turnTicker(to: .tick)
      ask(within: step.timeLimit ?? scenario.timeLimit) { session in
        step.request(counting: nil, by: session.commands)
      } whenOneIsDone: {
        turnTicker(to: .burn)
      }
      turnTicker(to: .idle)
    }
    sides.forEach { $0.end(step, of: story) }
    if !areWell { sides.forEach { $0.reconsider(step, of: story) } }
  }

  /// Asks both at once, and waits until both have answered or failed. The limit is how long each may take with a CPU
  /// to itself; here each has half.
  private func ask(
    within limit: Duration, _ request: (DriverSession) -> Request, whenOneIsDone: () -> Void
  ) {
    sides.forEach { $0.ask(request, within: limit * 2) }
    var asked = sides.filter(\.isAsked)
    while !asked.isEmpty {
      let drivers = sides.filter(\.isWell).compactMap(\.driver)
      do throws(RunFailure) {
        let ready = try DriverProcess.ready(drivers, unless: interruption)
        sides.forEach { $0.proceed(ready) }
      } catch {
        sides.forEach { $0.fail(by: error) }
      }
      if asked.count == 2, asked.count(where: \.isAsked) == 1 { whenOneIsDone() }
      // Not earlier: if the ticker has ended, both sides fail by that, and nothing is to be waited for.
      asked = asked.filter(\.isAsked)
    }
  }

  private func turnTicker(to mode: Ticker.Mode) {
    do throws(RunFailure) {
      try ticker.turn(to: mode)
    } catch {
      sides.forEach { $0.fail(by: error) }
    }
  }
}
