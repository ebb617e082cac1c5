import CAllocationPage
import Glibc
import SystemPackage

/// A page in which one process counts what it allocates, as the library `rehearse-allocations` has it.
final class AllocationPage {
  /// The counts since the process began, or since it was forked.
  struct Counts {
    /// By class of size.
    var allocations = [UInt64](repeating: 0, count: ALLOCATION_CLASSES)
    /// By class of size.
    var frees = [UInt64](repeating: 0, count: ALLOCATION_CLASSES)
    var allocatedBytes: UInt64 = 0
    var mappedBytes: UInt64 = 0
    /// Blocks that were freed without having been counted.
    var strangers: UInt64 = 0
  }

  /// The process.
  let process: Int32
  /// How many programs it had executed before in its own place.
  let image: Int
  private let page: UnsafeMutablePointer<allocation_page>

  /// Maps a page.
  /// - Returns: nil where the file is none, or its process does not count yet.
  init?(_ folder: FilePath, _ name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    let length = Self.length
    guard parts.count == 2, let process = Int32(parts[0]), let image = Int(parts[1]),
      let file = try? FileDescriptor.open(
        folder.appending(name), .readWrite, options: [.closeOnExec, .noFollow])
    else { return nil }
    defer { try? file.close() }
    // Behind the end of a file there is no memory.
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

  /// What it has counted so far.
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

  /// The bytes that it holds.
  var liveBytes: Int64 { allocation_page_live(page) }

  /// The most that it held since the last ``restartPeak()``; 0 where it has allocated nothing since.
  var peakBytes: Int64 { allocation_page_peak(page) }

  /// The number of its threads that have allocated; those above 64 count as one.
  var threads: Int { Int(allocation_page_threads(page)) }

  /// The file whose `malloc` is called in place of the counted one; nil where there is none.
  var otherAllocator: String? {
    let name = withUnsafeBytes(of: &page.pointee.other) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return name.isEmpty ? nil : name
  }

  /// A Boolean value indicating whether a program begins with it, rather than a process that was forked.
  var isProgram: Bool { page.pointee.is_program == 1 }

  /// A program that the process executed in its own place, or started.
  struct Start {
    /// As which process it runs; nil where that is not known.
    let process: Int32?
    let program: String
    /// Why it will not count; nil where nothing was known that speaks against it.
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

  /// The number of those that it started beside these.
  var otherStarts: Int { Int(clamping: allocation_page_other_starts(page)) }

  /// Has the peak begin anew.
  func restartPeak() { allocation_page_restart_peak(page) }
}
