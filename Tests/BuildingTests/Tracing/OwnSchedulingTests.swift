import Recording
import SystemPackage
import Testing

@testable import Building
@testable import Programs

/// How it is found that stories change their own scheduling.
struct OwnSchedulingTests {
  @Test func `calls that change how the kernel schedules a process are known, if they succeeded`() {
    let lines = [
      "7  setpriority(PRIO_PROCESS, 0, 10) = 0",
      "7  setpriority(PRIO_PROCESS, 0, -5) = -1 EACCES (Permission denied)",
      "8  sched_setaffinity(0, 128, [0 1]) = 0",
      "8  sched_setscheduler(0, SCHED_FIFO, [1]) = -1 EPERM (Operation not permitted)",
      "8  sched_setattr(0, {size=56, sched_policy=SCHED_BATCH, sched_flags=0, sched_nice=0}, 0) = 0",
    ]
    var (reader, log) = (TraceReader(), AccessLog(in: "/project"))
    for line in lines { reader.take(Array(line.utf8)) { log.take($0) } }
    #expect(log.scheduling == ["setpriority 10", "sched_setaffinity", "sched_setattr"])
    #expect(log.accesses.isEmpty && log.gaps.isEmpty && log.unread.isEmpty)
  }

  /// The finding about a story 's' that makes these calls on each side, and one that makes none.
  private func finding(
    _ baseline: Set<String>, _ candidate: Set<String>
  ) async throws -> InputFinding {
    func side(_ name: String, _ calls: Set<String>) -> SideInputs {
      let record = InputRecord(files: [.init(path: "/a", uses: [.read], content: "1")])
      var side = SideInputs(
        name: name, tree: FilePath("/trees/\(name)"), around: nil, executables: nil,
        maker: .nobody)
      side.stories["s"] = TracedInputs(record: record, scheduling: calls)
      side.stories["t"] = TracedInputs(record: record)
      return side
    }
    return try await InputComparison(
      baseline: side("a", baseline), candidate: side("b", candidate),
      repository: RevisionPair(top: "/project", differing: ["t.py"]) { [] },
      image: ProgramImage { _ in nil }, allowed: []
    ).finding().finding
  }

  @Test func `a finding has the calls by which stories change their own scheduling, of both sides`()
    async throws
  {
    #expect(try await finding([], []).scheduling == nil)
    #expect(try await finding([], ["setpriority 0"]).scheduling == nil)
    let (one, other): (Set<String>, Set<String>) = (
      ["sched_setaffinity"], ["setpriority 10", "sched_setaffinity"]
    )
    let own = OwnScheduling(baseline: one, candidate: other)
    #expect(try await finding(one, other).scheduling == ["s": own])
    #expect(own.ofCandidateAlone == ["setpriority 10"])
  }
}
