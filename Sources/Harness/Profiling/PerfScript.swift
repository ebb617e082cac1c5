import Recording

/// Reads what `perf script` prints of a recording: samples with their calls, the innermost first.
///
///     4711/4711   13084.125715355:
///     	          2e95a1 swift_retain (/usr/lib/libswiftCore.so)
///     	           7e0e5 main (/tmp/driver)
///
/// Source: `perf-script(1)` of Linux 6.1, fields pid, tid, time, ip, sym and dso.
public struct PerfScript {
  /// The fields to ask for, as options.
  public static let options = [
    "--no-inline", "--show-lost-events", "--ns", "-F", "pid,tid,time,ip,sym,dso",
  ]

  private let windows: [Range<Int64>]
  private var names: FunctionNames
  private var builder = ProfileBuilder()
  private var path: [ProfiledFunction] = []
  private var isWanted = false
  /// The number of samples that were not kept.
  private var lost = 0
  private var frames: [Substring: ProfiledFunction?] = [:]

  /// Prepares.
  /// - Parameters:
  ///   - windows: the times whose samples count, ns on the monotonic clock, ascending.
  ///   - names: tells functions apart.
  public init(windows: [Range<Int64>], names: FunctionNames) {
    self.windows = windows
    self.names = names
  }

  /// Reads the whole text.
  /// - Throws: ``PerfScriptError`` at a line that is none of `perf script`'s.
  public mutating func profile(_ text: String, samplePeriod: Double) throws -> Profile {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        endSample()
      } else if line.utf8.first == UInt8(ascii: "\t") {
        if isWanted { try addFrame(line) }
      } else {
        endSample()
        try begin(line)
      }
    }
    endSample()
    return try builder.profile(samplePeriod: samplePeriod, lostSamples: lost)
  }

  private mutating func begin(_ line: Substring) throws(PerfScriptError) {
    if let mark = line.firstRange(of: "PERF_RECORD_LOST") {
      // `PERF_RECORD_LOST id:…: lost:12`, and of samples alone `PERF_RECORD_LOST_SAMPLES: lost 12`.
      guard let count = Int(line[mark.upperBound...].reversedDigits) else {
        throw PerfScriptError(line: String(line))
      }
      lost = count > Int.max - lost ? .max : lost + count
      return
    }
    guard let time = Self.time(line) else { throw PerfScriptError(line: String(line)) }
    isWanted = windows.contains { $0.contains(time) }
  }

  /// The time in ns, of a line that ends in `13084.125715355:`.
  private static func time(_ line: Substring) -> Int64? {
    guard let word = line.split(separator: " ").last, word.hasSuffix(":") else { return nil }
    let parts = word.dropLast().split(separator: ".")
    guard parts.count == 2, parts[1].utf8.count == 9, let seconds = Int64(parts[0]),
      let rest = Int64(parts[1])
    else { return nil }
    let (whole, isTooGreat) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooGreat else { return nil }
    let (sum, overflows) = whole.addingReportingOverflow(rest)
    return overflows ? nil : sum
  }

  private mutating func addFrame(_ line: Substring) throws(PerfScriptError) {
    let words = line.drop { $0 == "\t" || $0 == " " }
    guard let blank = words.utf8.firstIndex(of: UInt8(ascii: " ")) else {
      throw PerfScriptError(line: String(line))
    }
    let frame = words[words.index(after: blank)...]
    // The address says only where within the function, but for what is no code at all.
    if let known = frames[frame] {
      if let known { path.append(known) }
      return
    }
    guard frame.hasSuffix(")"), let mark = frame.ranges(of: " (").last else {
      throw PerfScriptError(line: String(line))
    }
    let symbol = frame[..<mark.lowerBound]
    let image = frame[mark.upperBound...].dropLast()
    // Where a function keeps no frame pointer, the walk ends in what is no address.
    let isCode = !(symbol == "[unknown]" && image == "[unknown]")
    let function =
      isCode ? names.function(symbol: symbol == "[unknown]" ? nil : symbol, image: image) : nil
    frames[frame] = .some(function)
    if let function { path.append(function) }
  }

  private mutating func endSample() {
    defer { (path, isWanted) = ([], false) }
    guard isWanted else { return }
    if path.isEmpty {
      path = [ProfiledFunction(name: "[unknown]", module: "unknown", kind: .unknown)]
    }
    var outermostFirst: [ProfiledFunction] = []
    // Parts of one function that call each other, such as a function its closure, are one.
    for function in path.reversed() where function != outermostFirst.last {
      outermostFirst.append(function)
    }
    builder.add(outermostFirst)
  }
}

extension Substring {
  /// The digits at its end.
  fileprivate var reversedDigits: String {
    String(trimmingSuffix { $0 == " " }.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
  }

  private func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isTrimmed(last) { rest = rest.dropLast() }
    return rest
  }
}

/// A line that is none of `perf script`'s.
public struct PerfScriptError: Error, Equatable, CustomStringConvertible {
  /// The line.
  public let line: String

  /// The line, and what to do.
  public var description: String {
    "'perf script' printed a line that is not understood: '\(line.prefix(200))'. Rehearse knows what "
      + "perf of Linux 5.10 to 6.12 prints."
  }
}
