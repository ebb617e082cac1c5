import Recording

/// Parses the output of `perf script`: samples with their calls, the innermost first.
///
///     4711/4711   13084.125715355:
///     	          2e95a1 swift_retain (/usr/lib/libswiftCore.so)
///     	           7e0e5 main (/tmp/driver)
///
/// An address within a file is an offset in that file. Of waiting, a sample is taken before the kernel takes the CPU
/// from a thread, and lines without calls tell when it did, and when it gave one back:
///
///     4711/4711   13084.125715355: PERF_RECORD_SWITCH OUT
///     4711/4711   13084.135715355: PERF_RECORD_SWITCH IN
///
/// Before that, the thread was in the run queue: all the time if it was preempted (`OUT preempt`), or from
/// when it was woken, if that is recorded too. The line of a wake-up begins with who woke the thread, and then names it
/// in one of two forms:
///
///     0/0   13084.135714355: sched:sched_wakeup: driver:4711 [120] CPU:001
///     0/0   13084.135714355: sched:sched_wakeup: comm=driver pid=4711 prio=120 target_cpu=001
///
/// Sources: `perf-script(1)` of Linux 6.1, fields pid, tid, time, ip, sym and dso, and for wake-ups event and trace;
/// `plugin_sched_switch.c` of libtraceevent for the first form, `include/trace/events/sched.h` for the second.
public struct PerfScript {
  /// The fields to request, as options. Inlined functions come from another tool: perf 6.1 finds none of Swift's, and
  /// takes seconds. perf refuses fields of events that were not recorded, and wake-ups often are not.
  public static func options(for unit: Profile.Unit, withWakeUps: Bool = false) -> [String] {
    let fields = (withWakeUps ? "sw:" : "") + "pid,tid,time,ip,sym,dso"
    return ["--no-inline", "--show-lost-events", "--ns", "-F", fields]
      + (withWakeUps ? ["-F", "trace:pid,tid,time,event,trace"] : [])
      + (unit == .offCPUTime ? ["--show-switch-events"] : [])
  }

  /// The time that a sample of waiting stands for, ns.
  public static let waitingTime = 1000.0

  private let windows: [Range<Int64>]
  private let unit: Profile.Unit
  /// The beginning of the lines of a process that does not count.
  private let leftOut: String?
  /// The count of each sample: 1, or microseconds of waiting.
  private var weights: [Int] = []
  /// The microseconds for which the thread of each sample was ready to run, but had no CPU.
  private var queued: [Int] = []
  /// The last sample of each thread, by its process and thread number.
  private var last: [Substring: Int] = [:]
  /// The threads that wait, by their process and thread number.
  private var waiting: [Substring: Wait] = [:]
  /// When threads that wait were woken, by their thread number.
  private var woken: [Substring: Int64] = [:]
  /// A Boolean value indicating whether the text says when a thread that waited was woken.
  public private(set) var hasWakeUps = false
  private var frames: [Frame] = []
  /// The place of each frame; nil if it is not code.
  private var known: [FrameKey: (image: Substring, place: Int?)] = [:]
  /// The frames of each sample, the innermost first.
  private var samples: [[Int]] = []
  private var isWanted = false
  /// The file of the previous frame, which this one called; nil before the innermost.
  private var callee: Substring?
  private var lost = 0
  /// All processes with samples, in the time spans or not.
  public private(set) var processes: Set<Substring> = []

  /// The wait of a thread; times in ns.
  private struct Wait {
    let since: Int64
    let sample: Int
    /// When it was ready to run again; nil if that is not known.
    var ready: Int64?
  }

  private struct Frame {
    let address: UInt64
    /// Nil if unknown.
    let symbol: Substring?
    let image: Substring
  }

  private struct FrameKey: Hashable {
    let line: Substring
    /// A Boolean value indicating whether it is a return address, which is after the call.
    let isReturn: Bool
  }

