import Recording

/// Reads what `perf script` prints of a recording: samples with their calls, the innermost first.
///
///     4711/4711   13084.125715355:
///     	          2e95a1 swift_retain (/usr/lib/libswiftCore.so)
///     	           7e0e5 main (/tmp/driver)
///
/// An address within a file is the place in that file.
///
/// Source: `perf-script(1)` of Linux 6.1, fields pid, tid, time, ip, sym and dso.
public struct PerfScript {
  /// The fields to ask for, as options. Inlined functions are asked for elsewhere: perf 6.1 finds none of
  /// Swift's, and takes seconds.
  public static let options = [
    "--no-inline", "--show-lost-events", "--ns", "-F", "pid,tid,time,ip,sym,dso",
  ]

  private let windows: [Range<Int64>]
  private var frames: [Frame] = []
  /// The place of each frame; nil of what is no code.
  private var known: [FrameKey: (image: Substring, place: Int?)] = [:]
  /// The frames of each sample, the innermost first.
  private var samples: [[Int]] = []
  private var isWanted = false
  /// The file of the frame before, which is what this one called; nil before the innermost.
  private var callee: Substring?
  /// The number of samples that were not kept.
  private var lost = 0

  /// A place in code.
  private struct Frame {
    let address: UInt64
    /// Nil where none is known.
    let symbol: Substring?
    let image: Substring
  }

  /// What a frame is known by.
  private struct FrameKey: Hashable {
    let line: Substring
    /// Whether it is where a call returns to, which is behind the call.
    let isReturn: Bool
  }

  /// Reads the whole text.
  /// - Parameter windows: the times whose samples count, ns on the monotonic clock, ascending.
  /// - Throws: ``PerfScriptError`` at a line that is none of `perf script`'s.
  public init(_ text: String, windows: [Range<Int64>]) throws(PerfScriptError) {
    self.windows = windows
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        isWanted = false
      } else if line.utf8.first == UInt8(ascii: "\t") {
        if isWanted { try addFrame(line) }
      } else {
        try begin(line)
      }
    }
  }

  private mutating func begin(_ line: Substring) throws(PerfScriptError) {
    (isWanted, callee) = (false, nil)
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
    if isWanted { samples.append([]) }
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
    // What was interrupted stands innermost, or behind the kernel's calls.
    let isReturn = callee.map { !$0.hasPrefix("[kernel") } ?? false
    let key = FrameKey(line: line, isReturn: isReturn)
    if let frame = known[key] {
      callee = frame.image
      if let place = frame.place { samples[samples.count - 1].append(place) }
      return
    }
    let words = line.drop { $0 == "\t" || $0 == " " }
    guard let blank = words.utf8.firstIndex(of: UInt8(ascii: " ")),
      let address = UInt64(words[..<blank], radix: 16)
    else { throw PerfScriptError(line: String(line)) }
    let frame = words[words.index(after: blank)...]
    guard frame.hasSuffix(")"), let mark = frame.ranges(of: " (").last else {
      throw PerfScriptError(line: String(line))
    }
    let symbol = frame[..<mark.lowerBound]
    let image = frame[mark.upperBound...].dropLast()
    // Where a function keeps no frame pointer, the walk ends in what is no address.
    let isCode = symbol != "[unknown]" || image != "[unknown]"
    known[key] = (image, isCode ? frames.count : nil)
    callee = image
    guard isCode else { return }
    samples[samples.count - 1].append(frames.count)
    frames.append(
      Frame(
        address: isReturn ? address &- 1 : address, symbol: symbol == "[unknown]" ? nil : symbol,
        image: image))
  }

  /// The places in each file at which samples were taken or calls made.
  public var code: [Substring: Set<UInt64>] {
    frames.reduce(into: [:]) { code, frame in
      if frame.image.hasPrefix("/") { code[frame.image, default: []].insert(frame.address) }
    }
  }

  /// The calls of all samples.
  /// - Parameters:
  ///   - names: tells functions apart.
  ///   - inlined: by file and place what was inlined there, the innermost first.
  ///   - inlining: whether that is known.
  /// - Throws: `ProfileError` where a number can't be.
  public func profile(
    names: FunctionNames, inlined: [Substring: [UInt64: [String]]] = [:],
    inlining: Profile.Inlining? = nil, samplePeriod: Double
  ) throws(ProfileError) -> Profile {
    var names = names
    let calls = frames.map { frame in
      names.calls(
        symbol: frame.symbol, image: frame.image,
        inlined: inlined[frame.image]?[frame.address] ?? [])
    }
    var builder = ProfileBuilder()
    for sample in samples {
      var path: [ProfiledCall] = []
      for frame in sample.reversed() { path.add(calls[frame]) }
      if path.isEmpty {
        path = [
          ProfiledCall(ProfiledFunction(name: "[unknown]", module: "unknown", kind: .unknown))
        ]
      }
      builder.add(calls: path)
    }
    return try builder.profile(
      samplePeriod: samplePeriod, lostSamples: lost, inlining: inlining)
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
