import AppPages
import AppStorage
import SystemPackage
import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct ExportTests {
  private let folder: ScratchFolder
  private let account: Account
  private var file: String { folder.file("account.pdf") }
  private let date = AccountBookFixture.now

  init() throws {
    folder = try ScratchFolder()
    account = try folder.constructedBook().account()
  }

  private func text() throws -> String {
    try Completion.of(["pdftotext", "-layout", file, "-"]).output
  }

  /// An account of so many activities of 1.00 kr. each.
  private func feltAccount(_ count: Int, type: String = "Felt") throws -> Account {
    let price = try #require(Price("1.00"))
    return try Account(
      project: account.project,
      activities: (0..<count).map { index in
        let pos = try #require(PositionNumber(Int64(index + 1)))
        return Activity(
          entry: DictionaryEntry(pos: pos, type: type, unit: .squareMetres, price: price),
          quantity: try Quantity("1", of: .squareMetres))
      })
  }

  @Test func `the account shows positions, units, sums, shares, the rule and lines to sign on`()
    throws
  {
    try PrintedAccount(account).writePDF(to: file, date: date)
    let lines = try text().split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    for line in [
      "Project Havnegade 5", "Employer Tag & Søn", "Roofers Jens Holm, Mads Lund",
      "Pos Activity Quantity Unit Price, kr. Amount, kr.",
      "101 Top felt 125.5 m² 21.35 2,679.425", "102 Under felt 125.5 m² 18.40 2,309.20",
      "201 Flashing 42.75 lbm 36.90 1,577.475", "301 Vents 3 pcs 145.00 435.00",
      "Sum of the amounts, exact 7,001.10", "Total 7,001.10", "Share of Jens Holm 3,500.55",
      "Share of Mads Lund 3,500.55", "Jens Holm, roofer Mads Lund, roofer Tag & Søn, employer",
    ] {
      #expect(lines.contains(line), "\(line) in \(lines)")
    }
    #expect(lines.joined(separator: " ").contains(Account.roundingRule))
  }

  @Test(arguments: [(0, 1), (18, 1), (19, 2), (25, 2), (26, 2), (43, 2), (44, 3), (1_000, 41)])
  func `the end of the account has a page of its own if it does not fit`(count: Int, pages: Int)
    throws
  {
    try PrintedAccount(feltAccount(count)).writePDF(to: file, date: date)
    let text = try text()
    let packed = text.filter { $0 != " " }
    #expect(packed.contains("\(pages)/\(pages)\n") && !packed.contains("\(pages + 1)/"))
    #expect(text.components("Carried forward") == pages - 1)
    #expect(text.components("Total") == 1)
    #expect(text.components("Felt") == count)
  }

  @Test func `equal accounts give equal bytes, and a failed export leaves the old file`() throws {
    try PrintedAccount(account).writePDF(to: file, date: date)
    let bytes = try folder.bytes(of: "account.pdf")
    try PrintedAccount(account).writePDF(to: file, date: date)
    #expect(try folder.bytes(of: "account.pdf") == bytes)
    #expect(folder.files.filter { !$0.hasPrefix("accounts.sqlite") } == ["account.pdf"])
    let missing = folder.file("none/account.pdf")
    #expect(
      refusal { () throws(ExportError) in
        try PrintedAccount(account).writePDF(to: missing, date: date)
      } == "Cannot write \(missing): create: No such file or directory.")
  }

  @Test func `a long name is printed in full, and any text can be printed`() throws {
    let name = "Under felt, welded in two layers, pitch over 45°, around skylights & <chimneys>"
    try PrintedAccount(feltAccount(1, type: name)).writePDF(to: file, date: date)
    let words = try text().split { " \n\u{c}".contains($0) }.map(String.init)
    for word in name.split(separator: " ") { #expect(words.contains(String(word)), "\(word)") }
    for type in ["العربية 検査 👷", String(repeating: "x", count: 200), "e\u{301}\u{202e}"] {
      try PrintedAccount(feltAccount(1, type: type)).writePDF(to: file, date: date)
    }
  }

  @Test(.enabled("Mounting is not allowed here") { MountedVolume.isAllowed })
  func `on a full disk the old file stays`() throws {
    let volume = try MountedVolume(size: "12k")
    let path = try volume.folder.add("account.pdf", "old").string
    let full = "Cannot write \(path): write: No space left on device."
    let account = try feltAccount(1_000)
    #expect(
      refusal { () throws(ExportError) in
        try PrintedAccount(account).writePDF(to: path, date: date)
      } == full)
    let mail = try AccountMail(
      account, pdf: [UInt8](repeating: 0, count: 50_000), from: "a@b", to: "c@d", date: date)
    #expect(refusal { () throws(ExportError) in try mail.write(to: path) } == full)
    #expect(volume.folder.files == ["account.pdf"])
    #expect(try volume.folder.text(of: "account.pdf") == "old")
    withExtendedLifetime(volume) {}
  }

  @Test func `a mail program finds the subject, the text and the whole PDF`() throws {
    try requirePython()
    try PrintedAccount(account).writePDF(to: file, date: date)
    let mail = folder.file("account.eml")
    try AccountMail(
      account, pdf: folder.bytes(of: "account.pdf"), from: "jens@example.org",
      to: "office@example.com", date: date
    ).write(to: mail)
    let script = """
      import email, email.policy, sys
      message = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
      for name in ["From", "To", "Subject", "Date"]: print(message[name])
      text, pdf = message.iter_parts()
      print(text.get_content().replace("\\r", "").strip())
      print(pdf.get_content_type(), pdf.get_filename())
      print(pdf.get_content() == open(sys.argv[2], "rb").read(), message.defects, pdf.defects)
      """
    let read = try Completion.of(["/usr/bin/env", "python3", "-c", script, mail, file])
    #expect(
      read.output == """
        jens@example.org
        office@example.com
        Piecework account: Havnegade 5
        Wed, 02 May 2018 08:00:00 +0000
        The account of the project "Havnegade 5" is attached.
        Total: 7,001.10 kr.
        application/pdf account.pdf
        True [] []

        """, "\(read.errors)")
  }

  @Test(arguments: [
    "", "jens", "@b", "a@", "a@b@c", "a b@c", "a@b\r\nBcc: d@e", "å@b", "<a@b>", "a@b,c@d",
    String(repeating: "a", count: 255) + "@b",
  ])
  func `an invalid mail address is refused`(address: String) {
    for (sender, receiver) in [(address, "a@b"), ("a@b", address)] {
      #expect(throws: MailError.addressNotAllowed(address)) {
        try AccountMail(account, pdf: [], from: sender, to: receiver, date: date)
      }
    }
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
