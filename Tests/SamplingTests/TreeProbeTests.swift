import DriverProtocol
import Foundation
import Recording
import Sampling
import SystemPackage
import TestSupport
import Testing

/// Real trees: a process that starts others, as it is reported.
@Suite struct TreeProbeTests {
  private let megabyte: Int64 = 1 << 20
  private let process: Conversation

  init() throws {
    process = try Conversation([BuiltProducts.testDriver, "--converse"])
    _ = try process.ask("burn 0")
  }

  private func cost(of line: String, _ probe: TreeProbe) throws -> (
    TreeProbe.Account, answer: Duration
  ) {
    let reading = try probe.begin()
    let answer = try #require(Int64(try process.ask(line)))
    return (try probe.cost(since: reading), .nanoseconds(answer))
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

  private func end(_ group: ControlGroup) { end(process, in: group) }

  private func end(_ process: Conversation, in group: ControlGroup) {
    group.endAll()
    process.reap()
    group.remove()
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `with a control group, CPU time is exact, and concurrent children add up`() throws {
    let group = try makeGroup()
    defer { end(group) }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let (none, _) = try cost(of: "siblings 3 0 0", probe)
    let (three, cpu) = try cost(of: "siblings 3 30 20", probe)
    let base = try #require(none.tree?.peakCgroupMemory)
    let peak = try #require(three.tree?.peakCgroupMemory)
    #expect(abs((peak - base).count - 90 * megabyte) < 2 * megabyte)
    let tree = try #require(three.tree)
    #expect(tree.source == .controlGroup)
    // What the children themselves were told when they were waited for, in whole µs.
    #expect(abs((tree.cost.cpu - three.cost.cpu - cpu).nanoseconds) < 2_000_000)
    let peaks = try [none, three].map { try #require($0.cost.peakMemory) }
    #expect(peaks[1] - peaks[0] < Bytes(2 * megabyte))
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `with a control group, consecutive children have the peak of one`() throws {
    let group = try makeGroup()
    defer { end(group) }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let (one, _) = try cost(of: "children 1 30 0", probe)
    let (three, _) = try cost(of: "children 3 30 0", probe)
    let peak = try #require(three.tree?.peakCgroupMemory)
    let single = try #require(one.tree?.peakCgroupMemory)
    #expect(abs((peak - single).count) < 2 * megabyte)
  }

  private func pythonSpeaking(_ script: String) throws -> (Conversation, ControlGroup) {
    try requirePython()
    let group = ControlGroup()
    // As the launcher does it: in the group before the program is executed.
    let files = group.joiningFiles.map { "echo 0 > \($0); " }.joined()
    let process = try Conversation([
      "/bin/sh", "-c", files + "exec python3 -u -c \"$0\"", script,
    ])
    #expect(try process.ask("ready") == "")
    return (process, group)
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `children of a parent that ignores them are measured by the group`() throws {
    let (parent, group) = try pythonSpeaking(
      """
      import os, signal, sys, time
      sys.stdin.readline(); print()
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      for line in sys.stdin:
        end, other = os.pipe()
        if line == "fork\\n" and os.fork() == 0:
          while time.process_time() < 0.02: pass
          os._exit(0)
        os.close(other)
        os.read(end, 1)
        print()
      """)
    defer { end(parent, in: group) }
    let probe = try TreeProbe(pid: parent.pid, epoch: 0, group: group)
    let alone = try probe.begin()
    _ = try parent.ask("nothing")
    #expect(try probe.cost(since: alone).tree == nil)
    let reading = try probe.begin()
    _ = try parent.ask("fork")
    let cost = try probe.cost(since: reading)
    let tree = try #require(cost.tree)
    #expect(tree.processes == 2)
    #expect(tree.cost.cpu - cost.cost.cpu > .milliseconds(10))
  }

  /// Asks a parent for a child that computes 30 ms and ends, but is not waited for.
  private func costOfUnawaited(_ parent: Conversation, _ group: ControlGroup?) throws
    -> TreeProbe.Account
  {
    let probe = try TreeProbe(pid: parent.pid, epoch: 0, group: group)
    let alone = try probe.begin()
    _ = try parent.ask("nothing")
    #expect(try probe.cost(since: alone).tree == nil)
    let reading = try probe.begin()
    _ = try parent.ask("fork")
    return try probe.cost(since: reading)
  }

  private static let parentThatDoesNotWait = """
    import os, sys, time
    sys.stdin.readline(); print()
    for line in sys.stdin:
      end, other = os.pipe()
      if line == "fork\\n" and os.fork() == 0:
        while time.process_time() < 0.03: pass
        os._exit(0)
      os.close(other)
      os.read(end, 1)
      print()
    """

  @Test func `a child that has ended is in its step before anyone waits for it`() throws {
    let (parent, group) = try pythonSpeaking(Self.parentThatDoesNotWait)
    defer { end(parent, in: group) }
    let cost = try costOfUnawaited(parent, nil)
    #expect(try #require(cost.tree).cost.cpu - cost.cost.cpu > .milliseconds(20))
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `with a control group, too, a child that nobody waited for is in its step`() throws {
    let (parent, group) = try pythonSpeaking(Self.parentThatDoesNotWait)
    defer { end(parent, in: group) }
    let cost = try costOfUnawaited(parent, group)
    #expect(try #require(cost.tree).cost.cpu - cost.cost.cpu > .milliseconds(20))
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `short-lived threads do not count as processes of the group`() throws {
    let (process, group) = try pythonSpeaking(
      """
      import sys, threading
      sys.stdin.readline(); print()
      for line in sys.stdin:
        for _ in range(200):
          thread = threading.Thread(target=lambda: None)
          thread.start()
          thread.join()
        print()
      """)
    defer { end(process, in: group) }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let reading = try probe.begin()
    _ = try process.ask("threads")
    #expect(try probe.cost(since: reading).tree == nil)
  }

  /// What the kernel says each process holds, with its share of what several hold.
  private func proportional(_ pids: [Int32], _ name: String = "Pss_Anon:") throws -> Int64 {
    try pids.reduce(0) { sum, pid in
      let text = try String(
        decoding: Array(Data(contentsOf: URL(filePath: "/proc/\(pid)/smaps_rollup"))), as: UTF8.self
      )
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      return sum + (Int64(try #require(line?.split(separator: " ").dropFirst().first)) ?? 0) * 1024
    }
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func
    `a server's peak cgroup memory counts the pages that its workers share once`()
    throws
  {
    let (server, group) = try pythonSpeaking(
      """
      import os, sys
      sys.stdin.readline(); print()
      memory = bytearray(b'x') * (40 << 20)
      ready, done = os.pipe(), os.pipe()
      sys.stdin.readline()
      for _ in range(3):
        if os.fork() == 0:
          own = bytearray(b'y') * (10 << 20)
          os.write(ready[1], b'.')
          os.read(done[0], 1)
          os._exit(0)
      for _ in range(3): os.read(ready[0], 1)
      print()
      sys.stdin.readline()
      print()
      sys.stdin.readline()
      """)
    defer { end(server, in: group) }
    let probe = try TreeProbe(pid: server.pid, epoch: 0, group: group)
    _ = try server.ask("fork")
    let reading = try probe.begin()
    let held = try proportional(group.members)
    _ = try server.ask("nothing")
    let cost = try probe.cost(since: reading)
    let tree = try #require(cost.tree)
    let cgroupMemory = try #require(tree.peakCgroupMemory).count
    let own = try residentFiles(of: server.pid)
    #expect(held > 70 * megabyte && held < 90 * megabyte)
    #expect(abs(cgroupMemory - own - held) < 2 * megabyte, "\(cgroupMemory) \(own) \(held)")
    // Resident sets count the shared 40 MB four times.
    #expect(try #require(tree.cost.peakMemory) > Bytes(190 * megabyte))
    #expect(tree.processes == 4)
  }

  private func residentFiles(of pid: Int32) throws -> Int64 {
    let text = try String(
      decoding: Array(Data(contentsOf: URL(filePath: "/proc/\(pid)/status"))), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
    return (Int64(try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first)) ?? 0)
      * 1024
  }

  @Test(.enabled("No control group can be made here") { Self.hasGroups })
  func `the pages of written files are not part of the group's peak`()
    throws
  {
    let folder = try ScratchFolder()
    let (process, group) = try pythonSpeaking(
      """
      import os, sys
      sys.stdin.readline(); print()
      for line in sys.stdin:
        if os.fork() == 0:
          with open(line.strip(), 'wb') as f:
            for _ in range(60): f.write(bytes(1 << 20))
          os._exit(0)
        os.wait()
        print()
      """)
    defer { end(process, in: group) }
    let probe = try TreeProbe(pid: process.pid, epoch: 0, group: group)
    let before = try probe.begin()
    _ = try process.ask("/dev/null")
    let none = try #require(try probe.cost(since: before).tree?.peakCgroupMemory)
    let reading = try probe.begin()
    _ = try process.ask(folder["data"].string)
    let written = try #require(try probe.cost(since: reading).tree?.peakCgroupMemory)
    #expect(abs((written - none).count) < 4 * megabyte, "\(written) \(none)")
  }

  @Test func `a step that ends with other processes has the proportional memory of all at its end`()
    throws
  {
    let probe = try TreeProbe(pid: process.pid, epoch: 0, readsProportional: true)
    let plain = try TreeProbe(pid: process.pid, epoch: 0)
    _ = try process.ask("start 30")
    let (start, plainStart) = (try probe.begin(), try plain.begin())
    let tree = try #require(try probe.cost(since: start).tree)
    let held = try #require(tree.endProportionalMemory)
    // In between is the part of libraries, which depends on how many other processes use them.
    let least = try proportional(probe.tree.pids)
    #expect(least > 30 * megabyte && held.count > least, "\(held), \(least)")
    #expect(held.count < (try proportional(probe.tree.pids, "Rss:")))
    #expect(try #require(tree.peakProportionalMemory) >= held)
    let unasked = try #require(try plain.cost(since: plainStart).tree)
    #expect(unasked.endProportionalMemory == nil && unasked.peakProportionalMemory == nil)
    _ = try process.ask("end")
  }

  @Test func `without a group, CPU time of unobserved children is right to within 20 ms`() throws {
    let probe = try TreeProbe(pid: process.pid, epoch: 0)
    let (cost, cpu) = try cost(of: "children 3 0 25", probe)
    let tree = try #require(cost.tree)
    #expect(tree.source == .children || tree.source == .scan)
    #expect(abs((tree.cost.cpu - cost.cost.cpu - cpu).nanoseconds) < 20_000_000)
    #expect(tree.peakCgroupMemory == nil)
    let faults = try #require(cost.cost.minorFaults)
    #expect(try #require(tree.cost.minorFaults) > faults)
  }

  @Test(arguments: ProcRoot().hasChildren ? [true, false] : [false])
  func `a process that is alive at a boundary is counted, however it was found`(_ byList: Bool)
    throws
  {
    let root = ProcRoot(usingChildLists: byList)
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

  /// Scans are not more frequent than half a percent of a CPU allows, so one may have to wait.
  private func settled(_ tree: TreeReader) throws -> TreeReading? {
    while let reading = try tree.detailed() {
      if reading.processes > 1 { return reading }
    }
    return nil
  }
}
