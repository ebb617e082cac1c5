import Glibc
import Sampling
import SystemPackage
import TestSupport
import Testing

/// Which processes may be watched, by a /proc of the test's own.
@Suite struct AttachTargetTests {
  private let folder: ScratchFolder
  /// No process can have these numbers: PID_MAX_LIMIT is not given.
  private static let nobody: Int32 = 4_194_304

  init() throws { folder = try ScratchFolder() }

  private func add(_ pid: Int32, name: String = "app", state: String = "S", flags: Int = 0) throws {
    try folder.add(
      "\(pid)/stat",
      "\(pid) (\(name)) \(state) 77 2 3 4 5 \(flags) 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0\n")
    try folder.add("\(pid)/status", "Name:\t\(name)\nTgid:\t\(pid)\n")
  }

  private func refusal(of pid: Int32) -> SamplingError? {
    #expect(throws: SamplingError.self) {
      try AttachTarget(pid: pid, root: ProcRoot(folder.path))
    }
  }

  @Test(arguments: ["app", "a) R 1 (b", "", "größe"])
  func `a process's name is read, whatever is in it`(_ name: String) throws {
    try add(5, name: name)
    let target = try AttachTarget(pid: 5, root: ProcRoot(folder.path))
    #expect(target.name == name && target.pid == 5)
  }

  @Test func `attach accepts a process that is stopped by a signal`() throws {
    try add(5, state: "T")
    #expect(try AttachTarget(pid: 5, root: ProcRoot(folder.path)).pid == 5)
  }

  @Test func `a missing process is reported`() {
    let refusal = refusal(of: Self.nobody)
    #expect(refusal?.description == "There is no process 4194304.")
  }

  @Test func `a process that /proc hides is not reported as missing`() {
    #expect(
      refusal(of: 1)?.description
        == "The process 1 is another user's, and /proc (mounted with 'hidepid') does not show it; "
        + "root may see it.")
  }

  @Test func `Rehearse does not watch itself`() {
    #expect(refusal(of: getpid()) == .ourselves(pid: getpid()))
  }

  @Test func `a kernel thread is refused`() throws {
    try add(5, name: "kworker/0:1-ev", flags: 0x0020_8040)
    #expect(
      refusal(of: 5)?.description
        == "The process 5 (kworker/0:1-ev) is a thread of the kernel: it has no memory of its own.")
  }

  @Test func `an ended process is reported with the parent that has not waited for it`() throws {
    try add(5, state: "Z")
    #expect(
      refusal(of: 5)?.description
        == "The process 5 (app) has ended already; its parent 77 has not waited for it yet.")
  }

  @Test func `a thread's id is reported with the id of its process`() throws {
    try add(5)
    try folder.add("5/status", "Name:\tapp\nTgid:\t4\n")
    #expect(
      refusal(of: 5)?.description == "5 is a thread of the process 4: attach to that.")
  }

  @Test func `a stat file that lacks a field is named`() throws {
    try folder.add("5/stat", "5 (app) S 1")
    #expect(
      refusal(of: 5)?.description
        == "The process 5 can't be watched: \(folder.path)/5/stat has no field 'starttime'.")
  }

  @Test func `a real process that ended without being waited for is refused`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    try process.endWithoutReaping()
    let refusal = #expect(throws: SamplingError.self) { try AttachTarget(pid: process.pid) }
    #expect(refusal == .ended(pid: process.pid, name: "test-driver", parent: getpid()))
  }
}