  /// Parses the whole text. Samples, or times of waiting, count in the time spans `windows`: ns on the monotonic
  /// clock, ascending. What a process does that is `leftOut` does not count.
  /// - Throws: ``ProfilingError`` at a line that `perf script` does not write.
  public init(
    _ text: String, of unit: Profile.Unit = .cpuTime, windows: [Range<Int64>],
    leftOut: Int32? = nil
  ) throws(ProfilingError) {
    self.leftOut = leftOut.map { "\($0)/" }
    self.windows = windows
    self.unit = unit
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

  private mutating func begin(_ line: Substring) throws(ProfilingError) {
    (isWanted, callee) = (false, nil)
    if let mark = line.firstRange(of: "PERF_RECORD_LOST") {
      // `PERF_RECORD_LOST id:…: lost:12`, and for samples alone `PERF_RECORD_LOST_SAMPLES: lost 12`.
      let digits = line[mark.upperBound...].firstMatch(of: /([0-9]+) *$/)
      guard let count = digits.flatMap({ Int($0.1) }) else {
        throw ProfilingError.unknownLine(String(line), of: .perf)
      }
      lost = count > Int.max - lost ? .max : lost + count
      // What waits, and where, is unknown until the next switches.
      (waiting, last, woken) = ([:], [:], [:])
      return
    }
    if unit == .offCPUTime, let mark = line.firstRange(of: "sched:sched_wakeup:") {
      return try noteWakeUp(line[..<mark.lowerBound], line[mark.upperBound...])
    }
    if let mark = line.firstRange(of: "PERF_RECORD_SWITCH") {
      return try noteSwitch(line[..<mark.lowerBound], line[mark.upperBound...])
    }
    guard let time = Self.time(line) else {
      throw ProfilingError.unknownLine(String(line), of: .perf)
    }
    let thread = Self.thread(line)
    if let process = thread?.prefix(while: { $0 != "/" }) { processes.insert(process) }
    let isOfWaits = unit == .offCPUTime
    isWanted =
      (isOfWaits || windows.contains { $0.contains(time) })
      && leftOut.map { !line.drop { $0 == " " }.hasPrefix($0) } ?? true
    guard isWanted else { return }
    samples.append([])
    weights.append(isOfWaits ? 0 : 1)
    queued.append(0)
    if isOfWaits, let thread { last[thread] = samples.count - 1 }
  }

  /// Notes that a thread lost its CPU or got one: `OUT`, `OUT preempt` or `IN`. What the kernel preempts is ready to
  /// run at once.
  private mutating func noteSwitch(_ head: Substring, _ what: Substring) throws(ProfilingError) {
    guard let time = Self.time(head), let thread = Self.thread(head) else {
      throw ProfilingError.unknownLine("\(head)PERF_RECORD_SWITCH\(what)", of: .perf)
    }
    let words = what.split(separator: " ")
    // A wake-up before the loss of a CPU ended no wait.
    let ready =
      woken.isEmpty ? nil : woken.removeValue(forKey: thread.drop { $0 != "/" }.dropFirst())
    if words.first == "IN" {
      guard var wait = waiting.removeValue(forKey: thread) else { return }
      if wait.ready == nil, let ready {
        wait.ready = ready
        hasWakeUps = true
      }
      count(wait, until: time)
    } else if let sample = last.removeValue(forKey: thread) {
      let isPreempted = words.contains("preempt")
      waiting[thread] = Wait(since: time, sample: sample, ready: isPreempted ? time : nil)
    }
  }

  /// Notes that a thread was woken. If both it and who wakes it are recorded, perf has two equal lines. A program's
  /// name may have blanks and brackets, so its end is found from the right.
  private mutating func noteWakeUp(_ head: Substring, _ what: Substring) throws(ProfilingError) {
    let words = what.split(separator: " ")
    let isShort = words.last?.hasPrefix("CPU:") ?? false
    let word =
      isShort
      ? words.lastIndex { $0.hasPrefix("[") }.flatMap { $0 > 0 ? words[$0 - 1] : nil }
      : words.last { $0.hasPrefix("pid=") }
    guard let time = Self.time(head), let word,
      let thread = word.split(whereSeparator: { $0 == ":" || $0 == "=" }).last,
      Int32(thread) != nil
    else { throw ProfilingError.unknownLine("\(head)sched:sched_wakeup:\(what)", of: .perf) }
    if woken[thread] == nil { woken[thread] = time }
  }

  /// Counts a wait that begins and ends within one time span. What waited before, or goes on waiting, waits for work:
  /// a step waits for the threads that take part in it. Its last part may be in the run queue.
  private mutating func count(_ wait: Wait, until end: Int64) {
    guard windows.contains(where: { $0.contains(wait.since) && end <= $0.upperBound }) else {
      return
    }
    let ready = min(end, max(wait.since, wait.ready ?? end))
    weights[wait.sample] += Self.count(from: wait.since, to: ready)
    queued[wait.sample] += Self.count(from: ready, to: end)
  }

  /// The number of samples that stand for a time of waiting.
  private static func count(from start: Int64, to end: Int64) -> Int {
    // Damaged text may say anything; no run takes ten days.
    Int(max(0, min(1e12, ((Double(end) - Double(start)) / waitingTime).rounded())))
  }

  private static func thread(_ line: Substring) -> Substring? { line.split(separator: " ").first }

  /// The time in ns, from a line that ends in `13084.125715355:`.
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

  private mutating func addFrame(_ line: Substring) throws(ProfilingError) {
    // The interrupted code is innermost, or right after the kernel's calls.
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
    else { throw ProfilingError.unknownLine(String(line), of: .perf) }
    let frame = words[words.index(after: blank)...]
    guard frame.hasSuffix(")"), let mark = frame.ranges(of: " (").last else {
      throw ProfilingError.unknownLine(String(line), of: .perf)
    }
    let symbol = frame[..<mark.lowerBound]
    let image = frame[mark.upperBound...].dropLast()
    // If a function keeps no frame pointer, the walk ends at something that is not an address.
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

  /// The places in each file that were sampled or made calls.
  public var code: [Substring: Set<UInt64>] {
    frames.reduce(into: [:]) { code, frame in
      if frame.image.hasPrefix("/") { code[frame.image, default: []].insert(frame.address) }
    }
  }

  /// The places in each file whose calls led to the innermost code of samples.
  public var lastCalls: [Substring: Set<UInt64>] {
    samples.reduce(into: [:]) { calls, sample in
      guard let place = caller(of: sample) else { return }
      let frame = frames[sample[place]]
      if frame.image.hasPrefix("/") { calls[frame.image, default: []].insert(frame.address) }
    }
  }

  /// The index of the frame that called the innermost code outside of the kernel.
  private func caller(of sample: [Int]) -> Int? {
    sample.firstIndex { !frames[$0].image.hasPrefix("[kernel") }
      .flatMap { $0 + 1 < sample.count ? $0 + 1 : nil }
  }

  private func waitReason(of sample: [Int]) -> WaitReason? {
    WaitReason(
      kernelCalls: sample.lazy.map { frames[$0] }.prefix { !$0.image.hasPrefix("/") }
        .compactMap(\.symbol))
  }

  private func isOfScheduler(_ frame: Int) -> Bool {
    guard let symbol = frames[frame].symbol, frames[frame].image.hasPrefix("[kernel") else {
      return false
    }
    return ["schedule", "__schedule", "io_schedule"].contains(where: symbol.hasPrefix)
  }

  /// The calls of all samples. If the innermost function keeps no frame pointer, as those of the C library
  /// do, perf leaves out its caller. The call that is known then tells which it was: `called` has the symbols
  /// that are called, by file and place. `inlined` has what was inlined there, the innermost first;
  /// `inlining` says whether that is known.
  /// - Throws: `RecordingError` if a number is impossible.
  public func profile(
    names: FunctionNames, called: [Substring: [UInt64: Substring]] = [:],
    inlined: [Substring: [UInt64: [String]]] = [:],
    inlining: Profile.Inlining? = nil, samplePeriod: Double
  ) throws(RecordingError) -> Profile {
    var names = names
    let calls = frames.map { frame in
      names.calls(
        symbol: frame.symbol, image: frame.image,
        inlined: inlined[frame.image]?[frame.address] ?? [])
    }
    // Which one's is unknown if there are several, unless all count as one, such as a shell and what it starts.
    let programs = Set(frames.lazy.map(\.image).filter(names.isProgram))
    let mains = Set(programs.map { names.calls(symbol: "main", image: $0, inlined: []) })
    let main = mains.count == 1 ? mains.first : nil
    var builder = ProfileBuilder()
    for (number, sample) in samples.enumerated() where weights[number] > 0 || queued[number] > 0 {
      var path: [ProfiledCall] = []
      let caller = caller(of: sample)
      // Each wait ends in the scheduler; what leads there tells for what.
      let first = unit == .offCPUTime ? sample.firstIndex { !isOfScheduler($0) } ?? 0 : 0
      for place in sample.indices.reversed() where place >= first {
        path.add(calls[sample[place]])
        let frame = frames[sample[place]]
        guard place == caller else { continue }
        if let callee = called[frame.image]?[frame.address] {
          path.add(names.calls(symbol: callee, image: frame.image, inlined: []))
        } else if let main, frame.symbol == "__libc_start_call_main" {
          // It calls nothing else.
          path.add(main)
        }
      }
      if path.isEmpty {
        path = [
          ProfiledCall(ProfiledFunction(name: "[unknown]", module: "unknown", kind: .unknown))
        ]
      }
      // Each wait has a sample of its own.
      let waits = unit == .offCPUTime ? 1 : 0
      if queued[number] > 0 {
        let queue = ProfiledFunction.waiting(for: hasWakeUps ? .runQueue : .preempted)
        builder.add(calls: path + [ProfiledCall(queue)], samples: queued[number], waits: waits)
      }
      guard weights[number] > 0 else { continue }
      if unit == .offCPUTime, let reason = waitReason(of: sample) {
        path.append(ProfiledCall(.waiting(for: reason)))
      }
      builder.add(calls: path, samples: weights[number], waits: waits)
    }
    return try builder.profile(
      in: unit, samplePeriod: samplePeriod, lostSamples: lost, inlining: inlining)
  }
}
