import DriverKit
import Inventory

/// The app as one user has it in hand: a client, the list that is on the screen, and the camera. Where its
/// servers are is the driver's affair.
///
/// Digests hold what lists, details and loans show, with times that stand still, and the bytes of the
/// fixture's pictures; of the picture of an added device its sides, and whether it is what the camera took.
package final class InventorySession {
  /// All that stories do with the app.
  package static let verbs: [Verb<InventorySession>] =
    loginVerbs + listVerbs + lendingVerbs + deviceVerbs + scanVerbs

  private let servers: any ServerDirectory
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

  /// The app, not connected yet. Its servers are `local`, and `backup` on the same store; it keeps logins
  /// and settings in the directory.
  package init(servers: any ServerDirectory, directory: String) throws {
    self.servers = servers
    self.directory = directory
    photograph = try InventoryFixture.picture(width: 1200, height: 1600)
    client = Self.client(servers, directory)
  }

  /// The app started anew, with the logins and settings that it has kept.
  func restarted() -> InventoryClient { Self.client(servers, directory) }

  /// Goes on with the app started anew.
  func use(_ client: InventoryClient) { self.client = client }

  private static func client(
    _ servers: any ServerDirectory, _ directory: String
  ) -> InventoryClient {
    InventoryClient(servers: servers, folder: directory) { InventoryFixture.now }
  }

  /// The devices to be listed, of the unit that an argument names, or else of the one that was
  /// chosen at login.
  func filter(_ state: DeviceFilter.State, _ arguments: Arguments) -> DeviceFilter {
    let unit =
      UnitWord.given(arguments) ? UnitWord.unit(arguments) : client.session?.shown?.name
    return DeviceFilter(state, unit: unit)
  }
}

/// The servers of a story, as its steps name them.
package enum ServerWord {
  /// The server that steps mean where they name none.
  package static let local = "local"
  /// Another on the same store, to move a login to.
  package static let backup = "backup"
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
