import Foundation

/// A request as it arrives, in pieces and within limits: anyone who can reach the port may send anything,
/// without a token.
public struct RequestReader {
  /// The greatest size of the first line and the header fields, bytes.
  public static let mostHead = 16_384

  /// The state after a piece.
  public enum Progress: Equatable {
    /// More will follow.
    case unfinished
    /// It is complete.
    case whole(SiteRequest)
    /// It is invalid or too large; the rest is ignored.
    case refused(SiteAnswer)
  }

  private var bytes: [UInt8] = []
  private var head: Head?

  private struct Head {
    let request: SiteRequest
    /// The start of the body.
    let end: Int
    let bodyLength: Int
  }

  private enum HeadReading {
    case unfinished
    case whole(Head)
    /// The status and the sentence of the answer.
    case refused(Int, String)
  }

  /// A request before its first piece.
  public init() {}

  /// Adds the next piece.
  public mutating func add(_ piece: [UInt8]) -> Progress {
    // The blank line may have begun in the previous piece.
    let searched = max(0, bytes.count - 3)
    bytes += piece
    if head == nil {
      switch readHead(from: searched) {
      case .unfinished: return .unfinished
      case .whole(let read): head = read
      case .refused(let status, let sentence): return .refused(.refusal(status, sentence))
      }
    }
    guard let head, bytes.count >= head.end + head.bodyLength else { return .unfinished }
    let request = head.request
    let body = Data(bytes[head.end..<head.end + head.bodyLength])
    return .whole(
      SiteRequest(request.method, request.target, fields: request.fields, body: body))
  }

  private func readHead(from searched: Int) -> HeadReading {
    let limit = min(bytes.count, Self.mostHead)
    let end = (searched..<max(searched, limit - 3)).first { place in
      bytes[place] == Self.blankLine[0] && bytes[place..<place + 4].elementsEqual(Self.blankLine)
    }
    guard let end else {
      if bytes.count < Self.mostHead { return .unfinished }
      return .refused(431, "A request's head has at most \(Self.mostHead) bytes.")
    }
    return Self.head(bytes[..<end], end: end + Self.blankLine.count)
  }

  private static let blankLine = Array("\r\n\r\n".utf8)

  private static func head(_ bytes: ArraySlice<UInt8>, end: Int) -> HeadReading {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let isPlain = lines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { $0 != "\r" && $0 != "\n" && $0 != "\0" }
    }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard isPlain, words.count == 3, !words[0].isEmpty, words[2].hasPrefix("HTTP/1.") else {
      return .refused(400, "That is not an HTTP/1.1 request.")
    }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides[0].lowercased()
      guard sides.count == 2, !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
      else { return .refused(400, "A header field has a name, a colon and a value.") }
      let value = sides[1].trimmingCharacters(in: .whitespaces)
      // Readers would interpret two of them differently.
      if fields[name] != nil, ["host", "content-length"].contains(name) {
        return .refused(400, "There are two fields '\(name)'.")
      }
      if fields[name] == nil { fields[name] = value }
    }
    guard fields["transfer-encoding"] == nil else {
      return .refused(411, "A form is sent with its length.")
    }
    let length = fields["content-length"] ?? "0"
    guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return .refused(400, "The body's length is not a number.")
    }
    // A number with too many digits is too large, too.
    guard let bodyLength = Int(length), bodyLength <= Authentication.mostBytes else {
      return .refused(413, "A form has at most \(Authentication.mostBytes) bytes.")
    }
    return .whole(
      Head(
        request: SiteRequest(
          String(words[0]), String(words[1]),
          fields: fields.filter { SiteRequest.fieldNames.contains($0.key) }),
        end: end, bodyLength: bodyLength))
  }
}
