import CAllocationPage
import DriverProtocol
import Foundation
import Glibc
import Recording
import SystemPackage

/// The pages in which a process and all that it started count their allocations, read at the ends
/// of steps without waking the processes.
public final class AllocationPages {
  /// The environment variable that names their folder.
  public static let variable = ALLOCATION_FOLDER

  /// The size of each, bytes.
  public static let fileSize = Int(ALLOCATION_PAGE_SIZE)

  private let folder: FilePath
  private let process: Int32
  private var pages: [String: AllocationPage] = [:]
  private var before: [String: AllocationPage.Counts] = [:]
  private var heldBefore: [Int64] = []
  /// The number of programs that it has started, if it counts nothing itself.
  private var commands = 0

  /// Prepares for a process, and for all that it starts, whose pages are in a folder.
  public init(in folder: FilePath, of process: Int32) {
    self.folder = folder
    self.process = process
  }

  /// Returns a watch over what the first process's memory consists of; nil if it has ended.
  public func peakWatch() -> PeakWatch? { try? PeakWatch(of: process, countingIn: folder) }

  /// Notes that a step begins.
  public func begin() {
    findNew()
    before = pages.mapValues(\.counts)
    pages.values.forEach { $0.restartPeak() }
    heldBefore = living.map(\.liveBytes)
  }

  /// Returns what was allocated since the step began; nil if no process counts. The first process has started
  /// `commands` programs meanwhile without a note, because it does not count.
  public func end(commands: Int = 0) -> AllocationCost? {
    self.commands += commands
    findNew()
    awaitStarted()
    if pages.isEmpty { return nil }
    var sum = AllocationPage.Counts()
    for (name, page) in pages {
      let (now, then) = (page.counts, before[name] ?? AllocationPage.Counts())
      for kind in sum.allocations.indices {
        sum.allocations[kind] &+= now.allocations[kind] &- then.allocations[kind]
        sum.frees[kind] &+= now.frees[kind] &- then.frees[kind]
      }
      sum.allocatedBytes &+= now.allocatedBytes &- then.allocatedBytes
      sum.mappedBytes &+= now.mappedBytes &- then.mappedBytes
    }
    let peaks = heldBefore + pages.values.map(\.peakBytes) + living.map(\.liveBytes)
    return AllocationCost(
      allocations: total(sum.allocations), frees: total(sum.frees),
      allocatedBytes: bytes(sum.allocatedBytes), peakLiveBytes: Bytes(max(0, peaks.max() ?? 0)),
      live: living.first { $0.process == process }.map(held), sizes: sizes(sum),
      mappedBytes: bytes(sum.mappedBytes), threads: pages.values.map(\.threads).max() ?? 1)
  }

  /// The reason why the counts are not what the process allocates; nil if no reason is known.
  public var refusal: AllocationRefusal? {
    if commands == 0, !hasFirst || hasLeft { return AllocationRefusal(of: process) }
    if let other = pages.values.compactMap(\.otherAllocator).min() { return .otherAllocator(other) }
    if let uncounted = started.uncounted {
      let reason = uncounted.reason ?? .notCounting
      return uncounted.program.isEmpty ? reason : .started(uncounted.program, because: reason)
    }
    let all = pages.values.map(\.counts)
    let isEmpty = all.allSatisfy { $0.allocations.allSatisfy { $0 == 0 } }
    if isEmpty, all.contains(where: { $0.mappedBytes > 0 }) { return .nothing }
    let strangers = total(all.map(\.strangers))
    return strangers > 0 ? .strangers(strangers) : nil
  }

  /// A Boolean value indicating whether the first process itself counts, or did.
  public var hasFirst: Bool { pages.values.contains { $0.process == process } }

  /// A Boolean value indicating whether the process has executed a program that does not count, as `env -u`
  /// does: its page still exists, but is no longer mapped.
  private var hasLeft: Bool {
    guard let own = pages.values.filter({ $0.process == process }).max(by: { $0.image < $1.image }),
      let maps = try? WholeFile.read(
        ProcRoot().place(of: "maps", in: process), { $0.whole }), !maps.isEmpty
    else { return false }
    let name = "/\(folder.lastComponent?.string ?? "")/\(process)-\(own.image)\n"
    return !maps.contains(name)
  }

  private var started: StartedPrograms {
    StartedPrograms(pages.values, first: commands == 0 ? process : nil, unnoted: commands)
  }

  /// A program that was just started may not have opened its page yet. A page that never appears is
  /// waited for only once, because the run has then failed.
  private func awaitStarted() {
    let deadline = MonotonicClock.now + 1_000_000_000
    while let start = started.uncounted, start.reason == nil, MonotonicClock.now < deadline {
      if let process = start.process, kill(process, 0) != 0, errno == ESRCH { return }
      usleep(1000)
      findNew()
    }
  }

  /// Blocks that a child has from before the fork are counted by its parent.
  private func held(_ page: AllocationPage) -> AllocationCost.Live {
    let counts = page.counts
    return AllocationCost.Live(
      blocks: total(counts.allocations) - total(counts.frees), bytes: Bytes(page.liveBytes))
  }

  /// Processes that have ended, and programs that were replaced, hold nothing.
  private var living: [AllocationPage] {
    Dictionary(grouping: pages.values, by: \.process).compactMap { process, pages in
      kill(process, 0) == 0 || errno == EPERM ? pages.max { $0.image < $1.image } : nil
    }
  }

  private func findNew() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    where pages[name] == nil {
      pages[name] = AllocationPage(folder, name)
    }
  }

  private func sizes(_ counts: AllocationPage.Counts) -> [AllocationCost.Size] {
    counts.allocations.indices.compactMap { kind in
      let (allocations, frees) = (counts.allocations[kind], counts.frees[kind])
      if allocations == 0, frees == 0 { return nil }
      return AllocationCost.Size(
        upTo: bytes(allocation_class_limit(UInt32(kind))),
        allocations: Int64(clamping: allocations), frees: Int64(clamping: frees))
    }
  }

  private func total(_ counts: [UInt64]) -> Int64 { Int64(clamping: counts.reduce(0, &+)) }

  private func bytes(_ count: UInt64) -> Bytes { Bytes(Int64(clamping: count)) }
}
