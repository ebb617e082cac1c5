import AppStorage
import DayCounter
import DriverKit
import Synchronization

/// The app as one user has it in hand: the views over the things of one store.
///
/// Digests hold all that is kept of each thing shown, and its days; of a picture its sides and the mean
/// colours of its fields.
final class DayCounterSession: HostedApp {
  static let driver = "day-counter-driver"
  static let verbs: [Verb<DayCounterSession>] = mainVerbs + listVerbs + editVerbs

  /// Time as steps move it.
  let clock = ReplayClock()
  private let path: String
  private let zone: DayZone
  private(set) var store: ThingStore
  var navigator: Navigator
  /// The thing that an `add` has opened the edit view on.
  var added: ThingID?
  /// The things on the screen: what the last `list` led to.
  private var listed: [ThingID] = []
  /// Which of them is next where a step names none.
  private var next = 0
  /// The number of names that this session has numbered.
  var numbered = 0

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["things", "seed", "zone"])
    path = directory + "/things.sqlite"
    zone = try DayZone(named: fixture.text("zone", default: "UTC"))
    store = try ThingStore(path: path, zone: zone, clock: clock.now)
    try ThingFixture(
      things: fixture.integer("things", default: 100),
      seed: UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    ).fill(store)
    navigator = try Navigator(launching: store)
  }

  /// Ends the app.
  func end() throws {
    try store.close()
  }

  /// Starts the app, whose store must not be open.
  func start() throws {
    store = try ThingStore(path: path, zone: zone, clock: clock.now)
    navigator = try Navigator(launching: store)
    added = nil
  }

  /// Opens the list, from whichever view is open.
  func openList() throws {
    switch navigator.view {
    case .main: try navigator.tap()
    case .edit: try back()
    case .list: break
    }
  }

  /// Goes back to the view before.
  func back() throws {
    try navigator.back()
    added = nil
  }

  /// Reads what the list shows.
  func list() throws -> [Thing] {
    try openList()
    return try store.things()
  }

  /// Notes what is on the screen: steps that name no thing begin with the first.
  func show(_ things: [Thing]) {
    listed = things.map(\.id)
    next = 0
  }

  /// The thing of the list that a step names by its position, or else the next, beginning anew behind
  /// the last.
  func listedThing(_ arguments: Arguments) throws -> ThingID {
    let isNamed = arguments.names.contains("thing")
    let position = isNamed ? try arguments.integer("thing") : next % max(1, listed.count)
    guard listed.indices.contains(position) else {
      throw NotListed(position: position, count: listed.count)
    }
    if !isNamed { next = position + 1 }
    return listed[position]
  }
}

/// A clock that stands still until a step moves it, so that all runs lead to the same.
final class ReplayClock: Sendable {
  private let moment = Atomic(ThingFixture.now.milliseconds)

  /// The time.
  @Sendable func now() -> Timestamp { Timestamp(milliseconds: moment.load(ordering: .relaxed)) }

  /// Moves the clock by so many units of some milliseconds, back for a negative number. A time that
  /// no number holds is the last or the first that one does, which the app refuses.
  func advance(_ count: Int, by unit: Int64) {
    let (distance, isFar) = Int64(count).multipliedReportingOverflow(by: unit)
    let (sum, isFarther) = now().milliseconds.addingReportingOverflow(distance)
    let end = count < 0 ? Int64.min : .max
    moment.store(isFar || isFarther ? end : sum, ordering: .relaxed)
  }
}

/// A step takes a thing that is not on the list.
struct NotListed: CodedError {
  let position: Int
  let count: Int

  var code: String { "not-listed" }

  var description: String {
    "There is no thing at position \(position): the last 'list' showed \(count)."
  }
}

extension Outcome {
  /// All that is kept of a thing, and its days.
  mutating func mix(_ thing: Thing) {
    mix(Int(thing.id.number))
    mix(thing.settings.name)
    mix(thing.settings.wording.rawValue)
    mix(thing.settings.date?.text ?? "")
    mix(thing.settings.colour.text)
    mix(Int(thing.startDate.milliseconds))
    mix(thing.count.days)
    mix(thing.count.relation.rawValue)
    mix(thing.record ?? -1)
  }
}
