import AppExchange
import AppRequests
import AppStorage
import DriverKit
import DriverNetwork
import FieldNotes
import Foundation
import NoteExchange
import NoteServing
import SecretKeeping
import SeededRandom
import Synchronization

/// The app as one user has it on several devices, and the server.
///
/// Either all of them are in this process, so that a step costs what all do; or the server is the
/// scenario's service `server`, and each device but the first a service too: `device-2`.
///
/// Digests hold of a list what its rows show, of a change the note's id alone, and of `show` all that the
/// note holds, its file to the byte. So a story that changes notes shows them, on the other device too.
final class NotesSession: HostedApp {
  static let driver = "field-notes-driver"
  static let verbs: [Verb<NotesSession>] =
    (noteVerbs + listVerbs + syncVerbs + Network.verbs(\.device.network)).map(\.byDeviceInHand) + [
      use
    ]

  let directory: String
  let seed: UInt64
  let fileBytes: Int
  /// The address in the keychain and in errors.
  let server: String
  private let local: NoteServer?
  private let fixture: Arguments
  private var devices: [Int: Device] = [:]
  private var remotes: [Int: RemoteDevice] = [:]
  /// The number of the device in hand.
  private(set) var inHand: Int
  /// The device in hand, or the last that was of those in this process.
  private(set) var device: Device
  /// The device in hand, if it is in another process.
  var remote: RemoteDevice? { remotes[inHand] }
  /// Notes that were made, for their texts.
  var made = 0

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow([
      "things", "tags", "pictures", "sounds", "file-bytes", "seed", "server", "device",
    ])
    (self.fixture, self.directory) = (fixture, directory)
    seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    fileBytes = try fixture.integer("file-bytes", default: 10_000)
    if fixture.text("server", default: "process") == "service" {
      (server, local) = (try ServicePort("server").address, nil)
    } else {
      server = "http://localhost"
      local = try NoteServer(
        path: directory + "/server.sqlite", accounts: Accounts("alice:secret"))
    }
    inHand = try fixture.integer("device", default: 1)
    device = try Device(inHand, directory: directory, seed: seed, server: server, local: local)
    devices[inHand] = device
    try NoteFixture(
      notes: fixture.integer("things", default: 100), tags: fixture.integer("tags", default: 20),
      cameraPercent: fixture.integer("pictures", default: 10),
      audioPercent: fixture.integer("sounds", default: 5), fileBytes: fileBytes, seed: seed
    ).fill(device.book)
  }

  /// Takes a device in hand; one that was not there yet has no notes.
  func use(_ number: Int) throws {
    if let known = devices[number] {
      device = known
    } else if local != nil {
      device = try Device(
        number, directory: directory, seed: seed, server: server, local: local)
      devices[number] = device
    } else if remotes[number] == nil {
      var settings = fixture.values
      (settings["things"], settings["device"]) = (.integer(0), .integer(number))
      remotes[number] = try RemoteDevice(ServicePort("device-\(number)"), fixture: settings)
    }
    inHand = number
  }
}

extension Verb<NotesSession> {
  /// The verb, carried out where the device in hand is.
  fileprivate var byDeviceInHand: Self {
    Verb(name) { [name, call] app, arguments in
      try app.remote?.call(name, arguments) ?? call(app, arguments)
    }
  }
}

/// A device: its notes, its way to the server, and what is on its screen.
final class Device {
  let number: Int
  let network = Network()
  private let line: any ExchangeRoute
  private let path: String
  private let keychain: Keychain<ServiceLogin>
  private let random: SharedRandom
  private let clock = ReplayClock()
  private(set) var book: NoteBook
  private(set) var account: NoteAccount
  /// What the last `list` showed, and which of them is next where a step names none.
  private var listed: [NoteID] = []
  private var next = 0

  init(
    _ number: Int, directory: String, seed: UInt64, server: String, local: NoteServer?
  ) throws {
    self.number = number
    path = "\(directory)/notes-\(number).sqlite"
    keychain = Keychain(path: "\(directory)/keychain-\(number)")
    // Other ids than the fixture's, and on each device.
    random = SharedRandom(seed: seed &+ UInt64(number) << 32)
    line = network.line(to: try local ?? HTTPRoute(server))
    book = try NoteBook(path: path, clock: clock.now, makeID: random.id)
    account = NoteAccount(book, keychain: keychain) { [line] _ in line }
    try account.keep(ServiceLogin(server: server, user: "alice", secret: "secret"))
  }

  /// Ends the app and starts it.
  func reopen() throws {
    try book.close()
    book = try NoteBook(path: path, clock: clock.now, makeID: random.id)
    account = NoteAccount(book, keychain: keychain) { [line] _ in line }
  }

  func show(_ notes: [ListedNote]) {
    listed = notes.map(\.id)
    next = 0
  }

  /// The note at the position that a step names, or else the next, beginning anew behind the last.
  func listedNote(_ arguments: Arguments) throws -> NoteID {
    let isNamed = arguments.names.contains("note")
    let position = isNamed ? try arguments.integer("note") : next % max(1, listed.count)
    guard listed.indices.contains(position) else {
      throw NotListed(position: position, count: listed.count)
    }
    if !isNamed { next = position + 1 }
    return listed[position]
  }
}

/// Ids, the same in each run.
final class SharedRandom: Sendable {
  private let generator: Mutex<SplitMix64>

  init(seed: UInt64) { generator = Mutex(SplitMix64(seed: seed)) }

  @Sendable func id() -> NoteID { generator.withLock { NoteID(random: &$0) } }
}

/// A clock that goes on a second at each look, so that all runs lead to the same.
final class ReplayClock: Sendable {
  private let looks = Atomic<Int64>(0)

  @Sendable func now() -> Timestamp {
    let count = looks.wrappingAdd(1, ordering: .relaxed).newValue
    return NoteFixture.now.advanced(byMilliseconds: count * 1_000)
  }
}

/// A step takes a note that is not on the list.
struct NotListed: CodedError {
  let position: Int
  let count: Int

  var code: String { "not-listed" }

  var description: String {
    "There is no note at position \(position): the last 'list' showed \(count)."
  }
}
