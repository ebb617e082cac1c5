import Costs
import DriverProtocol
import Glibc

/// Adds up what the core calls cost, and nothing else.
///
/// A bracket reads, from outside in: getrusage, CPU clock, monotonic clock. So the monotonic
/// reading holds the call alone, CPU time also holds two readings of the monotonic clock (about
/// 50 ns), and the counters hold one reading of the CPU clock more.
///
/// Where instructions are counted too, their bracket is the innermost: it holds the call alone.
struct Stopwatch {
  private let counter: CallCounter
  private(set) var cost = Cost(
    wall: .zero, cpu: .zero, user: .zero, system: .zero, minorFaults: 0, majorFaults: 0,
    voluntarySwitches: 0, involuntarySwitches: 0)

  /// - Parameter counter: what counts the core calls' instructions.
  init(counter: CallCounter = .none) { self.counter = counter }

  /// Carries out `body` and adds its cost, also when it throws.
  mutating func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
    let start = Start()
    defer { add(since: start) }
    counter.begin()
    defer { counter.end() }
    return try body()
  }

  /// Carries out `body` and adds its cost, also when it throws; to be called on the thread that begins
  /// it. Callgrind counts all of a pool's threads, so there it is not told of this call.
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
    // Once all is read, since this takes time too.
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

/// More work than was asked for, by a known share: with it a driver stands for a build that is
/// slower by so much, to try whether a harness finds that.
///
/// `--handicap 2%` among a driver's arguments makes a step of 100 repetitions call the app's core
/// 102 times. The calls added are made and measured as all others are, and must lead to the same;
/// the step's digest leaves them out. A step of fewer than 50 repetitions stays as it is. Only for
/// verbs whose calls can be made once more without changing what later steps lead to.
struct Handicap: Equatable {
  /// The argument that asks for it; the share follows.
  static let argument = "--handicap"
  /// Calls to add for each that was asked for.
  let share: Double

  /// None.
  static let none = Handicap(share: 0)

  private init(share: Double) { self.share = share }

  /// Makes the stopwatch that a driver's arguments ask for; none where they don't speak of it.
  /// - Throws: ``MalformedHandicap``.
  init(arguments: [String]) throws(MalformedHandicap) {
    guard let place = arguments.firstIndex(of: Self.argument) else {
      self = .none
      return
    }
    let text = arguments.dropFirst(place + 1).first ?? ""
    guard text.last == "%", let percent = Double(text.dropLast()), percent >= 0, percent <= 1000
    else { throw MalformedHandicap(text: text) }
    share = percent / 100
  }

  /// Returns how often the core is called for a repetition of a step; the calls added are spread
  /// evenly.
  /// - Parameter repetition: from 1.
  func calls(at repetition: Int) -> Int {
    1 + added(until: repetition) - added(until: repetition - 1)
  }

  /// Shares such as 2 % have no exact binary form: 50 repetitions are to add one all the same.
  private func added(until repetition: Int) -> Int { Int(Double(repetition) * share + 1e-9) }
}

/// A share of added work that is none.
struct MalformedHandicap: Error, CustomStringConvertible {
  let text: String
  var description: String {
    "The share after \(Handicap.argument) is '\(text)'; allowed: 0% to 1000%, such as 2%."
  }
}
