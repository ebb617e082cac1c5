import DriverKit
import DriverProtocol

/// An answer to a request.
final class Answer {
  let status: Int
  /// The values of headers, by their names in lower case.
  let headers: [String: String]
  let body: [UInt8]
  /// The content as JSON, once it was asked for.
  private var parsed: JSONValue?

  init(status: Int, headers: [String: String], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// The beginning of the content, for messages.
  var head: String {
    if body.isEmpty { return "it has no content" }
    let text = String(decoding: body.prefix(200), as: UTF8.self).debugDescription
    return body.count > 200 ? "\(text)…" : text
  }

  /// The content as JSON.
  /// - Throws: ``UserError/notJSON(_:)``.
  func json() throws(UserError) -> JSONValue {
    if let parsed { return parsed }
    do {
      let value = try JSONValue(parsing: body)
      parsed = value
      return value
    } catch {
      throw .notJSON(head)
    }
  }

  /// The value of a part; nil if the answer lacks it.
  func value(of part: AnswerPart) throws(UserError) -> JSONValue? {
    switch part {
    case .header(let name): headers[name.lowercased()].map { .text($0) }
    case .path(let path): try json().value(at: path)
    case .length(let path):
      switch try json().value(at: path) {
      case .list(let values)?: .integer(values.count)
      case .object(let members)?: .integer(members.count)
      case .text(let text)?: .integer(text.count)
      default: nil
      }
    case .bytes: .integer(body.count)
    case .text: .text(String(decoding: body, as: UTF8.self))
    }
  }
}

/// A part of an answer, as scenarios name it.
enum AnswerPart {
  case header(String)
  case path(JSONPath)
  case length(JSONPath)
  case bytes
  case text

  /// - Throws: ``ArgumentError`` if it is no name of a part.
  init(_ name: String, of argument: String) throws(ArgumentError) {
    let inner =
      name.hasPrefix("length(") && name.hasSuffix(")") ? name.dropFirst(7).dropLast() : nil
    if name == "bytes" {
      self = .bytes
    } else if name == "text" {
      self = .text
    } else if name.hasPrefix("header ") {
      self = .header(String(name.dropFirst(7)))
    } else if let path = inner.flatMap({ JSONPath(String($0)) }) {
      self = .length(path)
    } else if let path = JSONPath(name) {
      self = .path(path)
    } else {
      throw .notAllowed(
        name: argument, found: name,
        allowed: ["bytes", "text", "header NAME", "a JSON path", "length(JSON path)"])
    }
  }

  var name: String {
    switch self {
    case .header(let name): "header \(name)"
    case .path(let path): path.text
    case .length(let path): "length(\(path.text))"
    case .bytes: "bytes"
    case .text: "text"
    }
  }
}

/// The parts of an answer that a step is about.
struct ExpectedAnswer {
  /// The parts that later steps use, with the names of their values.
  let taken: [(name: String, part: AnswerPart)]
  /// The facts to show besides the status.
  private let shown: [AnswerPart]
  /// The values that the digest leaves out; nil if it leaves out all of the content.
  private let changing: [JSONPath]?

  init(_ arguments: Arguments) throws {
    taken = try arguments.list("take", of: String.self, default: []).map { text in
      let sign = text.firstIndex(of: "=") ?? text.endIndex
      return (
        String(text[..<sign]), try AnswerPart(String(text[sign...].dropFirst()), of: "take")
      )
    }
    shown = try arguments.list("show", of: String.self, default: []).map {
      try AnswerPart($0, of: "show")
    }
    let changing = try arguments.list("changing", of: String.self, default: [])
    self.changing =
      changing == ["all"]
      ? nil
      : try changing.map { text in
        guard let path = JSONPath(text) else {
          throw ArgumentError.notAllowed(
            name: "changing", found: text, allowed: ["JSON paths", "all"])
        }
        return path
      }
  }

  /// A fact of an answer by its name; nil if the answer lacks it.
  func fact(_ name: String, of answer: Answer) throws(UserError) -> Scalar? {
    if name == "status" { return .integer(answer.status) }
    guard let part = shown.first(where: { $0.name == name }) else { return nil }
    return try answer.value(of: part)?.scalar
  }

  /// Shows the status and the wanted facts. The digest is of the status and the content; without what changes, JSON is
  /// written with sorted keys.
  func show(_ answer: Answer, in outcome: inout Outcome) throws {
    outcome.fact("status", answer.status)
    if let changing {
      let content =
        try changing.isEmpty
        ? answer.body : changing.reduce(into: answer.json()) { $0.remove($1) }.bytes
      outcome.mix(bytes: content)
    }
    for part in shown {
      if let value = try answer.value(of: part) { outcome.show(part.name, value.scalar) }
    }
  }
}
