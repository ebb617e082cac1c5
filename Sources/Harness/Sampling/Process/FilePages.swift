import ProcFS
import SystemPackage

/// Has the kernel map all pages of the files that another process has mapped, its program and libraries
/// first of all.
///
/// A fault on a page of a file maps those around it too, as far as they happen to be in memory: how
/// many differs between copies of one program, and stays so for a while. The high-water mark of memory
/// holds them all, so what it holds beside them is unknown while they come. Once all are mapped,
/// none comes any more.
public final class FilePages {
  private let maps: FilePath
  private let memory: FileDescriptor?
  private var done: Set<MappedFiles.Mapping> = []

  /// Opens the memory of a process.
  public init(of pid: Int32, root: ProcRoot = ProcRoot()) {
    maps = root.folder(of: pid).appending("maps")
    memory = try? FileDescriptor.open(
      root.folder(of: pid).appending("mem"), .readOnly, options: .closeOnExec)
  }

  deinit {
    // A file opened for reading loses nothing when closing fails.
    try? memory?.close()
  }

  /// Maps what was mapped in part since the last time.
  ///
  /// Mappings of more than 256 MiB are data, and left alone; so is what is memory rather than a file,
  /// of which pages would come to be by being read.
  /// - Returns: false where the kernel lets nobody read the process's memory.
  public func mapAll() -> Bool {
    guard let memory else { return false }
    // A process that has ended shows none; whoever reads its counters finds that out.
    let files = try? WholeFile.read(maps) { text in MappedFiles(text) }
    let new = (files?.mappings ?? []).filter {
      $0.isReadable && $0.end - $0.start <= 256 << 20 && !$0.isMemory
        && done.insert($0).inserted
    }
    withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 1) { buffer in
      for mapping in new { Self.read(mapping, of: memory, into: buffer) }
    }
    return true
  }

  /// To read another's memory makes its pages resident, as if it had read them. Behind the end of a
  /// file there is nothing, and reading ends.
  private static func read(
    _ mapping: MappedFiles.Mapping, of memory: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer
  ) {
    var address = mapping.start
    while address < mapping.end, let offset = Int64(exactly: address) {
      let part = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<Int(min(UInt64(buffer.count), mapping.end - address))])
      guard let count = try? memory.read(fromAbsoluteOffset: offset, into: part), count > 0
      else { return }
      address += UInt64(count)
    }
  }
}

extension MappedFiles.Mapping {
  /// A Boolean value indicating whether it is shared memory or a device.
  fileprivate var isMemory: Bool {
    ["/dev/", "/memfd:", "/SYSV", "/anon_hugepage"].contains { path.hasPrefix($0) }
  }
}
