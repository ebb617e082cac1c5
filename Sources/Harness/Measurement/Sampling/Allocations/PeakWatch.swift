import DriverProtocol
import Glibc
import Synchronization
import SystemPackage

/// Watches a process's resident memory on its own thread, and reads what it consists of at each new maximum.
///
/// It reads the one cheap number a thousand times a second. Only after growth by a thirty-second
/// does it read all mappings, which takes about a millisecond and delays a process that maps memory
/// meanwhile. So it belongs in runs whose times are not used.
public final class PeakWatch: Sendable {
  private static let interval: Int64 = 1_000_000

  private let stopRequest = StopSignal()
  private let view: Mutex<View>

  /// Begins to watch a process that counts its allocations in a folder.
  public init(of process: Int32, countingIn folder: FilePath) throws(SamplingError) {
    view = Mutex(try View(of: process, countingIn: folder))
    // Without it, there are still the readings at the ends of steps.
    try? SystemThread.start("rehearse-peaks") { [self] in
      while !stopRequest.wait(until: MonotonicClock.now + Self.interval) {
        let isThere = view.withLock { view in view.update() }
        if !isThere { return }
      }
    }
  }

  /// Ends the watch.
  public func close() { stopRequest.give() }

  /// Notes that a step begins, with a new peak.
  public func begin() { view.withLock { $0.begin() } }

  /// Returns what its memory consisted of at its greatest since the step began; nil if unknown.
  public func end() -> PeakParts? {
    view.withLock { view in
      _ = view.update(isLast: true)
      return view.parts
    }
  }

  /// The open files of the process, and what was read from them.
  private struct View {
    private let process: Int32
    private let folder: FilePath
    private let sizes: ProcFile
    private var page: AllocationPage?
    private var greatest: Int64 = 0
    private(set) var parts: PeakParts?

    init(of process: Int32, countingIn folder: FilePath) throws(SamplingError) {
      self.process = process
      self.folder = folder
      sizes = try ProcFile(ProcRoot().place(of: "statm", in: process))
    }

    mutating func begin() {
      (greatest, parts) = (0, nil)
      // A program that it executes counts in a new page.
      while let next = AllocationPage(folder, "\(process)-\((page?.image ?? -1) + 1)") {
        page = next
      }
    }

    /// The growth that triggers another reading, as a fraction of the last reading: 1/32.
    private static let growth: Int64 = 32
    /// How far the kernel's count of resident pages may lag, bytes: it is added up in batches.
    private static let batches: Int64 = 1 << 20

    /// Reads all mappings if the process has grown. At the end of the step current memory is read to the page, unless
    /// the process held more before.
    /// - Returns: whether the process still exists.
    mutating func update(isLast: Bool = false) -> Bool {
      guard let page else { return kill(process, 0) == 0 }
      let pages = try? sizes.read { text throws(SamplingError) in text.numbers(count: 2).last }
      guard let pages else { return false }
      let resident = Bytes(pages, of: Int64(getpagesize())).count
      let isWorthwhile =
        isLast
        ? resident > greatest - Self.batches : resident - greatest > greatest / Self.growth
      guard isWorthwhile else { return true }
      let map = try? WholeFile.read(ProcRoot().place(of: "smaps", in: process)) {
        text throws(SamplingError) in
        MemoryMap(text) {
          $0.hasPrefix(folder.string) || $0.hasSuffix(AllocationRefusal.libraryName)
        }
      }
      guard let map else { return false }
      greatest = max(greatest, resident)
      let sum = map.files + map.stacks + map.anonymous
      if let parts, parts.resident > sum { return true }
      let live = min(max(0, page.liveBytes), map.anonymous.count)
      parts = PeakParts(
        heap: Bytes(live), slack: map.anonymous - Bytes(live), files: map.files, stacks: map.stacks)
      return true
    }
  }
}
