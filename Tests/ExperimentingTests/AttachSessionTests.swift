import DriverProtocol
import Glibc
import Metrics
import Recording
import Running
import Store
import Synchronization
import TestSupport
import Testing

@testable import Experimenting
@testable import Sampling

/// Watching is told apart from its measurements, which `SamplingTests` hold against known programs.
@Suite struct AttachSessionTests {
  /// Does something at the first line of progress.
  private final class FirstLine: Reporter {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    func report(_ event: SessionEvent) {
      guard case .status = event else { return }
      let action = self.action.withLock { stored in
        defer { stored = nil }
        return stored
      }
      action?()
    }
  }

  private func watch(
    _ pids: [Int32], every interval: Duration? = nil, for duration: Duration? = nil,
    until interruption: Interruption, atFirstLine action: @escaping @Sendable () -> Void = {}
  ) throws -> AttachedProcesses {
    try AttachSession(
      pids, every: interval, for: duration, on: Replay.machine(), until: interruption,
      FirstLine(action)
    ).carryOut()
  }

  @Test func `attaching ends when the user has seen enough, and the process goes on`() throws {
    let process = try Conversation(["cat"])
    let interruption = try Interruption()
    let seen = try watch([process.pid, process.pid], until: interruption) { interruption.raise() }
    #expect(seen.result.ending == .stopped)
    #expect(try process.ask("still there") == "still there")
    // Named twice it is watched once.
    #expect(seen.experiment.name == "cat" && seen.run.build == "pid \(process.pid)")
    #expect(seen.experiment.source == .attach && seen.experiment.completedAt != nil)
    #expect(seen.run.steps.map(\.label) == ["watched"])
    #expect((seen.run.measurements[.peakMemory] ?? 0) > 0)
    #expect(seen.notes.first?.hasPrefix("Stopped; the processes go on.") == true)
  }

  @Test func `attaching ends with the last process, or when the time is up`() throws {
    let process = try Conversation(["cat"])
    let brief = try watch([process.pid], for: .milliseconds(300), until: Interruption())
    #expect(brief.result.ending == .timeUp)
    let pid = process.pid
    let whole = try watch([pid], until: Interruption()) { kill(pid, SIGKILL) }
    #expect(whole.result.ending == .processesEnded)
    #expect(whole.notes.first?.hasPrefix("The processes have ended.") == true)
  }

  @Test(arguments: [
    (1, AttachSession.Ending.stopped, "Stopped; 1 of 2 processes goes on."),
    (2, .processesEnded, "The processes have ended."),
  ])
  func `what ended between two samples is not said to go on`(
    _ count: Int, _ ending: AttachSession.Ending, _ words: String
  ) throws {
    let processes = [try Conversation(["cat"]), try Conversation(["cat"])]
    let pids = processes.map(\.pid)
    let interruption = try Interruption()
    let seen = try watch(pids, every: .seconds(600), until: interruption) {
      for pid in pids.prefix(count) { Self.end(pid) }
      interruption.raise()
    }
    #expect(seen.result.ending == ending)
    #expect(seen.notes.first?.hasPrefix(words) == true)
    withExtendedLifetime(processes) {}
  }

  /// Ends a process, which stays a zombie.
  private static func end(_ pid: Int32) {
    kill(pid, SIGKILL)
    var info = siginfo_t()
    while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
  }

  @Test(arguments: [(false, "0 samples, one"), (true, "0 samples are kept of those taken, one")])
  func `samples that are kept are told apart from those that were taken`(
    _ isThinned: Bool, _ words: String
  ) {
    let timeline = Timeline(samples: [], interval: 10_000_000)
    #expect(
      AttachNotes.words(of: timeline, isThinned: isThinned) == "\(words) every 10 ms on average.")
  }

  @Test(
    arguments: [
      (1, 1, false, nil), (1, 1, true, "No process that they started was found"),
      (2, 1, true, "1 process that they started was found"), (2, 2, false, nil),
      (5, 2, false, "3 processes that they started were found"),
    ] as [(Int, Int, Bool, String?)])
  func `children that were too short to be found are told`(
    _ processes: Int, _ named: Int, _ hasReaped: Bool, _ beginning: String?
  ) {
    let following = TreeFollowing(
      source: .children, countsCPUByGroup: false, distance: 12_000_000, processes: processes,
      forgotten: 0, unreadable: 0, hasStorage: true, lacksProportional: false, hidesOthers: false,
      hugePages: .zero, hasReaped: hasReaped)
    let words = beginning.map {
      "\($0) by the kernel's lists of children, looked for every 12 ms on average while any were started: one "
        + "that lived in between is in its parent's CPU time, to 20 ms, but in no sum of memory."
    }
    #expect(AttachNotes.words(of: following, named: named) == words)
  }

  @Test func `an attached process is stored as an experiment of one run`() throws {
    let stage = try SessionStage()
    let process = try Conversation(["cat"])
    let interruption = try Interruption()
    let seen = try watch([process.pid], until: interruption) { interruption.raise() }
    let kept = try seen.keep(in: stage.store)
    #expect(kept.number == 1)
    let stored = try #require(try stage.runs().first)
    #expect(stored.measurements == seen.run.measurements)
    let samples = try stage.store.details(of: stored).timeline.samples
    #expect(samples == seen.run.timeline.samples && samples.count > 1)
  }

  @Test func `the error names a process that does not exist by its number`() throws {
    let process = try Conversation(["cat"])
    process.reap()
    #expect(throws: SamplingError.notThere(pid: process.pid)) {
      try watch([process.pid], until: Interruption())
    }
  }
}
