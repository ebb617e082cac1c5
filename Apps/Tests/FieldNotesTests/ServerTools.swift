import AppRequests
import TestSupport

@testable import FieldNotes

extension ServerProcess {
  /// Starts a server of notes on a free port.
  convenience init(
    store: String, in folder: ScratchFolder, accounts: String = "alice:secret"
  ) throws {
    try self.init(
      "field-notes-server", ["--store", store], environment: ["FIELD_NOTES_ACCOUNTS": accounts],
      in: folder)
  }

  func route(_ patience: HTTPRoute.Patience = .init()) throws -> HTTPRoute {
    try HTTPRoute(address, patience: patience)
  }
}
