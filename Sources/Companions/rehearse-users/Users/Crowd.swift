import CLibcurl
import DriverKit

/// Many users of a service at once: each arrives when it is due, however long those before take. So a slow server does
/// not slow down what is asked of it, and latencies count from when requests were due.
///
/// In a pair the users come in blocks, to one side and then to the other (``Blocks``).
final class Crowd {
  private let load: Load
  private let settings: Settings
  private let values: Values
  private let partner: Partner?
  private let transfers: Transfers
  private var idle: [Exchange] = []
  private var active: [UnsafeMutableRawPointer: Visit] = [:]
  private var data: [String: DataRows] = [:]
  private var served = Served()
  private var lastAnswers: [String: Answer] = [:]

  struct Served {
    var users = 0
    var latencies: [Duration] = []
    /// For each latency the place of its request among those of the load.
    var places: [Int] = []
    /// The places of the requests that were not answered as expected, and of those that their users never sent.
    var unserved: [Int] = []
    var errors: [String] = []
    /// How often requests were sent again, because they got no answer.
    var sentAgain = 0
    /// How long after each user was due its first request was begun.
    var lags: [Duration] = []
    /// The share of the time for which this process was busy itself.
    var busy = 0.0
    /// The share of the time for which it waited for a CPU; nil if the kernel does not tell.
    var waiting: Double?

    /// The time within which 99 % of users' first requests were begun, µs.
    var lag: Int {
      let rank = (99 * lags.count + 99) / 100
      return rank == 0 ? 0 : Int(lags.sorted()[rank - 1] / .microseconds(1))
    }

    /// Counts what was not served as having taken the whole time. Without it a server that refuses at once would look
    /// faster than one that serves, and one that refuses slow users would have no slow ones.
    mutating func countUnserved(_ whole: Duration) {
      latencies += Array(repeating: whole, count: unserved.count)
      places += unserved
      unserved = []
    }
  }

  /// A user who is being served.
  private final class Visit {
    let requests: [UserRequest]
    let exchange: Exchange
    var user: User
    var place = 0
    /// When the current request was due.
    var due: Duration

    init(_ requests: [UserRequest], by exchange: Exchange, _ user: User, due: Duration) {
      (self.requests, self.exchange) = (requests, exchange)
      (self.user, self.due) = (user, due)
    }
  }

  init(_ load: Load, _ settings: Settings, _ values: Values) throws {
    (self.load, self.settings, self.values) = (load, settings, values)
    partner = try Partner()
    // Before anything else is of libcurl.
    idle = [try Exchange(settings)]
    transfers = try Transfers()
    // A long file takes time, in which users would wait.
    for request in load.stories.joined() {
      guard let path = request.step.request.data.flatMap(values.known), data[path] == nil else {
        continue
      }
      data[path] = try DataRows(path)
    }
  }

  deinit {
    for visit in active.values { transfers.remove(visit.exchange.handle) }
  }

  /// The share of the time for which this process may be busy itself.
  private static let mostBusy = 0.7

