import Glibc
import Recording
import Sampling
import TestSupport
import Testing

@Suite struct TimelineSamplerTests {
  /// No process can have this number: it is the kernel's limit (PID_MAX_LIMIT), which is not given.
  private static let nobody: Int32 = 4_194_304

  @Test func `samples are in order, include the boundaries, and lie within the run`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let epoch = MonotonicClock.now
    let tree = try TreeReader(pids: [process.pid], epoch: epoch)
    let sampler = TimelineSampler(tree, at: .every(1_000_000))
    _ = try process.ask("burn 30")
    let boundary = try #require(try tree.read()).sample
    _ = try process.ask("burn 30")
    let timeline = try sampler.stop(adding: [boundary])
    let end = MonotonicClock.now - epoch
    #expect(timeline.interval >= 1_000_000)
    #expect(timeline.samples.count >= 2 && timeline.samples.contains(boundary))
    for (earlier, later) in zip(timeline.samples, timeline.samples.dropFirst()) {
      #expect(earlier.time < later.time)
      #expect(earlier.cpu <= later.cpu)
      #expect(earlier.machineBusy <= later.machineBusy)
    }
    for sample in timeline.samples {
      #expect(sample.time >= 0 && sample.time <= end)
      #expect(sample.resident >= sample.anonymous && sample.anonymous > 0)
    }
  }

  @Test func `if samples are dropped, the sampler reports how many stand behind each kept one`()
    throws
  {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    let tree = try TreeReader(pids: [process.pid], epoch: MonotonicClock.now)
    let sampler = TimelineSampler(tree, at: .every(1_000_000), limit: 4)
    var times: Set<Int64> = []
    while times.count < 8 {
      _ = try process.ask("burn 2")
      if let time = sampler.latest?.sample.time { times.insert(time) }
    }
    _ = try sampler.stop(adding: [])
    #expect(try #require(sampler.downsampling).samplesPerKept > 1)
  }

  @Test func `a process that has ended without being waited for gives no samples`() throws {
    let process = try Conversation([BuiltProducts.testDriver, "--converse"])
    try process.endWithoutReaping()
    let sampler = TimelineSampler(
      try TreeReader(pids: [process.pid], epoch: 0), at: .every(1_000_000))
    #expect(try sampler.stop(adding: []).samples == [])
  }

  @Test func `a missing process is an error that names it`() throws {
    let error = SamplingError.noSuchProcess(pid: Self.nobody)
    #expect(error.description == "There is no process 4194304 whose clock may be read.")
    #expect(throws: error) { try TreeProbe(pid: Self.nobody, epoch: 0) }
    #expect(throws: error) { try TreeReader(pids: [Self.nobody], epoch: 0) }
  }

  @Test func `a /proc that lacks the process's files is an error that names the file`() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: SamplingError.self) {
      try TreeReader(pids: [getpid()], epoch: 0, root: ProcRoot(folder.path))
    }
    #expect(
      error?.description
        == "\(folder.path)/\(getpid())/statm can't be read: No such file or directory.")
  }
}
