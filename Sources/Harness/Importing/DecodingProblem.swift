import Foundation

/// What is wrong with JSON, in words: where, and what.
struct DecodingProblem: CustomStringConvertible {
  let description: String

  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      description = Self.at(context.codingPath, "the key '\(key.stringValue)' is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      description = Self.at(context.codingPath, "it is no \(Self.name(of: type))")
    case .dataCorrupted(let context):
      description = Self.at(context.codingPath, Self.reason(context))
    @unknown default: description = "\(error)"
    }
  }

  /// Of text that is no JSON the parser knows line and column.
  private static func reason(_ context: DecodingError.Context) -> String {
    let parser = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey]
    let words = parser as? String ?? context.debugDescription
    return words.hasSuffix(".") ? String(words.dropLast()) : words
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is Double.Type, is Int.Type, is Int64.Type: "number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "list"
    default: "object, or is null"
    }
  }

  /// `stories[0].figures.solo.cpu-time[3]: …`
  private static func at(_ path: [any CodingKey], _ fault: String) -> String {
    let place = path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return place.isEmpty ? fault : "\(place): \(fault)"
  }
}
