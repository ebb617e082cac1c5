import Foundation

/// What is wrong with JSON, in words: where, and what.
struct DecodingProblem: CustomStringConvertible {
  let description: String

  /// - Parameter data: what was decoded.
  init(_ error: DecodingError, in data: Data) {
    switch error {
    case .keyNotFound(let key, let context):
      description = Self.at(context.codingPath, "the key '\(key.stringValue)' is missing")
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      description = Self.at(context.codingPath, "it is no \(Self.name(of: type))")
    case .dataCorrupted(let context):
      description = Self.at(
        context.codingPath,
        context.codingPath.isEmpty
          ? Self.fault(of: data) ?? context.debugDescription : context.debugDescription)
    @unknown default: description = "\(error)"
    }
  }

  /// What makes data no JSON; nil where it is JSON. Of the parsers this one alone tells a place,
  /// as the number of bytes before it.
  private static func fault(of data: Data) -> String? {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      let reason = (words ?? "it is no JSON").trimmingSuffix(".")
      guard let place = reason.firstMatch(of: /\ around character (\d+)/),
        let offset = Int(place.1)
      else { return reason }
      let before = data.prefix(offset)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      return "line \(line), column \(column): \(reason[..<place.range.lowerBound])"
    }
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

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
