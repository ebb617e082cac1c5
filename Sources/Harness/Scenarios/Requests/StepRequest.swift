import DriverProtocol

/// An HTTP request to a service, sent by a step in place of a driver's verb.
///
/// `${name}` in its texts is a variable of the build, a value that an earlier step took, or a column of its data;
/// the program that sends requests resolves them.
public struct StepRequest: Sendable, Equatable {
  /// The verb under which the driver that sends requests knows them.
  public static let verb = "http"
  /// The driver that sends requests, installed beside the launcher.
  public static let program = "rehearse-users"
  /// The code with which it refuses because it could not do its part itself: that says nothing of the service.
  public static let notMeasured = "not-measured"

  /// The method, such as `GET`.
  public var method: String
  /// The path with its query, from `/` on.
  public var target: String
  /// Lines `name: value`.
  public var headers: [String]
  /// The content; nil for none.
  public var body: Body?
  /// The values that later steps use, by name: the part of the answer that each comes from.
  public var taken: [String: String]
  /// The CSV file of whose rows each request uses the next, as a path from the scenario's folder; nil for none.
  public var data: String?
  /// The parts of the answer that differ between runs, which the digest leaves out.
  public var changing: [String]

  /// The content of a request.
  public enum Body: Sendable, Equatable {
    /// JSON, as text.
    case json(String)
    /// Fields of a form, each `name=value` before it is encoded.
    case form([String])
    /// A text as it is.
    case text(String)
    /// A file, as a path from the scenario's folder.
    case file(String)

    /// Its name among the arguments, and its value.
    var argument: (name: String, value: Scalar) {
      switch self {
      case .json(let text): ("json", .text(text))
      case .form(let fields): ("form", .list(fields.map { .text($0) }))
      case .text(let text): ("text", .text(text))
      case .file(let path): ("file", .text(path))
      }
    }
  }

  /// The request in one line, at most 100 characters.
  var label: String {
    let line = "\(method) \(target)"
    return line.count > 100 ? line.prefix(99) + "…" : line
  }

  /// The arguments for the driver, which shows these facts of the answer.
  func arguments(showing facts: [String]) -> [String: Scalar] {
    var arguments: [String: Scalar] = ["method": .text(method), "target": .text(target)]
    func add(_ name: String, _ texts: [String]) {
      if !texts.isEmpty { arguments[name] = .list(texts.map { .text($0) }) }
    }
    add("headers", headers)
    add("take", taken.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    add("changing", changing)
    add("show", facts)
    if let body { arguments[body.argument.name] = body.argument.value }
    arguments["data"] = data.map { .text($0) }
    return arguments
  }

  /// All texts that may contain variables.
  var texts: [String] {
    var texts = [target] + headers
    switch body {
    case .json(let text), .text(let text), .file(let text): texts.append(text)
    case .form(let fields): texts += fields
    case nil: break
    }
    return texts
  }
}

/// A part of an answer, by the name under which scenarios expect, take or leave it out.
enum AnswerPart {
  /// The forms of the names, for people.
  static let allowed =
    "status, bytes, text, header NAME, a JSON path such as $.id or $.items[0].name, length($.items)"

  /// Returns whether a name is a path into JSON: `$`, then `.name`, `['name']`, `[0]` or `[*]`.
  static func isPath(_ name: String) -> Bool {
    name.wholeMatch(of: /\$(\.[A-Za-z_][A-Za-z0-9_-]*|\['[^']*'\]|\[-?[0-9]{1,9}\]|\[\*\])*/) != nil
  }

  /// Returns whether it names a value of the answer that can be taken.
  static func isValue(_ name: String) -> Bool {
    isPath(name) || name.wholeMatch(of: /header [!#$%&'*+.^_`|~0-9A-Za-z-]+/) != nil
  }

  /// Returns whether it names a fact that can be expected, besides `digest` and `error`.
  static func isFact(_ name: String) -> Bool {
    if ["status", "bytes", "text"].contains(name) || isValue(name) { return true }
    return name.wholeMatch(of: /length\((.*)\)/).map { isPath(String($0.output.1)) } ?? false
  }
}
