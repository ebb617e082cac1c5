import DriverProtocol
import Foundation
import Glibc
import Metrics
import Recording
import Running
import SystemPackage
import TestSupport
import Testing

/// What is counted, against what the processes say of themselves.
@Suite struct CommandMeasurementsTests {
  private let folder: ScratchFolder

  init() throws {
    try requirePython()
    folder = try ScratchFolder()
  }

  private func python(
    _ script: String, _ arguments: [String] = [],
    _ change: (inout CommandConditions) -> Void = { _ in }
  ) throws -> Run {
    try CommandStage.run(["python3", "-c", script] + arguments, change)
  }

  /// The numbers that processes have written, a line each.
  private func claims(_ name: String) throws -> [Double] {
    try folder.text(of: name).split(separator: "\n").compactMap { Double($0) }
  }

  @Test func `a run has all measurements, and they agree with each other`() throws {
    let run = try CommandStage.run(["/bin/true"])
    #expect(run.ending == .passed)
    #expect(isGone(try #require(run.pid)))
    let measurements = run.measurements
    let cpu = try #require(measurements[.cpuTime])
    #expect(
      measurements[.userTime].flatMap { user in measurements[.systemTime].map { user + $0 } } == cpu
    )
    let wall = try #require(measurements[.wallTime])
    #expect(wall > 0 && measurements[.meanCPU] == 100 * cpu / wall)
    #expect(measurements[.offCPUTime] == max(1e6, wall - cpu))
    #expect(measurements[.outlivingProcesses] == 0)
    #expect(run.steps.count == 1 && run.steps.first?.outcome == ["status": .integer(0)])
    #expect(Double(run.steps.first?.end ?? 0) == wall)
    // Only what is sampled, counted in runs of its own, or of a driver with steps may be missing.
    let elsewhere: Set<Metric> = [
      .peakCPU, .lowestCPU, .otherCPU, .lowestMemory, .otherMemory, .instructions,
      .hardwareInstructions, .peakAnonymousMemory, .allocations, .allocatedBytes, .peakLiveBytes,
      .liveBlocks, .liveBytes, .peakHeap, .peakSlack, .peakFiles, .peakStacks,
      .retainedBytes, .retainedBlocks, .outsideCPUTime, .wholeCPUTime,
      .outsidePeakMemory, .wholePeakMemory, .latencyP50, .latencyP90, .latencyP95, .latencyP99,
      .latencyP999, .errors, .throughput,
    ]
    #expect(
      Set(Metric.all.filter { !$0.id.hasPrefix("tree-") })
        .subtracting(measurements.keys).isSubset(of: elsewhere))
  }

  @Test func `a command's throughput is its items over its wall time`() throws {
    let run = try CommandStage.run(["/bin/true"]) { $0.items = 7 }
    let wall = try #require(run.measurements[.wallTime])
    #expect(run.measurements[.throughput] == 7 / (wall / 1e9))
    #expect(run.steps.map(\.items) == [7])
  }

  @Test func `a command that sleeps is off the CPU for at least that long`() throws {
    let run = try CommandStage.run(["/bin/sleep", "0.2"])
    #expect(try #require(run.measurements[.offCPUTime]) >= 0.2e9 - 1e6)
  }

  @Test func `time, faults and switches are at least what the process counted before its end`()
    throws
  {
    let run = try python(
      """
      import resource, sys, time
      while time.process_time() < 0.05: pass
      time.sleep(0.001)
      u = resource.getrusage(resource.RUSAGE_SELF)
      print(u.ru_utime + u.ru_stime, u.ru_minflt, u.ru_nvcsw, u.ru_maxrss, sep='\\n',
        file=open(sys.argv[1], 'w'))
      """, [folder["claims"].string])
    let claims = try claims("claims")
    try #require(claims.count == 4)
    let measurements = run.measurements
    #expect(try #require(measurements[.cpuTime]) >= claims[0] * 1e9 - 2000)
    #expect(try #require(measurements[.wallTime]) >= 51e6)
    #expect(try #require(measurements[.minorFaults]) >= claims[1])
    #expect(try #require(measurements[.voluntarySwitches]) >= claims[2])
    #expect(try #require(measurements[.peakMemory]) >= claims[3] * 1024)
  }

  @Test func `CPU time covers the whole tree, including orphans`() throws {
    // Three children, one of a child that ended before, one in a session of its own.
    let run = try python(
      """
      import os, sys, time
      def burn():
          while time.process_time() < 0.05: pass
          with open(sys.argv[1], 'a') as f: f.write(f'{time.process_time()}\\n')
      def orphan():
          if os.fork() == 0:
              if os.fork() == 0:
                  os.setsid()
                  burn()
                  os.write(ready, b'.')
              os._exit(0)
          os.wait()
      reading, ready = os.pipe()
      for _ in range(2):
          if os.fork() == 0:
              burn()
              os._exit(0)
      orphan()
      os.wait(); os.wait()
      os.read(reading, 1)
      burn()
      """, [folder["claims"].string])
    #expect(run.ending == .passed)
    let claims = try claims("claims")
    try #require(claims.count == 4)
    #expect(try #require(run.measurements[.cpuTime]) >= claims.reduce(0, +) * 1e9)
  }

  @Test func `processes that outlive the command are counted, measured and ended`()
    throws
  {
    let run = try python(
      """
      import os, sys, time
      reading, ready = os.pipe()
      for alone in (False, True):
          if os.fork() == 0:
              if alone: os.setsid()
              while time.process_time() < 0.05: pass
              with open(sys.argv[1], 'a') as f: f.write(f'{os.getpid()}\\n')
              os.write(ready, b'.')
              time.sleep(1000)
      os.read(reading, 1); os.read(reading, 1)
      """, [folder["pids"].string])
    #expect(run.ending == .passed)
    #expect(run.measurements[.outlivingProcesses] == 2)
    #expect(try #require(run.measurements[.cpuTime]) >= 100e6)
    let pids = try claims("pids")
    #expect(pids.count == 2 && pids.allSatisfy { isGone(Int32($0)) })
  }

  @Test func `a grandchild that outlives its parent is ended, too`() throws {
    let run = try CommandStage.run(
      script: "(setsid sh -c 'sleep 1000 & echo $! >> \(folder["pids"]); wait' &); "
        + "while ! test -s \(folder["pids"]); do :; done")
    // The session's shell, and its sleep.
    #expect(run.measurements[.outlivingProcesses] == 2)
    #expect(isGone(Int32(try #require(try claims("pids").first))))
  }

  @Test func `with waitsForTree the run lasts until the whole tree has ended`() throws {
    let run = try CommandStage.run(
      script: "(setsid sh -c 'sleep 0.2; echo 1 > \(folder["done"])' &)"
    ) { $0.waitsForTree = true }
    #expect(run.measurements[.outlivingProcesses] == 0)
    #expect(try #require(run.measurements[.wallTime]) >= 200e6)
    #expect(try claims("done") == [1])
  }

  @Test func `a momentary peak is measured to within a megabyte`() throws {
    let script = """
      import mmap, sys
      size = int(sys.argv[1]) << 20
      if size:
          memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE)
          for page in range(0, size, 4096): memory[page] = 1
          memory.close()
      """
    // Randomised addresses move either by a few pages: the least of three is the least disturbed.
    func peak(_ megabytes: Int) throws -> Double {
      try (1...3).map { _ in
        try #require(try python(script, ["\(megabytes)"]).measurements[.peakMemory])
      }.min() ?? 0
    }
    #expect(abs(try peak(64) - peak(0) - Double(64 << 20)) < 1e6)
  }

  @Test func `the memory of a large harness is not part of a command's peak`() throws {
    let size = 300 << 20
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    let ballast = try #require(memory)
    memset(ballast, 1, size)
    defer { munmap(ballast, size) }
    // A child of its own has this process's memory as its floor, so the test can fail.
    var pid = pid_t()
    #expect(posix_spawn(&pid, "/bin/true", nil, nil, [nil], [nil]) == 0)
    var used = rusage()
    #expect(wait4(pid, nil, 0, &used) == pid)
    #expect(used.ru_maxrss * 1024 >= size)
    let run = try CommandStage.run(["/bin/true"])
    #expect(try #require(run.measurements[.peakMemory]) < 20e6)
  }

  @Test func `the launcher stays below a megabyte, however many commands it starts`() throws {
    let stage = try CommandStage([
      "c": ["/bin/sh", "-c", "grep VmHWM /proc/$PPID/status >&2; exit 1"]
    ])
    let runs = stage.runs(["c"], rounds: 200)
    let last = try #require(runs.last?.failure?.standardError)
    let kilobytes = try #require(Int(last.split { !$0.isNumber }.first ?? ""))
    #expect(kilobytes < 1000, "\(last)")
  }

  @Test func `storage traffic matches what the kernel counted for the process`() throws {
    let run = try python(
      """
      import os, sys
      with open(sys.argv[1], 'wb') as f:
          f.write(bytes(8 << 20)); f.flush(); os.fsync(f.fileno())
      counts = dict(l.split(': ') for l in open('/proc/self/io').read().splitlines())
      sys.stderr.write(counts['write_bytes']); sys.exit(1)
      """, [folder["data"].string]
    ) { $0.ignoresFailure = false }
    let claimed = try #require(Double(run.failure?.standardError ?? ""))
    let step = try #require(run.steps.first)
    #expect(abs(Double((step.outside.storageWritten ?? -1).count) - claimed) < 65_536)
  }

  @Test func `a long run is sampled after its first 20 ms`() throws {
    let long = try python("import time; time.sleep(3)")
    #expect(long.timeline.samples.count > 2)
    #expect(try #require(long.timeline.samples.first).time >= 20_000_000)
    #expect(long.measurements[.peakCPU] != nil && long.measurements[.otherCPU] != nil)
    #expect(long.measurements[.lowestMemory] != nil)
  }
}
