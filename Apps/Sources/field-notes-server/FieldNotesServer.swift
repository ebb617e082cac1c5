import AppServing
import ArgumentParser
import Foundation
import NoteServing

/// Serves notes over HTTP on the loopback.
@main
struct FieldNotesServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "field-notes-server",
    abstract: "Serve notes to apps over HTTP, on this machine.",
    discussion: """
      The accounts are in the environment: FIELD_NOTES_ACCOUNTS="alice:secret,bob:hidden". When it \
      can be asked, it prints its address. /openapi.json says what can be asked.
      """)

  static let accountsVariable = "FIELD_NOTES_ACCOUNTS"

  @Option(help: "The port; 0 for any free one.") var port: UInt16 = 0
  @Option(help: "The SQLite file; made where there is none.") var store: String

  func run() async throws {
    guard let text = ProcessInfo.processInfo.environment[Self.accountsVariable] else {
      throw ServiceFailure("\(Self.accountsVariable) names no accounts.")
    }
    let notes = try NoteServer(path: store, accounts: Accounts(text))
    try await HTTPService(notes, port: port).run()
  }
}
