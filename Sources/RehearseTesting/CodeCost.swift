import Foundation
import Testing

/// The cost of a piece of code, measured in a fresh process by an exit test.
///
/// ```swift
/// @Test func parsingFitsItsBudget() async throws {
///   let process = try await #require(
///     processExitsWith: .success, observing: [\.standardOutputContent]
///   ) {
///     try await CodeCost.measure { parse(bigText()) }
///   }
///   let cost = try CodeCost(of: process)
///   #expect(cost.memoryGrowth < .megabytes(64))
/// }
/// ```
///
/// These are absolute values of one process, for budgets with some room. To find out whether code
/// got slower, use pairs of runs: ``RehearsedTrait``.
public struct CodeCost: Sendable, Hashable, Codable {
  /// The number of measured calls.
  public let calls: Int
  /// CPU time of all threads, over all calls.
  public let cpuTime: Duration
  /// Elapsed time of all calls.
  public let wallTime: Duration
  /// Resident memory of the process before the first measured call: that of the tests themselves
  /// and their libraries, some ten megabytes.
  public let memoryBefore: MemorySize
  /// The peak resident memory of the process during the calls. The kernel counts in batches, so it
  /// may be half a megabyte too low.
  public let peakMemory: MemorySize

  /// How far the peak exceeds the memory before: what the calls added.
  public var memoryGrowth: MemorySize { peakMemory - memoryBefore }
  /// Average CPU time of a call.
  public var cpuTimePerCall: Duration { cpuTime / max(1, calls) }
  /// Average elapsed time of a call.
  public var wallTimePerCall: Duration { wallTime / max(1, calls) }

  /// Measures code in the body of an exit test, and prints its cost for ``init(of:)``.
  ///
  /// It waits for nothing else: waiting for an exit test occupies some of the tests' threads, so
  /// there may be none left for what it would wait for.
  /// - Parameters:
  ///   - calls: the number of calls to measure.
  ///   - warmup: calls before that are not measured; the first call loads the code, and makes what
  ///     is made once.
  ///   - body: the code. Its result is used, so that the compiler can't omit the call.
  /// - Throws: errors of `body`, and ``RehearsalError`` if this process can't be measured.
  public static func measure<Result>(
    calls: Int = 1, warmup: Int = 0, _ body: () async throws -> Result
  ) async throws {
    guard calls > 0 else { throw RehearsalError.noCalls(calls) }
    for _ in 0..<max(0, warmup) { use(try await body()) }
    let before = try MemorySize.residentAfterReset()
    let (cpu, clock) = (processTime(), ContinuousClock.now)
    for _ in 0..<calls { use(try await body()) }
    let (wallTime, cpuTime) = (ContinuousClock.now - clock, processTime() - cpu)
    let cost = CodeCost(
      calls: calls, cpuTime: cpuTime, wallTime: wallTime, memoryBefore: before,
      peakMemory: max(before, try MemorySize.peak()))
    // Anything that the code printed comes first.
    fflush(nil)
    let line = Data("\n\(mark)".utf8) + (try JSONEncoder().encode(cost)) + Data("\n".utf8)
    try FileHandle.standardOutput.write(contentsOf: line)
  }
}

extension CodeCost {
  /// The cost that ``measure(calls:warmup:_:)`` printed in an exit test.
  /// - Throws: ``RehearsalError/notMeasured`` if it printed none,
  ///   ``RehearsalError/measuredOften(_:)`` if several.
  public init(of process: ExitTest.Result) throws {
    self = try Self.printed(in: process.standardOutputContent)
  }

  /// The only cost among the lines of a text: of several, a budget would hold for one alone.
  static func printed(in output: [UInt8]) throws -> CodeCost {
    let mark = Array(Self.mark.utf8)
    let lines = output.split(separator: UInt8(ascii: "\n"))
    let costs = lines.filter { $0.starts(with: mark) }
    guard let line = costs.first else { throw RehearsalError.notMeasured }
    guard costs.count == 1 else { throw RehearsalError.measuredOften(costs.count) }
    return try JSONDecoder().decode(CodeCost.self, from: Data(line.dropFirst(mark.count)))
  }

  private static let mark = "rehearse-testing-cost "

  @inline(never)
  private static func use<Value>(_ value: Value) { withExtendedLifetime(value) {} }

  private static func processTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}

/// An amount of memory.
public struct MemorySize: Sendable, Hashable, Codable {
  /// The number of bytes.
  public let bytes: Int64

  /// Creates an amount in bytes.
  public static func bytes(_ count: Int64) -> Self { Self(bytes: count) }
  /// Creates an amount in kilobytes of 1000 bytes.
  public static func kilobytes(_ count: Double) -> Self { Self(count * 1e3) }
  /// Creates an amount in megabytes of 1,000,000 bytes.
  public static func megabytes(_ count: Double) -> Self { Self(count * 1e6) }
  /// Creates an amount in gigabytes of 1,000,000,000 bytes.
  public static func gigabytes(_ count: Double) -> Self { Self(count * 1e9) }

  /// The difference; negative if the second is greater.
  public static func - (a: Self, b: Self) -> Self {
    let (difference, isBeyond) = a.bytes.subtractingReportingOverflow(b.bytes)
    return Self(bytes: isBeyond ? b.bytes < 0 ? .max : .min : difference)
  }

  private init(bytes: Int64) { self.bytes = bytes }

  /// Limited to 8 EiB; zero if it is not a number.
  private init(_ count: Double) {
    let limit = 0x1p63
    bytes = count >= limit ? .max : count > -limit ? Int64(count.rounded()) : count.isNaN ? 0 : .min
  }
}

extension MemorySize: Comparable, CustomStringConvertible {
  /// Compares the numbers of bytes.
  public static func < (a: Self, b: Self) -> Bool { a.bytes < b.bytes }

  /// Such as `81.2 MB`.
  public var description: String {
    let units: [(size: Double, symbol: String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    let count = Double(bytes)
    guard let unit = units.first(where: { count.magnitude >= $0.size }) else { return "\(bytes) B" }
    return "\((count / unit.size * 10).rounded() / 10) \(unit.symbol)"
  }
}

extension MemorySize {
  /// Resets the peak of this process.
  /// - Returns: the current resident memory.
  fileprivate static func residentAfterReset() throws(RehearsalError) -> Self {
    do {
      // Writing 5 makes the kernel reset the peak to the current resident memory.
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/proc/self/clear_refs"))
      try file.write(contentsOf: Data("5".utf8))
      try file.close()
    } catch {
      throw .noPeak("the peak can't be set back: \(error.localizedDescription)")
    }
    return try value(of: "VmRSS")
  }

  /// The peak resident memory of this process since the reset.
  fileprivate static func peak() throws(RehearsalError) -> Self { try value(of: "VmHWM") }

  private static func value(of name: String) throws(RehearsalError) -> Self {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("\(name):") {
      // `VmHWM:    12345 kB`, in units of 1024 bytes.
      let words = line.dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace)
      if let count = words.first.flatMap({ Int64($0) }), words.last == "kB" {
        return .bytes(count.multipliedReportingOverflow(by: 1024).partialValue)
      }
    }
    throw .noPeak("/proc/self/status has no \(name)")
  }
}
