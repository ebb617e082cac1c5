import AppServing
import AppStorage
import ArgumentParser
import Foundation
import Inventory
import InventoryServing

/// Serves an inventory over HTTP on the loopback.
@main
struct InventoryServerProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inventory-server",
    abstract: "Serve an inventory to apps over HTTP, on this machine.",
    discussion: """
      When it can be asked, it prints its address. /openapi.json says what can be asked. A new store is \
      filled with a fixture where --devices is there; the fixture's users have the password "secret".
      """)

  @Option(help: "The port; 0 for any free one.") var port: UInt16 = 0
  @Option(help: "The SQLite file; made where there is none.") var store: String
  @Option(help: "Fill a new store with so many devices.") var devices: Int?
  @Option(help: "The fixture's users: alice, bob, carol and others.") var users = 40
  @Option(help: "The devices that the fixture's alice has borrowed.") var loans = 20
  @Option(help: "The number from which the fixture is made.") var seed: UInt64 = 1
  @Flag(help: "Let time stand still, at the fixture's, so that all runs lead to the same.")
  var timeStandsStill = false

  func run() async throws {
    let isNew = !FileManager.default.fileExists(atPath: store)
    let opened = try InventoryStore(path: store)
    if let devices, isNew {
      try InventoryFixture(devices: devices, users: users, loans: loans, seed: seed).fill(opened)
    }
    let isStill = timeStandsStill
    let inventory = InventoryServer(name: "inventory", store: opened) {
      isStill ? InventoryFixture.now : Timestamp.now()
    }
    let answers = InventoryAnswers(inventory) { error in
      FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
    try await HTTPService(answers, port: port).run()
  }
}
