import CAllocationPage
import Glibc
import SystemPackage

/// A page in which one process counts its allocations, written by the library `rehearse-allocations`.
final class AllocationPage {
  /// The counts since the process began, or was forked.
  struct Counts {
    /// By size class.
    var allocations = [UInt64](repeating: 0, count: ALLOCATION_CLASSES)
    /// By size class.
    var frees = [UInt64](repeating: 0, count: ALLOCATION_CLASSES)
    var allocatedBytes: UInt64 = 0
    var mappedBytes: UInt64 = 0
    /// The number of uncounted blocks that were freed.
    var strangers: UInt64 = 0
  }

  let process: Int32
  /// The number of programs that the process had executed before this one.
  let image: Int
  private let page: UnsafeMutablePointer<allocation_page>

  /// Maps a page.
  /// - Returns: nil if the file is not a page, or its process does not count yet.
  init?(_ folder: FilePath, _ name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let length = Self.length
    guard parts.count == 2, let process = Int32(parts[0]), let image = Int(parts[1]),
      let file = try? FileDescriptor.open(
        folder.appending(name), .readWrite, options: [.closeOnExec, .noFollow])
    else { return nil }
    defer { try? file.close() }
    // There is no memory after the end of a file.
    guard let end = try? file.seek(offset: 0, from: .end), end >= length,
      let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
      memory != MAP_FAILED
    else { return nil }
    page = memory.bindMemory(to: allocation_page.self, capacity: 1)
    self.process = process
    self.image = image
    guard allocation_page_counts(page) else { return nil }
  }

  deinit { munmap(page, Self.length) }

  private static let length = ALLOCATION_PAGE_SIZE

  var counts: Counts {
    var sum = allocation_slot()
    allocation_page_sum(page, &sum)
    var counts = Counts()
    withUnsafeBytes(of: &sum.allocations) {
      counts.allocations = Array($0.bindMemory(to: UInt64.self))
    }
    withUnsafeBytes(of: &sum.frees) { counts.frees = Array($0.bindMemory(to: UInt64.self)) }
    counts.allocatedBytes = sum.allocated_bytes
    counts.mappedBytes = sum.mapped_bytes
    counts.strangers = sum.strangers
    return counts
  }

  var liveBytes: Int64 { allocation_page_live(page) }

  /// The most bytes held since the last ``restartPeak()``; 0 if nothing was allocated since.
  var peakBytes: Int64 { allocation_page_peak(page) }

  /// The number of its threads that have allocated; those above 64 count as one.
  var threads: Int { Int(allocation_page_threads(page)) }

  /// The file whose `malloc` is called instead of the counting one; nil if there is none.
  var otherAllocator: String? {
    let name = withUnsafeBytes(of: &page.pointee.other) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return name.isEmpty ? nil : name
  }

  /// A Boolean value indicating whether it is the page of an executed program, not of a fork.
  var isProgram: Bool { page.pointee.is_program == 1 }

  /// A program that the process executed, in its own place or in a child.
  struct Start {
    /// The process that runs it; nil if unknown.
    let process: Int32?
    let program: String
    /// The reason why it will not count; nil if no reason is known.
    let reason: AllocationRefusal?
  }

  /// The first programs that it started.
  var starts: [Start] {
    (0..<allocation_page_named_starts(page)).compactMap { number in
      let process = allocation_page_start_process(page, number)
      guard process >= 0, let path = allocation_page_start_path(page, number) else { return nil }
      let bytes = UnsafeRawBufferPointer(start: path, count: Self.longestPath)
      let reason: AllocationRefusal?
      switch UInt8(bitPattern: allocation_page_start_reason(page, number)) {
      case UInt8(ascii: "s"): reason = .isStatic
      case UInt8(ascii: "e"): reason = .isUnset
      case UInt8(ascii: "u"): reason = .notLoaded
      case UInt8(ascii: "f"): reason = .noFile
      default: reason = nil
      }
      return Start(
        process: process == 0 ? nil : process,
        program: String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self), reason: reason)
    }
  }

  private static let longestPath = 251

  /// The number of further programs that it started.
  var otherStarts: Int { Int(clamping: allocation_page_other_starts(page)) }

  func restartPeak() { allocation_page_restart_peak(page) }
}
