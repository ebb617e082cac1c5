/// `/proc/PID/statm`: sizes in pages.
public struct ProcessMemory: Equatable, Sendable {
  /// Resident pages.
  public let resident: Int64
  /// Resident pages that a file or shared memory backs.
  public let shared: Int64

  /// Parses the file.
  public init(_ text: ProcText) throws(ProcFSError) {
    let numbers = text.numbers(count: 3)
    guard numbers.count == 3 else { throw .malformed(path: text.path, missing: "shared") }
    resident = numbers[1]
    shared = numbers[2]
  }
}

/// `/proc/PID/stat`, the fields that count for the whole process.
public struct ProcessStat: Equatable, Sendable {
  /// Whether the main thread is on a CPU, or wants to be (state R).
  public let isRunning: Bool
  /// Page faults without storage access, all threads.
  public let minorFaults: Int64
  /// Page faults with storage access, all threads.
  public let majorFaults: Int64

  /// Parses the file. The name before the last `)` may itself hold blanks and parentheses.
  public init(_ text: ProcText) throws(ProcFSError) {
    guard let name = text.offset(afterLast: ")") else {
      throw .malformed(path: text.path, missing: "comm")
    }
    // After the name: blank, the state's letter, then numbers from field 4 (ppid) on.
    let numbers = text.numbers(from: name + 2, count: 9)
    guard numbers.count == 9 else {
      throw .malformed(path: text.path, missing: "majflt")
    }
    isRunning = text.bytes[name + 1] == UInt8(ascii: "R")
    minorFaults = numbers[6]
    majorFaults = numbers[8]
  }
}

/// `/proc/PID/status`: memory's high water mark.
public struct ProcessStatus: Equatable, Sendable {
  /// Peak resident set since exec, or since the last write to `clear_refs`; kB.
  public let peakResidentKilobytes: Int64

  /// Parses the file; a zombie's has no memory lines and is refused as malformed.
  public init(_ text: ProcText) throws(ProcFSError) {
    peakResidentKilobytes = try text.number(after: "VmHWM:")
  }
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
