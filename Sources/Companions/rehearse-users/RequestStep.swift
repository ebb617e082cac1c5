import DriverKit

/// A step that is a request, as its arguments describe it.
struct RequestStep {
  let method: String
  let target: String
  let headers: [String]
  let body: Content?
  let data: String?
  let expected: ExpectedAnswer

  /// The content, before variables are resolved.
  enum Content {
    case json(JSONValue)
    case form([String])
    case text(String)
    case file(String)
  }

  /// - Throws: `ArgumentError`, or `DecodingError` if the content is no JSON.
  init(_ arguments: Arguments) throws {
    try arguments.allow([
      "method", "target", "headers", "json", "form", "text", "file", "take", "data", "changing",
      "show",
    ])
    method = try arguments.text("method")
    target = try arguments.text("target")
    headers = try arguments.list("headers", of: String.self, default: [])
    data = arguments.names.contains("data") ? try arguments.text("data") : nil
    expected = try ExpectedAnswer(arguments)
    body =
      switch ["json", "form", "text", "file"].first(where: { arguments.names.contains($0) }) {
      case "json": .json(try JSONValue(parsing: Array(try arguments.text("json").utf8)))
      case "form": .form(try arguments.list("form", of: String.self))
      case "text": .text(try arguments.text("text"))
      case "file": .file(try arguments.text("file"))
      default: nil
      }
  }
}
