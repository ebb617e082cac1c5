import DriverKit
import Inventory

// Repeated, each of these takes the next device of the list on the screen.
extension InventorySession {
  static let lendingVerbs: [Verb<InventorySession>] = [
    Verb("lend") { app, arguments in
      try arguments.allow(["device", "comment"])
      let id = try app.next(.available, arguments)
      let comment = arguments.text("comment", default: "")
      return Call {
        try app.client.lend(id, comment: comment)
      } outcome: {
        $1.write($0)
      }
    },
    Verb("lend-by-code") { app, arguments in
      try arguments.allow(["device", "comment"])
      let frame = try app.frame(of: app.next(.available, arguments))
      let comment = arguments.text("comment", default: "")
      return Call {
        try app.client.lend(code: QRCodeReader().read(frame), comment: comment)
      } outcome: {
        $1.write($0)
      }
    },
    Verb("return") { app, arguments in
      try arguments.allow(["device"])
      let id = try app.next(.lentByMe, arguments)
      return Call {
        try app.client.giveBack(id)
      } outcome: {
        $1.write($0)
      }
    },
    Verb("return-by-code") { app, arguments in
      try arguments.allow(["device"])
      let frame = try app.frame(of: app.next(.lentByMe, arguments))
      return Call {
        try app.client.giveBack(code: QRCodeReader().read(frame))
      } outcome: {
        $1.write($0)
      }
    },
  ]
}

extension Outcome {
  fileprivate mutating func write(_ loan: Loan) {
    fact("borrower", .text(loan.borrower))
    fact("returned", .bool(loan.returnedAt != nil))
    mix(loan)
  }
}
