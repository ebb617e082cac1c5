import DriverProtocol

/// Sizes in pages, from `/proc/PID/statm`.
public struct ProcessMemory: Equatable, Sendable {
  /// Resident pages.
  public var resident: Int64
  /// Resident pages backed by a file or shared memory.
  public var shared: Int64

  /// Creates a value from numbers of pages.
  public init(resident: Int64, shared: Int64) {
    self.resident = resident
    self.shared = shared
  }

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    guard let numbers: InlineArray<3, Int64> = text.numbers() else {
      throw .malformed(path: text.path, missing: "shared")
    }
    resident = numbers[1]
    shared = numbers[2]
  }
}

/// The memory's high-water mark and what is resident now, from `/proc/PID/status`.
public struct ProcessStatus: Equatable, Sendable {
  /// Peak resident set since exec, or since the last write to `clear_refs`.
  public let peakResident: Bytes
  /// Resident pages of files; 0 before Linux 4.5, which does not distinguish them.
  public let residentOfFiles: Bytes
  /// Resident pages backed only by swap; nil before Linux 4.5.
  public let residentAnonymous: Bytes?
  /// Resident pages of shared memory; 0 before Linux 4.5.
  public let residentShared: Bytes

  /// Parses the file.
  /// - Throws: ``SamplingError/withoutMemory(path:)`` for a zombie.
  public init(_ text: ProcText) throws(SamplingError) {
    func bytes(_ key: StaticString) -> Bytes? {
      text.numberIfPresent(after: key).map { Bytes(kilobytes: $0) }
    }
    guard let peak = bytes("VmHWM:") else { throw .withoutMemory(path: text.path) }
    peakResident = peak
    residentOfFiles = bytes("RssFile:") ?? .zero
    residentAnonymous = bytes("RssAnon:")
    residentShared = bytes("RssShmem:") ?? .zero
  }
}

/// The signals that the process ignores, from `/proc/PID/status`.
public struct IgnoredSignals: Equatable, Sendable {
  private let mask: UInt64

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    guard let word = text.words(after: "SigIgn"), let mask = UInt64(word, radix: 16) else {
      throw .malformed(path: text.path, missing: "SigIgn:")
    }
    self.mask = mask
  }

  /// Returns whether this signal is ignored.
  public func contains(_ signal: Int32) -> Bool { mask >> (signal - 1) & 1 == 1 }
}

/// Traffic with storage, from `/proc/PID/io`.
public struct ProcessStorage: Equatable, Sendable {
  /// Bytes fetched from storage.
  public let read: Bytes
  /// Bytes of pages made dirty.
  public let written: Bytes

  /// Parses the file.
  public init(_ text: ProcText) throws(SamplingError) {
    read = Bytes(try text.number(after: "read_bytes:"))
    written = Bytes(try text.number(after: "write_bytes:"))
  }
}

/// The files that a process has mapped, including its program and libraries, from `/proc/PID/maps`.
public struct MappedFiles: Equatable, Sendable {
  /// In the order of addresses.
  public let mappings: [Mapping]

  /// A part of a file and where it is mapped.
  public struct Mapping: Hashable, Sendable {
    /// Its first address.
    public let start: UInt64
    /// The first address after it.
    public let end: UInt64
    /// A Boolean value indicating whether the process may read it.
    public let isReadable: Bool
    /// The file; ends in ` (deleted)` if it was deleted.
    public let path: String
  }

  /// Parses the file.
  public init(_ text: ProcText) {
    mappings = text.lines.compactMap(Mapping.init)
  }
}

extension MappedFiles.Mapping {
  /// `55d0a000-55d0b000 r-xp 00001000 fe:00 1234    /usr/bin/app`. The path may contain blanks.
  /// Other mappings have no path, or one in brackets.
  fileprivate init?(_ line: Substring) {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6 else { return nil }
    let path = fields[5].drop { $0 == " " }
    let range = fields[0].split(separator: "-").map { UInt64($0, radix: 16) }
    guard path.hasPrefix("/"), range.count == 2, let start = range[0], let end = range[1],
      start < end
    else { return nil }
    self.start = start
    self.end = end
    isReadable = fields[1].hasPrefix("r")
    self.path = String(path)
  }
}
