import DriverProtocol
import Foundation
import Glibc
import Recording
import Sampling
import Scenarios
import SystemPackage

/// Replays a cyclic story again and again in one process, and reads what the process holds at the
/// end of each cycle. Each step must have the same outcome each time, and the last step's digest
/// must prove that the state is the same again.
struct CycleReplay {
  let scenario: Scenario
  let session: DriverSession
  let pages: AllocationPages
  /// Records who allocates; nil if nothing does.
  let stacks: StackRecording?
  /// Decides how many cycles there are.
  let judge: CycleJudge

  /// Makes the stories before it once, then the warm-up cycles and the judged ones. The series gets the readings at
  /// cycle ends, also if a later cycle failed.
  func perform(
    _ story: Story, _ count: CycleCount, into series: inout CycleSeries
  ) throws(RunFailure) {
    series.descriptors = []
    if !session.services.processes.isEmpty {
      series.services = Dictionary(
        session.services.processes.map { ($0.name, [Int64]()) }, uniquingKeysWith: { a, _ in a })
    }
    // With one value missing, the others would belong to the wrong cycles.
    defer {
      if series.unshared.count < series.count { series.unshared = [] }
      if series.descriptors?.count != series.count { series.descriptors = nil }
      // Its name stays, so that it is not taken for one that was read.
      let cycles = series.count
      series.services = series.services?.mapValues { $0.count == cycles ? $0 : [] }
    }
    for earlier in scenario.prerequisites(of: story) {
      for step in earlier.steps { try perform(step, of: earlier.name) }
    }
    let judged = if case .exactly(let count) = count { count } else { judge.first }
    let start = ContinuousClock.now
    series.warmUp = CycleSeries.warmUp(before: judged)
    try extend(&series, to: judged, of: story)
    do {
      if count == .automatic, let more = try judge.next(series, .now - start) {
        // Judging then begins later, so that the judged share stays the same.
        series.warmUp = CycleSeries.warmUp(before: more)
        try extend(&series, to: more, of: story)
      }
    } catch let failure as RunFailure {
      throw failure
    } catch {
      throw .notMeasured("The cycles could not be judged: \(error).")
    }
    if let refusal = pages.refusal { throw .allocationsNotCounted(of: "the driver", refusal) }
  }

  /// Makes cycles until this many can be judged.
  private func extend(
    _ series: inout CycleSeries, to judged: Int, of story: Story
  ) throws(RunFailure) {
    while series.count < series.warmUp + judged {
      let cycle = series.count + 1
      do throws(RunFailure) {
        for step in story.steps { try perform(step, of: story.name) }
      } catch {
        throw cycle == 1 ? error : error.inCycle(cycle)
      }
      awaitRest()
      guard let live = pages.end()?.live else {
        throw .allocationsNotCounted(of: "the driver", pages.refusal ?? .notLoaded)
      }
      try stacks?.endCycle()
      let memory = try residentMemory()
      series.liveBytes.append(live.bytes.count)
      series.liveBlocks.append(live.blocks)
      series.resident.append(memory.resident.count)
      if let unshared = memory.unshared { series.unshared.append(unshared.count) }
      if let count = openDescriptors { series.descriptors?.append(count) }
      for service in session.services.processes {
        guard let held = try? resident(service.pid) else { continue }
        series.services?[service.name, default: []].append(held.count)
      }
    }
  }

  private func perform(_ step: Step, of story: String) throws(RunFailure) {
    do throws(RunFailure) {
      let reply = try session.driver.ask(
        step.request(counting: nil, by: nil), within: step.timeLimit ?? scenario.timeLimit)
      if let objection = step.expectation.objection(to: reply) { throw .wrongOutcome(objection) }
    } catch {
      throw error.at(step, of: story)
    }
  }

  /// Waits until the driver rests, at most two seconds: when its answer can be read, it has not yet
  /// freed the answer's memory. A driver that waits for more than the next request gets 20 ms.
  private func awaitRest() {
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(2) {
      let others = ContinuousClock.now - start > .milliseconds(20)
      if DriverSilence.isAtRest(session.driver, waitingForOthers: others) { return }
      usleep(50)
    }
  }

  /// The driver's number of open descriptors; nil if it can't be read.
  private var openDescriptors: Int64? {
    let folder = ProcRoot().place(of: "fd", in: session.driver.pid).string
    return (try? FileManager.default.contentsOfDirectory(atPath: folder)).map { Int64($0.count) }
  }

  /// The driver's memory according to the kernel; without the unshared part if the kernel does not report it.
  private func residentMemory() throws(RunFailure) -> (resident: Bytes, unshared: Bytes?) {
    let rollup = try? WholeFile.read(
      ProcRoot().place(of: "smaps_rollup", in: session.driver.pid), MemoryRollup.init)
    if let rollup { return (rollup.resident, rollup.unshared) }
    do throws(SamplingError) {
      return (try resident(session.driver.pid), nil)
    } catch {
      throw .notMeasured("The driver's memory could not be read: \(error).")
    }
  }

  private func resident(_ process: Int32) throws(SamplingError) -> Bytes {
    let path = ProcRoot().place(of: "status", in: process)
    return Bytes(
      kilobytes: try WholeFile.read(path) { text throws(SamplingError) in
        try text.number(after: "VmRSS:")
      })
  }
}

extension RunFailure {
  /// The same failure in a cycle after the first.
  fileprivate func inCycle(_ cycle: Int) -> RunFailure {
    var failure = self
    failure.message = "In cycle \(cycle): \(message)"
    if reason.isOfOutcome {
      failure.message =
        "In cycle \(cycle): \(clause); the cycle before had not ended in the state in which it began."
    }
    return failure
  }
}
