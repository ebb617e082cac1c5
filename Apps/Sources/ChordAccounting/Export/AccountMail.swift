import AppPages
import AppStorage
import Foundation
import Glibc

/// The account on its way to the employer: a message with the PDF attached, as mail programs open and
/// send it (RFC 5322 and MIME).
///
/// The app sends nothing itself: who pays for whose work is between people, and the roofer looks at
/// the message before it goes.
public struct AccountMail: Sendable {
  /// No line of base64 begins with a hyphen, so none is taken for it.
  private static let boundary = "=_account"

  /// The message, with the line ends that mail has.
  let text: String

  /// A message about an account, made at `date`, with the printed account attached. The sender is an
  /// address, such as `jens@example.org`; the receiver is the employer's.
  /// - Throws: ``MailError/addressNotAllowed(_:)``.
  public init(
    _ account: Account, pdf: [UInt8], from sender: String, to receiver: String, date: Timestamp
  ) throws(MailError) {
    let sender = try Self.checked(sender)
    let receiver = try Self.checked(receiver)
    let subject = "Piecework account: \(account.project.name)"
    let words =
      "The account of the project \"\(account.project.name)\" is attached.\r\n"
      + "Total: \(account.total.printed) kr.\r\n"
    let lines =
      [
        "From: \(sender)", "To: \(receiver)",
        "Subject: \(Self.encoded(subject))", "Date: \(Self.words(of: date))", "MIME-Version: 1.0",
        "Content-Type: multipart/mixed; boundary=\"\(Self.boundary)\"", "",
        "--\(Self.boundary)", "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64", "", Self.base64(Array(words.utf8)),
        "--\(Self.boundary)", "Content-Type: application/pdf; name=\"account.pdf\"",
        "Content-Disposition: attachment; filename=\"account.pdf\"",
        "Content-Transfer-Encoding: base64", "", Self.base64(pdf),
        "--\(Self.boundary)--", "",
      ]
    text = lines.joined(separator: "\r\n")
  }

  /// Writes the message into a file, which is made or replaced.
  /// - Throws: ``ExportError``; what stood there is then as it was.
  public func write(to path: String) throws(ExportError) {
    let file = try ReplacingFile(path)
    _ = Array(text.utf8).withUnsafeBufferPointer { file.write($0) }
    try file.finish()
  }

  private static let special = Array("<>()[],;:\\\"".utf8)

  /// An address as a header takes it: visible ASCII with one "@" inside, and nothing that has a
  /// meaning there.
  private static func checked(_ address: String) throws(MailError) -> String {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = address.utf8.allSatisfy { 0x21...0x7e ~= $0 && !special.contains($0) }
    guard isPlain, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= 254
    else { throw .addressNotAllowed(address) }
    return address
  }

  /// A header's text as RFC 2047 has it: words of at most 75 characters, cut between characters.
  private static func encoded(_ text: String) -> String {
    var words: [String] = []
    var part = ""
    for character in text {
      // 45 bytes are 60 of base64.
      if part.utf8.count + character.utf8.count > 45 {
        words.append(part)
        part = ""
      }
      part.append(character)
    }
    return (words + [part])
      .map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
      .joined(separator: "\r\n ")
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString(
      options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
  }

  /// As RFC 5322 has dates, in UTC: `Mon, 02 May 2016 08:00:00 +0000`.
  private static func words(of date: Timestamp) -> String {
    var seconds = time_t(min(max(date.milliseconds / 1000, 0), 253_402_300_799))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
      + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) "
      + "+0000"
  }
}

/// Why a message was not made.
public enum MailError: Error, Hashable, Sendable {
  /// Not one address of visible ASCII, with a name before the "@" and a host after it.
  case addressNotAllowed(String)
}

extension MailError: CustomStringConvertible {
  /// What was found and what is allowed, for the user to read.
  public var description: String {
    switch self {
    case .addressNotAllowed(let address):
      "\"\(address)\" is no mail address; allowed is one such as jens@example.org."
    }
  }
}
