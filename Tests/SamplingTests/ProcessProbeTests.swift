import DriverProtocol
import Glibc
import Recording
import Sampling
import SystemPackage
import TestSupport
import Testing

@Suite struct ProcessProbeTests {
  private let process: Conversation
  private let probe: TreeProbe

  init() throws {
    process = try Conversation([BuiltProducts.testDriver, "--converse"])
    _ = try process.ask("burn 0")
    probe = try TreeProbe(pid: process.pid, epoch: MonotonicClock.now)
  }

  @Test func `memory freed within a step is in that step's peak and in no other`() throws {
    let megabyte: Int64 = 1 << 20
    let before = try cost(of: "touch 0")
    let spike = try cost(of: "touch 64")
    let after = try cost(of: "touch 0")
    #expect(before.peakIsOfStep && spike.peakIsOfStep && after.peakIsOfStep)
    let peaks = try [before, spike, after].map { try #require($0.cost.peakMemory).count }
    #expect(abs(peaks[1] - peaks[0] - 64 * megabyte) < megabyte)
    #expect(abs(peaks[2] - peaks[0]) < megabyte)
    #expect(try #require(spike.cost.minorFaults) > 0)
  }

  @Test func `a step's anonymous peak includes memory that was given back`() throws {
    let megabyte: Int64 = 1 << 20
    let before = try #require(try cost(of: "touch 0").peakAnonymous)
    let spike = try #require(try cost(of: "touch 64").peakAnonymous)
    #expect(abs((spike.bytes - before.bytes).count - 64 * megabyte) < megabyte)
    #expect(spike.isBatched && before.bytes < Bytes(16 * megabyte))
  }

  @Test func `once a process's files are mapped, their use maps no more pages`() throws {
    let pages = FilePages(of: process.pid)
    let before = try residentFiles()
    #expect(pages.mapAll())
    let mapped = try residentFiles()
    #expect(mapped > before)
    // Nothing that they do for the first time; what they write becomes anonymous.
    for line in ["touch 1", "burn 1"] {
      _ = try process.ask(line)
      #expect(try residentFiles() <= mapped)
    }
    #expect(pages.mapAll())
    #expect(try residentFiles() <= mapped)
  }

  private func residentFiles() throws -> Bytes {
    try ProcRoot().file("status", of: process.pid).read { text throws(SamplingError) in
      try ProcessStatus(text).residentOfFiles
    }
  }

  @Test func `files of a missing process can't be mapped`() {
    #expect(!FilePages(of: .max).mapAll())
  }

  @Test func `a step's CPU time matches what the process itself saw, to 1 ms`() throws {
    let start = try #require(Int64(try process.ask("burn 0")))
    let reading = try probe.begin()
    let end = try #require(Int64(try process.ask("burn 40")))
    let account = try probe.cost(since: reading)
    #expect(account.tree == nil)
    #expect(abs(account.cost.cpu.nanoseconds - (end - start)) < 1_000_000)
    #expect(account.cost.cpu >= .milliseconds(40))
    // It has no other thread. The kernel books the time of a thread that still runs at its ticks.
    let ran = try #require(account.firstThread).ran
    #expect(abs(ran - account.cost.cpu.nanoseconds) < 10_000_000)
  }

  @Test func `an ended process has neither sample nor cost`() throws {
    let reading = try probe.begin()
    process.reap()
    #expect(try probe.tree.read() == nil)
    #expect(throws: SamplingError.self) { try probe.cost(since: reading) }
  }

  private func cost(of line: String) throws -> TreeProbe.Account {
    let reading = try probe.begin()
    _ = try process.ask(line)
    return try probe.cost(since: reading)
  }
}
