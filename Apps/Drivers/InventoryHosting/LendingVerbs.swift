import DriverKit
import Inventory

// Repeated, each of these takes the next device of the list on the screen. As in the app the device's
// details are looked at before it is lent or returned (US3A to US4B, tables 5 to 8).
extension InventorySession {
  static let lendingVerbs: [Verb<InventorySession>] = [
    Verb("lend") { app, arguments in
      let form = try LendingForm(arguments)
      let id = try app.screen.take(.available, arguments)
      return app.deciding(.lent) { client in
        (try client.device(id), try client.lend(id, to: form.borrower, comment: form.comment))
      }
    },
    Verb("lend-by-code") { app, arguments in
      let form = try LendingForm(arguments)
      let frame = try LabelFrame(of: app.screen.take(.available, arguments)).image()
      return app.deciding(.lent) { client in
        let code = try app.camera.code(in: frame)
        return (
          try client.device(code: code),
          try client.lend(code: code, to: form.borrower, comment: form.comment)
        )
      }
    },
    Verb("return") { app, arguments in
      try arguments.allow(["device"])
      let id = try app.screen.take(.mine, arguments)
      return app.deciding(.returned) { client in
        (try client.device(id), try client.giveBack(id))
      }
    },
    Verb("return-by-code") { app, arguments in
      try arguments.allow(["device"])
      let frame = try LabelFrame(of: app.screen.take(.mine, arguments)).image()
      return app.deciding(.returned) { client in
        let code = try app.camera.code(in: frame)
        return (try client.device(code: code), try client.giveBack(code: code))
      }
    },
  ]

  /// The call of a lending or a return, with the device as it was before.
  private func deciding(
    _ success: Phrase, _ decide: @escaping (InventoryClient) throws -> (Device, Loan)
  ) -> Call {
    Call {
      try decide(self.client)
    } outcome: { decided, outcome in
      let (device, loan) = decided
      outcome.mix(device)
      outcome.fact("borrower", loan.borrower)
      outcome.fact("returned", loan.returnedAt != nil)
      outcome.fact("message", success.text(in: self.language))
      // What one brings back may have been lent by several, but repetitions lead to the same.
      if loan.returnedAt == nil { outcome.fact("lent-by", loan.lentBy) }
      outcome.mix(loan)
    }
  }
}

/// What the user fills in to lend a device.
private struct LendingForm {
  /// The user who is to have it; nil for oneself.
  let borrower: String?
  let comment: String

  init(_ arguments: Arguments) throws {
    try arguments.allow(["device", "comment", "for"])
    borrower = arguments.names.contains("for") ? try arguments.text("for") : nil
    comment = arguments.text("comment", default: "")
  }
}
