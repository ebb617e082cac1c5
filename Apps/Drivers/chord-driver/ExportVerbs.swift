import AppStorage
import ChordAccounting
import DriverKit
import Foundation

/// The account of the selected project as files, each time over the one before. Fonts differ between
/// machines, so no byte of them is in a digest.
extension ChordSession {
  static let exportVerbs: [Verb<ChordSession>] = [
    Verb("export-pdf") { app, arguments in
      try arguments.allow([])
      return app.writing("account.pdf") { path in
        try PrintedAccount(app.book.account()).writePDF(to: path, date: AccountBookFixture.now)
      }
    },
    // What the last `export-pdf` wrote, as a message to the employer.
    Verb("export-mail") { app, arguments in
      try arguments.allow(["from", "to"])
      let sender = try arguments.text("from")
      let receiver = try arguments.text("to")
      let pdf = Array(try Data(contentsOf: URL(fileURLWithPath: app.directory + "/account.pdf")))
      return app.writing("account.eml") { path in
        try AccountMail(
          app.book.account(), pdf: pdf, from: sender, to: receiver, date: AccountBookFixture.now
        ).write(to: path)
      }
    },
  ]

  private func writing(_ name: String, _ write: @escaping (String) throws -> Void) -> Call {
    let path = "\(directory)/\(name)"
    return Call {
      try write(path)
    } outcome: { _, outcome in
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      outcome.fact("written", .bool(!bytes.isEmpty))
    }
  }
}
