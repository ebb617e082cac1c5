import ProcFS
import Recording
import Sampling
import TestSupport
import Testing

/// Real trees: a process that starts others, as it is told.
@Suite struct TreeProbeTests {
  private let megabyte: Int64 = 1 << 20
  private let process: Conversation

  init() throws {
    process = try Conversation([BuiltProducts.testDriver, "--converse"])
    _ = try process.ask("burn 0")
  }

  private func cost(of line: String, _ probe: TreeProbe) throws -> (ProcessCost, answer: Int64) {
    let reading = try probe.begin()
    let answer = try #require(Int64(try process.ask(line)))
    return (try probe.cost(since: reading).cost, answer)
  }

  /// Whether a group can be made here: that takes a mounted hierarchy and the right to write in it.
  private static var hasGroups: Bool {
    let group = ControlGroup()
    defer { group.remove() }
    return group.refusals.isEmpty
  }

  /// A control group with the process in it.
  private func makeGroup() throws -> ControlGroup {
    let group = ControlGroup()
    try group.add(process.pid)
    return group
  }

  private func end(_ group: ControlGroup) {
    group.endAll()
    process.reap()
    group.remove()
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `with a control group, CPU time is exact and children at once add up`() throws {
    let group = try makeGroup()
    defer { end(group) }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let (none, _) = try cost(of: "siblings 3 0 0", probe)
    let (three, cpu) = try cost(of: "siblings 3 30 20", probe)
    let base = try #require(none.tree?.peakCharged)
    let peak = try #require(three.tree?.peakCharged)
    #expect(abs(peak - base - 90 * megabyte) < 2 * megabyte)
    let tree = try #require(three.tree)
    #expect(tree.source == .controlGroup)
    // What the children themselves were told when they were waited for, in whole µs.
    #expect(abs(tree.cpu - three.cpu - cpu) < 2_000_000)
    #expect(three.peakMemory - none.peakMemory < 2 * megabyte)
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `with a control group, children in turn have the peak of one`() throws {
    let group = try makeGroup()
    defer { end(group) }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let (one, _) = try cost(of: "children 1 30 0", probe)
    let (three, _) = try cost(of: "children 3 30 0", probe)
    let peak = try #require(three.tree?.peakCharged)
    #expect(abs(peak - (try #require(one.tree?.peakCharged))) < 2 * megabyte)
  }

  @Test func `without one, CPU time of children that nobody saw is right to 20 ms`() throws {
    let probe = try TreeProbe(pid: process.pid, epoch: 0)
    let (cost, cpu) = try cost(of: "children 3 0 25", probe)
    let tree = try #require(cost.tree)
    #expect(tree.source == .children || tree.source == .scan)
    #expect(abs(tree.cpu - cost.cpu - cpu) < 20_000_000)
    #expect(tree.peakCharged == nil)
    #expect(tree.minorFaults > cost.minorFaults)
  }

  @Test(arguments: [true, false])
  func `what is alive at a boundary is in the sum, however it was found`(_ byList: Bool) throws {
    let root = ProcRoot(usingChildLists: byList)
    guard !byList || root.hasChildren else { return }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, root: root)
    let before = try probe.begin().sample
    _ = try process.ask("start 30")
    let reading = try #require(try settled(probe.tree))
    #expect(reading.processes == 2)
    #expect(reading.sample.anonymous - before.anonymous > 30 * megabyte)
    #expect(probe.tree.followed.source == (byList ? .children : .scan))
    #expect(probe.tree.followed.processes == 2)
    _ = try process.ask("end")
    let after = try #require(try probe.tree.detailed())
    #expect(after.processes == 1)
    #expect(after.sample.cpu >= reading.sample.cpu)
  }

  @Test func `a process without children has no tree`() throws {
    let probe = try TreeProbe(pid: process.pid, epoch: 0)
    #expect(try cost(of: "touch 10", probe).0.tree == nil)
    #expect(probe.tree.followed.processes == 1)
  }

  /// Looks are not more frequent than half a percent of a CPU allows, so one may have to wait.
  private func settled(_ tree: TreeReader) throws -> TreeReading? {
    while let reading = try tree.detailed() {
      if reading.processes > 1 { return reading }
    }
    return nil
  }
}
