import DriverKit
import DriverNetwork
import Inventory

/// The app as one user has it in hand: a client, the list that is on the screen, and the camera.
final class InventorySession: HostedApp {
  static let driver = "inventory-driver"
  static let verbs: [Verb<InventorySession>] =
    loginVerbs + listVerbs + lendingVerbs + deviceVerbs + scanVerbs
    + Network.verbs { try $0.servers.breakableNetwork() }

  private let servers: StoryServers
  private let directory: String
  private(set) var client: InventoryClient
  /// The list on the screen.
  var screen = ListScreen()
  let camera = Camera()
  /// The capture that `open-camera` has begun.
  var capture: Capture?
  var language = Language.english
  /// The camera's picture, as PNG: drawn with the fixture, so that the memory it takes to draw is
  /// in no step's peak.
  let photograph: [UInt8]
  /// The number of devices that this session has added, to tell their serial numbers apart.
  var added = 0

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["devices", "users", "loans", "seed", "server"])
    let seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    RepeatableRandomness.begin(seed: seed)
    servers = try StoryServers(fixture, seed: seed, directory: directory)
    self.directory = directory
    photograph = try InventoryFixture.picture(width: 1600, height: 1200)
    client = Self.client(servers, directory)
  }

  /// The app started anew, with the logins and settings that it has kept.
  func restarted() -> InventoryClient { Self.client(servers, directory) }

  /// Goes on with the app started anew.
  func use(_ client: InventoryClient) { self.client = client }

  private static func client(_ servers: StoryServers, _ directory: String) -> InventoryClient {
    InventoryClient(servers: servers.directory, folder: directory) { InventoryFixture.now }
  }

  /// The devices to be listed, of the unit that an argument names, or else of the one that was
  /// chosen at login.
  func filter(_ state: DeviceFilter.State, _ arguments: Arguments) -> DeviceFilter {
    let unit =
      UnitWord.given(arguments) ? UnitWord.unit(arguments) : client.session?.shown?.name
    return DeviceFilter(state, unit: unit)
  }
}

/// How scenarios name the units to be shown: `all`, or one by its name.
enum UnitWord {
  static let all = "all"

  static func given(_ arguments: Arguments) -> Bool { arguments.names.contains("unit") }

  /// The name of the unit; nil for all.
  static func unit(_ arguments: Arguments) -> String? {
    let word = arguments.text("unit", default: all)
    return word == all ? nil : word
  }
}
