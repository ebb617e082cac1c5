import DriverProtocol

final class Answer {
  let status: Int
  /// The values of headers, by their names in lower case.
  let headers: [String: String]
  /// The content; empty if it was only counted.
  let body: [UInt8]
  /// The size of the content, in bytes.
  let size: Int
  /// The content as JSON, once it was asked for.
  private var parsed: JSONValue?

  init(status: Int, headers: [String: String], body: [UInt8], size: Int) {
    (self.status, self.headers, self.body, self.size) = (status, headers, body, size)
  }

  var head: String {
    if body.isEmpty { return "it has no content" }
    let text = String(decoding: body.prefix(200), as: UTF8.self).debugDescription
    return body.count > 200 ? "\(text)…" : text
  }

  /// The content as JSON.
  /// - Throws: ``UserError/notJSON(_:)``.
  func json() throws(UserError) -> JSONValue {
    if let parsed { return parsed }
    do throws(ProtocolError) {
      parsed = try JSONValue(parsing: body)
    } catch {
      throw .notJSON(error.reason)
    }
    guard let parsed else { throw .notJSON(head) }
    return parsed
  }

  /// A Boolean value indicating whether it is worth its memory for others to reuse its JSON.
  var isReusable: Bool { parsed != nil && body.count <= 16 << 20 }

  /// Takes over the JSON of another answer if the content is the same. Many users get the same, and comparing takes
  /// less time than reading it anew.
  /// - Returns: whether it is the same.
  func reuse(_ other: Answer) -> Bool {
    guard body == other.body else { return false }
    parsed = other.parsed
    return true
  }

  /// The value of a part; nil if the answer lacks it.
  func value(of part: AnswerPart) throws(UserError) -> JSONValue? {
    switch part {
    case .status: .integer(status)
    case .header(let name): headers[name.lowercased()].map { .text($0) }
    case .path(let path): try json().value(at: path)
    case .length(let path):
      switch try json().value(at: path) {
      case .list(let values)?: .integer(values.count)
      case .object(let members)?: .integer(members.count)
      case .text(let text)?: .integer(text.count)
      default: nil
      }
    case .bytes: .integer(size)
    case .text: .text(String(decoding: body, as: UTF8.self))
    }
  }
}