  /// Lets all users arrive, and waits until each has been served.
  /// - Throws: ``UserError`` if this process has no time or no CPU to send them, or the other side is gone; in a pair
  ///   also if users are not answered in time.
  func serve() throws -> Served {
    let soon = KernelClock.now + .milliseconds(20)
    let start = try partner?.agree(on: soon) ?? soon
    let dues = load.arrivals.map { start + due($0.due) }
    let used = KernelClock.cpuTime
    var slices = BusySlices(from: KernelClock.now, used: used)
    let waited = CPUWait.ofThisThread
    let deadline = partner?.limit.map { start + load.blocks.gaps + $0 }
    var next = 0
    while served.users < load.arrivals.count {
      let now = KernelClock.now
      slices.note(now, used: KernelClock.cpuTime)
      while next < dues.count, dues[next] <= now {
        try begin(next, due: dues[next])
        next += 1
      }
      // What can't be sent needs no answer.
      if served.users == load.arrivals.count { break }
      let isLate = deadline.map { KernelClock.now >= $0 } ?? false
      if isLate, let first = active.values.min(by: { $0.due < $1.due }) {
        throw UserError.unansweredUsers(
          active.count, of: load.arrivals.count, first: first.requests[first.place].label)
      }
      let moments = [next < dues.count ? dues[next] : nil, isLate ? nil : deadline]
      try proceed(until: moments.compactMap(\.self).min())
    }
    let (now, usedNow) = (KernelClock.now, KernelClock.cpuTime)
    let elapsed = now - start
    served.countUnserved(elapsed)
    // In a pair the other side's users have half of it.
    let own = partner == nil ? elapsed : elapsed / 2
    served.busy = (usedNow - used) / own
    slices.end(now, used: usedNow)
    // All is sent and read by this thread.
    if let waited, let waitedNow = CPUWait.ofThisThread {
      served.waiting = (waitedNow - waited) / own
    }
    if served.busy > Self.mostBusy {
      throw UserError.clientTooSlow(
        share: served.busy, most: Self.mostBusy, ofTime: "of the time")
    }
    if slices.busiest > BusySlices.mostBusy {
      throw UserError.clientTooSlow(
        share: slices.busiest, most: BusySlices.mostBusy, ofTime: "of a tenth of a second")
    }
    if let failure = CPUWait.failure(after: served.waiting, inPair: partner != nil) {
      throw failure
    }
    return served
  }

  /// Returns when a user is due, from the beginning.
  private func due(_ arrival: Duration) -> Duration {
    partner.map { load.blocks.due(arrival, onFirstSide: $0.isFirstSide) } ?? arrival
  }

  private func begin(_ number: Int, due: Duration) throws {
    let exchange = try idle.popLast() ?? Exchange(settings)
    exchange.forgetCookies()
    let visit = Visit(
      load.stories[load.arrivals[number].story], by: exchange,
      User(settings, values, row: number), due: due)
    try send(visit)
    served.lags.append(KernelClock.now - due)
  }

  /// Sends a user's next request, or ends its visit if there is none.
  private func send(_ visit: Visit) throws {
    while visit.place < visit.requests.count {
      let request = visit.requests[visit.place]
      do {
        try visit.exchange.prepare(
          try visit.user.request(request.step, &data), holdingContent: request.needsContent)
      } catch let error as UserError where !error.isOwn {
        if error.code != request.error { return end(visit, "\(request.label): \(error)") }
        // What is not to be sent has no latency.
        visit.place += 1
        continue
      }
      try transfers.add(visit.exchange.handle)
      active[visit.exchange.handle] = visit
      return
    }
    end(visit, nil)
  }

  /// Sends and receives what can be, and concludes what was answered. If nothing was, waits until something is, or a
  /// moment comes.
  private func proceed(until moment: Duration?) throws {
    for ended in try transfers.proceed(until: moment) {
      guard let visit = active.removeValue(forKey: ended.handle) else { continue }
      try conclude(visit, ended)
    }
  }

  private func conclude(_ visit: Visit, _ ended: Transfers.Ended) throws {
    let request = visit.requests[visit.place]
    // Last, so that the next request does not wait for it.
    defer { visit.exchange.release() }
    served.sentAgain += visit.exchange.timesSentAgain
    do throws(UserError) {
      let answer = try visit.exchange.answer(after: ended.code)
      let isKnown = lastAnswers[request.label].map { answer.reuse($0) } ?? false
      if let objection = try request.objection(to: answer, of: &visit.user) {
        return end(visit, "\(request.label): \(objection)")
      }
      if !isKnown, answer.isReusable { lastAnswers[request.label] = answer }
    } catch {
      if error.isOwn { throw error }
      if error.code != request.error { return end(visit, "\(request.label): \(error)") }
    }
    if let place = request.place {
      // A clock that was set meanwhile makes no answer older than its request.
      served.latencies.append(max(ended.moment - visit.due, .zero))
      served.places.append(place)
    }
    visit.place += 1
    // A user goes on when it has read the answer.
    visit.due = KernelClock.now
    try send(visit)
  }

  /// Ends a visit, with what went wrong if anything did.
  private func end(_ visit: Visit, _ error: String?) {
    if let error {
      served.errors.append(error)
      served.unserved += visit.requests[visit.place...].compactMap(\.place)
    }
    served.users += 1
    idle.append(visit.exchange)
  }
}
