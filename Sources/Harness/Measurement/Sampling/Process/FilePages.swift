import SystemPackage

/// Makes the kernel map all pages of the files that another process has mapped, above all its
/// program and libraries.
///
/// A fault on a file's page also maps the pages around it that happen to be in memory. How many differs
/// between copies of one program, and stays so for a while. The high-water mark of memory includes
/// them, so the rest of it is unknown while they are loaded. Once all are mapped, no more come.
public final class FilePages {
  private let maps: FilePath
  private let memory: FileDescriptor?
  private var done: Set<MappedFiles.Mapping> = []

  /// Opens the memory of a process.
  public init(of pid: Int32, root: ProcRoot = ProcRoot()) {
    maps = root.place(of: "maps", in: pid)
    memory = try? FileDescriptor.open(
      root.place(of: "mem", in: pid), .readOnly, options: .closeOnExec)
  }

  deinit {
    // Nothing is lost if closing a file opened for reading fails.
    try? memory?.close()
  }

  /// Maps what is only partly mapped since the last call.
  ///
  /// Mappings above 256 MiB are data, and left alone. So is memory that is no file, because reading
  /// would create its pages.
  /// - Returns: false if the kernel does not permit reading the process's memory.
  public func mapAll() -> Bool {
    guard let memory else { return false }
    // A process that has ended shows none, which reading its counters will reveal.
    let files = try? WholeFile.read(maps, MappedFiles.init)
    let new = (files?.mappings ?? []).filter {
      $0.isReadable && $0.end - $0.start <= 256 << 20 && !$0.isMemory && done.insert($0).inserted
    }
    withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 1) { buffer in
      for mapping in new { Self.read(mapping, of: memory, into: buffer) }
    }
    return true
  }

  /// Reading another process's memory makes its pages resident, as if it had read them. Reading
  /// stops at the end of the file.
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
  fileprivate var isMemory: Bool {
    ["/dev/", "/memfd:", "/SYSV", "/anon_hugepage"].contains { path.hasPrefix($0) }
  }
}
