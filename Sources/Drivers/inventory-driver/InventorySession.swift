import DriverKit
import Inventory

/// The app as one user has it in hand: a client, and the list that is on the screen.
final class InventorySession: HostedApp {
  static let driver = "inventory-driver"
  static let verbs: [Verb<InventorySession>] =
    loginVerbs + listVerbs + lendingVerbs + deviceVerbs

  /// The server's name in a step's arguments.
  static let serverName = "local"

  let client: InventoryClient
  /// The devices on the screen: what the last `list` led to.
  var shown: [ListedDevice] = []
  /// The camera's picture, as PNG: drawn with the fixture, so that the memory it takes to draw is
  /// in no step's peak.
  let photograph: [UInt8]
  /// The number of devices that this session has added, to tell their serial numbers apart.
  var added = 0

  init(fixture: Arguments, directory: String) throws {
    try fixture.allow(["devices", "users", "loans", "seed"])
    let seed = UInt64(bitPattern: Int64(try fixture.integer("seed", default: 1)))
    RepeatableRandomness.begin(seed: seed)
    let store = try InventoryStore(path: directory + "/inventory.sqlite")
    try InventoryFixture(
      devices: fixture.integer("devices", default: 1000),
      users: fixture.integer("users", default: 40),
      loans: fixture.integer("loans", default: 20),
      seed: seed
    ).fill(store)
    // Time stands still, so that all runs lead to the same.
    let server = InventoryServer(name: Self.serverName, store: store) { InventoryFixture.now }
    photograph = try InventoryFixture.picture(width: 1600, height: 1200)
    client = InventoryClient(servers: KnownServers([server]), folder: directory)
  }

  /// The device that the user takes next: the one an argument names, or the first on the screen
  /// that is in the state, which is then gone from the screen.
  func next(_ state: LendingState, _ arguments: Arguments) throws -> DeviceID {
    if arguments.names.contains("device") {
      return DeviceID(Int64(try arguments.integer("device")))
    }
    guard let place = shown.firstIndex(where: { $0.state == state }) else {
      throw NothingOnScreen(state: state)
    }
    return shown.remove(at: place).id
  }

  /// The unit whose devices are to be listed: the one an argument names, or the one chosen at login.
  func unit(_ arguments: Arguments) -> String? {
    arguments.names.contains("unit")
      ? UnitWord.name(arguments.text("unit", default: "")) : client.session?.shown?.name
  }

  /// Returns what the camera sees of a device's code: printed, then held before it, with noise.
  func frame(of id: DeviceID) throws -> GreyImage {
    let label = try QRCodePrinter().print(DeviceCode(id))
    return try CameraFrame.showing(label, seed: UInt64(id.number))
  }
}

/// How scenarios name units: `all`, or by name.
enum UnitWord {
  static let all = "all"

  static func name(_ word: String) -> String? { word == all ? nil : word }
}

/// The list on the screen has no device for the step.
struct NothingOnScreen: CodedError {
  let state: LendingState

  var code: String { "nothing-on-screen" }

  var description: String {
    "No device on the screen is \(state); a 'list' before this step shows some."
  }
}
