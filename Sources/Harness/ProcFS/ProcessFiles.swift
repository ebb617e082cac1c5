/// `/proc/PID/statm`: sizes in pages.
public struct ProcessMemory: Equatable, Sendable {
  /// Resident pages.
  public var resident: Int64
  /// Resident pages that a file or shared memory backs.
  public var shared: Int64

  /// Numbers of pages.
  public init(resident: Int64, shared: Int64) {
    self.resident = resident
    self.shared = shared
  }

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let numbers: InlineArray<3, Int64> = text.numbers() else {
      throw .malformed(path: text.path, missing: "shared")
    }
    resident = numbers[1]
    shared = numbers[2]
  }
}

/// `/proc/PID/status`: memory's high water mark, and what is resident now.
public struct ProcessStatus: Equatable, Sendable {
  /// Peak resident set since exec, or since the last write to `clear_refs`; kB.
  public let peakResidentKilobytes: Int64
  /// Resident pages of files, kB; 0 before Linux 4.5, which does not tell them apart.
  public let residentFileKilobytes: Int64
  /// Resident pages that nothing but swap backs, kB; nil before Linux 4.5.
  public let residentAnonymousKilobytes: Int64?
  /// Resident pages of shared memory, kB; 0 before Linux 4.5.
  public let residentSharedKilobytes: Int64

  /// Parses the file; a zombie's has no memory lines and is refused as malformed.
  public init(_ text: ProcText) throws(ProcFSError) {
    peakResidentKilobytes = try text.number(after: "VmHWM:")
    residentFileKilobytes = text.numberIfPresent(after: "RssFile:") ?? 0
    residentAnonymousKilobytes = text.numberIfPresent(after: "RssAnon:")
    residentSharedKilobytes = text.numberIfPresent(after: "RssShmem:") ?? 0
  }
}

/// `/proc/PID/status`: the signals that the process ignores.
public struct IgnoredSignals: Equatable, Sendable {
  private let mask: UInt64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let word = text.words(after: "SigIgn"), let mask = UInt64(word, radix: 16) else {
      throw .malformed(path: text.path, missing: "SigIgn:")
    }
    self.mask = mask
  }

  /// Whether this signal is ignored.
  public func contains(_ signal: Int32) -> Bool { mask >> (signal - 1) & 1 == 1 }
}

/// `/proc/PID/io`: traffic with storage.
public struct ProcessStorage: Equatable, Sendable {
  /// Bytes fetched from storage.
  public let readBytes: Int64
  /// Bytes of pages made dirty.
  public let writtenBytes: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    readBytes = try text.number(after: "read_bytes:")
    writtenBytes = try text.number(after: "write_bytes:")
  }
}
