import Foundation
import Glibc
import Sampling
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// The process beside a duet, by itself.
@Suite struct TickerTests {
  @Test
  func `the ticker wakes when ticking, wakes and computes when burning, and ends when closed`()
    throws
  {
    let interruption = try Interruption()
    let ticker = try Ticker(
      beside: Launcher(path: BuiltProducts.launcher), interval: .microseconds(500), settings: [],
      interruption: interruption)
    let watch = try #require(ProcessWatch(ticker.pid))
    // What no sleeping process comes to, however slow the machine is.
    try ticker.turn(to: .tick)
    #expect(comes { switches(of: ticker.pid) > 200 })
    let clock = try #require(ticker.clock)
    let used = try #require(clock.nanoseconds)
    try ticker.turn(to: .burn)
    #expect(comes { clock.nanoseconds.map { $0 > used + 50_000_000 } ?? false })
    // Or slices would be longer for the side that is left, and cheaper.
    let waked = switches(of: ticker.pid)
    #expect(comes { switches(of: ticker.pid) > waked + 200 })
    try ticker.turn(to: .idle)
    ticker.close()
    #expect(watch.hasEnded())
  }

  @Test func `the ticker ends at the end of its input`() throws {
    let completion = try Completion.of([BuiltProducts.path(of: "rehearse-ticker").string, "500000"])
    #expect(completion.status == 0)
  }

  @Test(arguments: [[], ["0"], ["-1"], ["1000000000"], ["5x"], ["1", "2"]])
  func `an invalid interval is refused`(_ arguments: [String]) throws {
    let completion = try Completion.of(
      [BuiltProducts.path(of: "rehearse-ticker").string] + arguments)
    #expect(completion.status == 64)
    #expect(completion.errors == "usage: rehearse-ticker INTERVAL (1 to 999999999 ns)\n")
  }

  private func switches(of pid: Int32) -> Int {
    let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }
}
