import AppPages
import AppStorage
import ChordAccounting
import DriverKit
import DriverPages
import Foundation

/// The account of the selected project as files, each time over the one before.
extension ChordSession {
  static let exportVerbs: [Verb<ChordSession>] = [
    Verb("export-pdf") { app, arguments in
      try arguments.allow([])
      return PageExport(to: app.path(.account)) { path, record in
        try PrintedAccount(app.book.account()).writePDF(
          to: path, date: AccountBookFixture.now, record: record)
      }.call
    },
    // What the last `export-pdf` wrote, as a message to the employer. The digest holds all of its lines but
    // for the PDF, of which `attached` says whether it is that file to the byte.
    Verb("export-mail") { app, arguments in
      try arguments.allow(["from", "to"])
      let sender = try arguments.text("from")
      let receiver = try arguments.text("to")
      let pdf = Array(try app.bytes(of: .account))
      return Call {
        try AccountMail(
          app.book.account(), pdf: pdf, from: sender, to: receiver, date: AccountBookFixture.now
        ).write(to: app.path(.message))
      } outcome: { _, outcome in
        let message = WrittenMessage(try app.bytes(of: .message))
        outcome.fact("attached", message.attachment == pdf)
        for line in message.lines { outcome.mix(line) }
      }
    },
  ]

  /// What is exported.
  private enum Export: String {
    case account = "account.pdf"
    case message = "account.eml"
  }

  private func path(_ export: Export) -> String { "\(directory)/\(export.rawValue)" }

  private func bytes(of export: Export) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path(export)))
  }
}

/// A message as a mail program reads it.
private struct WrittenMessage {
  /// All lines but for those of the attachment.
  private(set) var lines: [Substring]
  private(set) var attachment: [UInt8]?

  init(_ data: Data) {
    lines = String(decoding: data, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    guard let header = lines.firstIndex(where: { $0.hasPrefix("Content-Disposition: attachment") }),
      let begin = lines[header...].firstIndex(of: ""),
      let end = lines[begin...].firstIndex(where: { $0.hasPrefix("--") })
    else { return }
    attachment = Data(base64Encoded: lines[begin..<end].joined()).map(Array.init)
    lines.removeSubrange(begin..<end)
  }
}

extension Outcome {
  fileprivate mutating func mix(_ line: Substring) { mix(String(line)) }
}
