import DriverProtocol
import Glibc
import Metrics
import Recording
import Running
import Sampling
import SystemPackage
import TestSupport
import Testing

/// Commands that start processes, however these come to be and whatever they leave.
@Suite struct CommandTreeTests {
  private let megabyte = 1_048_576.0

  init() throws { try requirePython() }

  private func python(
    _ script: String, _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> Run {
    let run = try CommandStage.run([debianPython, "-c", script], change)
    #expect(run.ending == .passed)
    return run
  }

  /// Children that hold memory at the same time, long enough to be sampled or, without a group, to
  /// be looked for; then all end. The parent does not clean up, which would take memory too.
  private func family(
    _ megabytes: Int, for seconds: Double = 3, making: String = "os.fork() == 0"
  ) -> String {
    """
    import os, time
    ready, done = os.pipe(), os.pipe()
    for _ in range(3):
      if \(making):
        os.close(done[1])
        memory = bytearray(b'x') * (\(megabytes) << 20)
        os.write(ready[1], b'.')
        os.read(done[0], 1)
        os._exit(0)
    for _ in range(3): os.read(ready[0], 1)
    time.sleep(\(seconds))
    os._exit(0)
    """
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `the memory of concurrent children adds up, in the group and in the samples`() throws {
    let (less, more) = (try python(family(10)).measurements, try python(family(30)).measurements)
    for metric in [Metric.treePeakCgroupMemory, .treePeakMemory] {
      let growth = try #require(more[metric]) - #require(less[metric])
      #expect(abs(growth - 60 * megabyte) < 2 * megabyte, "\(metric.id): \(growth)")
    }
    // The largest process has its own 20 MB alone.
    #expect(try #require(more[.peakMemory]) - #require(less[.peakMemory]) < 22 * megabyte)
    #expect(more[.treeProcesses] == 4)
    #expect(more[.treeCPUTime] == nil)
  }

  @Test
  func `without a group the children are found through /proc, and the source is reported`()
    throws
  {
    let run = try python(family(20)) { $0.usesControlGroup = false }
    #expect(run.measurements[.treePeakCgroupMemory] == nil)
    #expect(run.measurements[.treeProcesses] == 4)
    #expect(try #require(run.measurements[.treePeakMemory]) > 60 * megabyte)
    let source = try #require(run.circumstances.treeSource)
    #expect([.children, .scan].contains(source))
    #expect(run.steps.first?.tree?.source == source)
    #expect(run.circumstances.groupRefusals == [])
  }

  /// A parent with 60 MB that starts three workers, each with 10 of its own, and holds them for so long.
  private static let workers = """
    import os, time
    shared = bytearray(b'x') * (60 << 20)
    ready, done = os.pipe(), os.pipe()
    for _ in range(3):
      if os.fork() == 0:
        os.close(done[1])
        own = bytearray(b'x') * (10 << 20)
        os.write(ready[1], b'.')
        os.read(done[0], 1)
        os._exit(0)
    for _ in range(3): os.read(ready[0], 1)
    time.sleep(3)
    os._exit(0)
    """

  @Test func `pages shared by forked workers count once in proportional memory, without a group`()
    throws
  {
    let run = try python(Self.workers) { $0.usesControlGroup = false }
    let sum = try #require(run.measurements[.treePeakMemory])
    let proportional = try #require(run.measurements[.treePeakProportionalMemory])
    // 60 and three times 10, with Python's own of some MB; and four times 60 and three times 10.
    #expect(proportional > 89 * megabyte && proportional < 110 * megabyte, "\(proportional)")
    #expect(sum > 265 * megabyte, "\(sum)")
    #expect(try #require(run.measurements[.peakMemory]) <= proportional)
    #expect(
      run.steps.first?.tree?.peakProportionalMemory.map { Double($0.count) } == proportional)
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `proportional memory is close to what the control group is charged with`() throws {
    let run = try python(Self.workers)
    let proportional = try #require(run.measurements[.treePeakProportionalMemory])
    let charged = try #require(run.measurements[.treePeakCgroupMemory])
    #expect(abs(proportional - charged) < 8 * megabyte, "\(proportional), \(charged)")
  }

  @Test func `a process without children has no proportional memory`() throws {
    let run = try python("import time; x = bytearray(b'x') * (50 << 20); time.sleep(0.2)")
    #expect(run.measurements[.treePeakProportionalMemory] == nil)
  }

  /// The child of a child that has ended, in a session of its own: the launcher's by then.
  private static let daemon =
    "(p := os.fork()) == 0 and (os.setsid() or os.fork() == 0 or os._exit(0)) or p and os.waitpid(p, 0) and False"

  @Test(arguments: ControlGroup.isAllowed ? [true, false] : [false])
  func `daemons in another session belong to the tree, with and without a group`(_ inGroup: Bool)
    throws
  {
    let run = try python(family(20, making: Self.daemon)) {
      $0.usesControlGroup = inGroup
    }
    #expect(run.measurements[.treeProcesses] == 4)
    #expect(try #require(run.measurements[.treePeakMemory]) > 60 * megabyte)
    #expect((run.measurements[.treePeakCgroupMemory] ?? 0 > 60 * megabyte) == inGroup)
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `each run has its own peak of the group, however short it is`() throws {
    let stage = try CommandStage([
      "small": ["/bin/sh", "-c", "/bin/true | /bin/true"],
      "large": [debianPython, "-c", "x = bytearray(b'x') * (50 << 20)"],
    ])
    for run in stage.runs(["small", "large"], rounds: 3) {
      let cgroupMemory = try #require(run.measurements[.treePeakCgroupMemory])
      let range = run.build == "large" ? 50 * megabyte...62 * megabyte : 1...5 * megabyte
      #expect(range.contains(cgroupMemory), "\(run.build): \(cgroupMemory)")
    }
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `the control group is removed with the commands`() throws {
    let stage = try ScratchFolder()
    var names: [String] = []
    do {
      let commands = try CommandStage(["c": ["/bin/cp", "/proc/self/cgroup", stage["g"].string]])
      #expect(commands.runs(["c"])[0].passed)
      names = try stage.text(of: "g").split(separator: "\n")
        .compactMap { $0.split(separator: "/").last.map(String.init) }
        .filter { $0.hasPrefix("rehearse-") }
    }
    #expect(!names.isEmpty)
    let name = try #require(names.first)
    let found = try Completion.of(["find", "/sys/fs/cgroup", "-name", name])
    #expect(found.output == "")
  }

  @Test func `a stop by a signal that ends by itself is reported with its length`() throws {
    let run = try CommandStage.run(
      script: """
        (until grep -q '^State:.T' /proc/$$/status; do :; done; sleep 3; kill -CONT $$) &
        kill -STOP $$; wait
        """)
    #expect(run.ending == .passed)
    let stopped = run.circumstances.stoppedTime
    let wall = try #require(run.measurements[.wallTime])
    #expect(stopped > 0 && Double(stopped) < wall)
  }
}
