import Foundation

/// What is wrong with JSON that was to be decoded: where, what was found, what is allowed.
struct DecodingProblem {
  let place: JSONPlaces.Place
  let found: String
  let allowed: String

  /// - Parameter data: what was decoded.
  init(_ error: DecodingError, in data: Data) {
    let places = JSONPlaces(data)
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        places.place(of: context.codingPath),
        Self.at(context.codingPath, "the key '\(key.stringValue)' is missing"))
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      let path = Self.text(context.codingPath)
      self.init(
        places.place(of: context.codingPath),
        "\(path.isEmpty ? "the file" : path) is \(places.kind(of: context.codingPath))",
        allowed: Self.name(of: type))
    case .dataCorrupted(let context):
      if context.codingPath.isEmpty, let fault = JSONFault(data) {
        self.init(fault.place, fault.reason)
      } else {
        self.init(
          places.place(of: context.codingPath),
          Self.at(context.codingPath, context.debugDescription))
      }
    @unknown default: self.init(.first, "\(error)")
    }
  }

  private init(_ place: JSONPlaces.Place, _ found: String, allowed: String = "") {
    self.place = place
    self.found = found
    self.allowed = allowed
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type, is Date.Type: "text"
    case is Double.Type, is Int.Type, is Int64.Type: "a number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }

  private static func at(_ path: [any CodingKey], _ fault: String) -> String {
    path.isEmpty ? fault : "\(text(path)): \(fault)"
  }

  /// `stories[0].figures.solo.cpu-time[3]`
  private static func text(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
