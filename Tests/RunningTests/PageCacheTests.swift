import Glibc
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// A Boolean value indicating whether temporary files are on a disk: in memory alone they can't be forgotten.
private let areOnDisk: Bool = {
  guard let folder = try? ScratchFolder(),
    let found = try? Completion.of(["stat", "-f", "-c", "%T", folder.path.string])
  else { return false }
  return found.status == 0 && found.output != "tmpfs\n"
}()

@Suite(.enabled(if: areOnDisk, "temporary files are in memory alone (tmpfs)"))
struct PageCacheTests {
  private let folder: ScratchFolder
  private let file: FilePath
  private static let size = 3 << 20

  init() throws {
    folder = try ScratchFolder()
    file = folder.path.appending("program")
    try folder.add("program", String(repeating: "x", count: Self.size))
  }

  /// The bytes of the file that are in the cache, as `fincore` of util-linux counts them.
  private func cached() throws -> Int {
    let found = try Completion.of(["fincore", "--bytes", "--noheadings", "-o", "RES", file.string])
    return try #require(Int(found.output.filter(\.isNumber)), "\(found)")
  }

  @Test func `a file that was just written is forgotten`() throws {
    #expect(try cached() == Self.size)
    try file.forget()
    #expect(try cached() == 0)
  }

  @Test func `a file is read anew to its end, and what can't be opened is left alone`() throws {
    try file.forget()
    PageCache.renew([file, folder.path.appending("missing"), folder.path])
    #expect(try cached() == Self.size)
  }

  @Test func `nothing is read of a pipe, nor of a device without an end`() throws {
    let pipe = try NamedPipe(folder.path.appending("pipe")).path
    let end = try FileDescriptor.open(pipe, .readWrite, options: .nonBlocking)
    try end.closeAfter {
      try end.writeAll("kept".utf8)
      PageCache.renew([pipe])
      var bytes = [UInt8](repeating: 0, count: 8)
      let count = try bytes.withUnsafeMutableBytes { try end.read(into: $0) }
      try #require(String(decoding: bytes.prefix(count), as: UTF8.self) == "kept")
    }
    PageCache.renew(["/dev/zero"])
  }

  @Test func `nothing is read once a stop is asked for`() throws {
    let interruption = try Interruption()
    interruption.raise()
    try file.forget()
    PageCache.renew([file], until: interruption)
    #expect(try cached() == 0)
  }

  @Test func `files are read anew before a story's second pair, and before no other's first`() {
    let pairs = ForgettingExecutor(file) { try? cached() }
    let executor: any PairExecutor = FileRenewal(of: [file], patience: .seconds(3600))
      .before(pairs)
    let plan = PairPlan(
      stories: ["list", "lend"], baseline: "a", candidate: "b", rounds: 1...2, seed: 1)
    for planned in plan.pairs { _ = executor.execute(planned) }
    #expect(pairs.found.values == [Self.size, 0, Self.size, 0])
  }

  @Test func `files are read anew before a build's second run`() {
    let runs = ForgettingExecutor(file) { try? cached() }
    let executor: any Executor = FileRenewal(of: [file], patience: .seconds(3600))
      .before(runs)
    for planned in RunMaking.plan(rounds: 2).runs { _ = executor.execute(planned) }
    #expect(runs.found.values == [Self.size, 0, Self.size, 0])
  }

  @Test func `no files are read anew before runs for memory`() throws {
    try file.forget()
    let runs = ForgettingExecutor(file) { try? cached() }
    let executor: any Executor = FileRenewal(of: [file], patience: .seconds(3600))
      .before(runs)
    let plan = RunPlan(
      kind: .fixedAddresses, stories: ["list"], builds: ["a", "b"], rounds: 2, seed: 1)
    for planned in plan.runs { _ = executor.execute(planned) }
    #expect(runs.found.values == [0, 0, 0, 0])
  }
}

extension FilePath {
  /// Has the kernel write the file, and forget its pages.
  fileprivate func forget() throws {
    let descriptor = try FileDescriptor.open(self, .readOnly)
    try descriptor.closeAfter {
      fdatasync(descriptor.rawValue)
      PageCache.drop(descriptor)
    }
  }
}

/// Makes runs that leave a file forgotten, and records how much of it was in the cache before.
private struct ForgettingExecutor: Executor, PairExecutor {
  final class Found {
    var values: [Int?] = []
  }

  let found = Found()
  let file: FilePath
  let cached: () -> Int?

  init(_ file: FilePath, cached: @escaping () -> Int?) { (self.file, self.cached) = (file, cached) }

  private func forget() {
    found.values.append(cached())
    try? file.forget()
  }

  func execute(_ planned: PlannedRun) -> Run {
    forget()
    return RunMaking.run(planned)
  }

  func execute(_ planned: PlannedPair) -> Pair<Run> {
    forget()
    return Pair(
      baseline: RunMaking.run(planned.run(of: .baseline, kind: .duet)),
      candidate: RunMaking.run(planned.run(of: .candidate, kind: .duet)))
  }
}
