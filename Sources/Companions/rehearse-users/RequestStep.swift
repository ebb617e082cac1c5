import DriverKit
import DriverProtocol

/// A step that is a request, read once for all of its repetitions.
struct RequestStep {
  let request: StepRequest
  /// The content before variables are resolved; nil if it is no JSON.
  let json: JSONValue?

  /// - Throws: ``UserError/requestFailed(_:)``, or `ProtocolError`, for content that is to be JSON and is not.
  init(_ request: StepRequest) throws {
    self.request = request
    if case .json(let text)? = request.body {
      guard let value = try JSONValue(parsing: Array(text.utf8)) else {
        throw UserError.requestFailed("its content is not JSON")
      }
      json = value
    } else {
      json = nil
    }
  }

  /// Shows the status and the wanted facts. The digest is of the status and the content; without what changes, JSON is
  /// written with sorted keys.
  func show(_ answer: Answer, in outcome: inout Outcome) throws {
    outcome.fact("status", answer.status)
    let changing = request.changing
    if !changing.contains(.whole) {
      let content =
        try changing.isEmpty
        ? answer.body : changing.reduce(into: answer.json()) { $0.remove($1) }.bytes
      outcome.mix(bytes: content)
    }
    for part in request.shown {
      if let value = try answer.value(of: part) { outcome.show(part.rawValue, value.scalar) }
    }
  }
}
