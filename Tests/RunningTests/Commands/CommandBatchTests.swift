import DriverProtocol
import Foundation
import Glibc
import Recording
import Sampling
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Short runs that the launcher makes one right after the other.
@Suite struct CommandBatchTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// What a shell does that counts its starts: `$n` is 1 at first.
  private func counting(_ script: String) -> [String] {
    let file = folder["starts"]
    return ["/bin/sh", "-c", "echo >> \(file); n=$(wc -l < \(file)); \(script)"]
  }

  private var starts: Int { get throws { try folder.text(of: "starts").count } }

  private func series(_ words: [String], _ interruption: Interruption) throws -> CommandSeries {
    CommandSeries(
      words, streams: try CommandStreams(CommandConditions()),
      launcher: Launcher(path: BuiltProducts.launcher), interruption: interruption)
  }

  /// The runs of rows until there are so many.
  private func rows(of series: CommandSeries, until count: Int) -> [CommandBatch] {
    var rows: [CommandBatch] = []
    var left = count
    while left > 0 {
      let batch = series.carryOut(atMost: left)
      rows.append(batch)
      left -= batch.endings.count + (batch.failure == nil ? 0 : 1)
    }
    return rows
  }

  @Test func `a command is started as often as the plan says`() throws {
    let series = try series(counting("true"), Interruption())
    let rows = rows(of: series, until: 30)
    #expect(try starts == 30)
    #expect(rows.allSatisfy { $0.failure == nil })
    #expect(rows.first?.endings.count == 1)
    // Which of them are longer than 20 ms is the machine's to say.
    #expect(rows.flatMap(\.endings).map(\.exit) == Array(repeating: .status(0), count: 30))
  }

  @Test func `runs of a batch begin one after the other, each with its own process`() throws {
    let series = try series(["/bin/true"], Interruption())
    let rows = rows(of: series, until: 300)
    // However busy the machine is, not each of three hundred takes 20 ms.
    #expect(rows.contains { $0.endings.count > 1 })
    let started = rows.flatMap(\.endings)
    #expect(Set(started.map(\.started.pid)).count == 300)
    for (one, next) in zip(started, started.dropFirst()) {
      let wall = try #require(one.usage.cost.wall)
      #expect(next.started.time >= one.started.time + wall.nanoseconds)
    }
  }

  @Test func `a batch ends with a run that fails`() throws {
    let series = try series(counting("[ $n -ne 5 ]"), Interruption())
    let rows = rows(of: series, until: 8)
    let failed = try #require(
      rows.first { $0.endings.contains { $0.exit == .status(1) } })
    #expect(failed.endings.last?.exit == .status(1))
    #expect(failed.endings.dropLast().allSatisfy { $0.exit == .status(0) })
    #expect(try starts == 8)
  }

  @Test
  func `a command that writes on standard error runs alone, so that each run keeps its own text`()
    throws
  {
    let series = try series(counting("echo start $n >&2"), Interruption())
    let rows = rows(of: series, until: 3)
    #expect(rows.map(\.standardError) == ["start 1\n", "start 2\n", "start 3\n"])
  }

  @Test func `a stop keeps the runs that have ended`() throws {
    let pipe = try NamedPipe(folder["long"])
    let interruption = try Interruption()
    let series = try series(
      counting("[ $n -lt 5 ] || { echo $$ > \(pipe.path); exec sleep 1000; }"), interruption)
    Thread {
      _ = try? pipe.number()
      interruption.raise()
    }.start()
    var endings = 0
    var failure: RunFailure?
    while failure == nil {
      let batch = series.carryOut(atMost: 10)
      endings += batch.endings.count
      failure = batch.failure
    }
    #expect(endings == 4 && failure?.reason == .interrupted)
  }

  @Test func `reports after a stop count up to the run that the stop ended`() throws {
    let usage = try #require(CommandUsage("1 2 3 4 5 6 7 8 9 10 11".split(separator: " ")))
    let finished: [LauncherReport] = [.spawned(7, at: 1), .exited(0, usage)]
    var batch = CommandBatch()
    batch.failure = .interrupted
    batch.keepFinished(
      finished + [.refused(.ownGroup, .permissionDenied)] + finished
        + [.spawned(8, at: 2), .killed(SIGKILL, usage), .done], of: 5)
    #expect(batch.endings.map(\.started.pid) == [7, 7] && batch.failure == .interrupted)
    batch.endings = []
    batch.keepFinished(finished + finished + [.done], of: 2)
    #expect(batch.endings.count == 2 && batch.failure == nil)
  }

  @Test(.enabled("No control group can be made here") { ControlGroup.isAllowed })
  func `each run of a batch has its own peak`() throws {
    try requirePython()
    // Longer than a batch's runs may be, so that each begins anew; and shorter ones behind it.
    let series = CommandSeries(
      counting("[ $n -ne 4 ] || exec python3 -c 'bytearray(64 << 20)'"),
      streams: try CommandStreams(CommandConditions()),
      launcher: Launcher(path: BuiltProducts.launcher), interruption: try Interruption(),
      isFollowed: true)
    let peaks = rows(of: series, until: 8).flatMap(\.endings)
      .map { $0.cgroupMemory?.greatest(seen: nil).count ?? -1 }
    let megabyte: Int64 = 1 << 20
    #expect(peaks[3] > 64 * megabyte && peaks[3] < 80 * megabyte, "\(peaks)")
    #expect((peaks[..<3] + peaks[4...]).allSatisfy { $0 >= 0 && $0 < 16 * megabyte }, "\(peaks)")
  }
}
