import DriverProtocol
import Glibc

/// Adds up the cost of the core calls only.
///
/// A bracket reads, from outside in: getrusage, CPU clock, monotonic clock. So the elapsed time
/// contains only the call, CPU time also two readings of the monotonic clock (about 50 ns), and the
/// counters a reading of the CPU clock as well.
///
/// If instructions are counted, their bracket is innermost: it contains only the call.
struct Stopwatch {
  private let counter: CallCounter
  private(set) var cost = Cost(
    wall: .zero, cpu: .zero, user: .zero, system: .zero, minorFaults: 0, majorFaults: 0,
    voluntarySwitches: 0, involuntarySwitches: 0)

  /// - Parameter counter: counts the core calls' instructions.
  init(counter: CallCounter = .none) { self.counter = counter }

  /// Runs `body` and adds its cost, even if it throws.
  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Start()
    defer { add(since: start) }
    counter.begin()
    defer { counter.end() }
    return try body()
  }

  /// Runs `body` and adds its cost, even if it throws; to be called on the thread that begins the
  /// call. Callgrind counts all of a pool's threads, so it is not notified of this call.
  mutating func measureAsync<Value>(
    _ body: () async throws -> Value
  ) async -> Result<Value, any Error> {
    let counter = counter.isOfCallingThread ? .none : counter
    let result: Result<Value, any Error>
    let start = Start()
    counter.begin()
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    counter.end()
    add(since: start)
    return result
  }

  /// The readings right before a call.
  private struct Start {
    let usage = Stopwatch.usage()
    let cpu = Stopwatch.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    let wall = Stopwatch.nanoseconds(CLOCK_MONOTONIC)
  }

  private mutating func add(since start: Start) {
    let wall = Stopwatch.nanoseconds(CLOCK_MONOTONIC)
    let cpu = Stopwatch.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    add(Stopwatch.usage(), since: start.usage)
    // After all readings, because this takes time too.
    cost.wall = (cost.wall ?? .zero) + .nanoseconds(wall - start.wall)
    cost.cpu += .nanoseconds(cpu - start.cpu)
  }

  private mutating func add(_ end: rusage, since start: rusage) {
    func micro(_ a: timeval, _ b: timeval) -> Int64 {
      Int64(a.tv_sec - b.tv_sec) * 1_000_000 + Int64(a.tv_usec - b.tv_usec)
    }
    func plus(_ sum: inout Int64?, _ more: Int64) { sum = (sum ?? 0) + more }
    func plus(_ sum: inout Duration?, _ more: Int64) { sum = (sum ?? .zero) + .microseconds(more) }
    plus(&cost.user, micro(end.ru_utime, start.ru_utime))
    plus(&cost.system, micro(end.ru_stime, start.ru_stime))
    plus(&cost.minorFaults, Int64(end.ru_minflt - start.ru_minflt))
    plus(&cost.majorFaults, Int64(end.ru_majflt - start.ru_majflt))
    plus(&cost.voluntarySwitches, Int64(end.ru_nvcsw - start.ru_nvcsw))
    plus(&cost.involuntarySwitches, Int64(end.ru_nivcsw - start.ru_nivcsw))
  }

  fileprivate static func usage() -> rusage {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage
  }

  fileprivate static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// More work than requested, by a known share, as in a slower build: so a harness can be tested.
///
/// `--handicap 2%` among a driver's arguments makes a step of 100 repetitions call the app's core
/// 102 times. The additional calls are made and measured like the others, and must have the same
/// outcome; the step's digest leaves them out. A step of fewer than 50 repetitions does not change.
/// Only for verbs whose calls can be repeated without changing the outcomes of later steps.
struct Handicap: Equatable {
  /// The argument that requests it; the share follows.
  static let argument = "--handicap"
  /// Additional calls per requested call.
  let share: Double

  static let none = Handicap(share: 0)

  private init(share: Double) { self.share = share }

  /// Parses the handicap in a driver's arguments; none if they don't request one.
  /// - Throws: ``DriverError/malformedHandicap(_:)``.
  init(arguments: [String]) throws(DriverError) {
    let joined = "\(Self.argument)="
    let words = arguments.flatMap { word in
      word.hasPrefix(joined) ? [Self.argument, String(word.dropFirst(joined.count))] : [word]
    }
    guard let place = words.firstIndex(of: Self.argument) else {
      self = .none
      return
    }
    let text = words.dropFirst(place + 1).first ?? ""
    guard text.last == "%", let percent = Double(text.dropLast()), percent >= 0, percent <= 1000
    else { throw .malformedHandicap(text) }
    share = percent / 100
  }

  /// Returns how often the core is called for a repetition of a step, from 1; additional calls are spread evenly.
  func calls(at repetition: Int) -> Int {
    1 + added(until: repetition) - added(until: repetition - 1)
  }

  /// Shares such as 2 % have no exact binary form, but 50 repetitions must still add one.
  private func added(until repetition: Int) -> Int { Int(Double(repetition) * share + 1e-9) }
}
