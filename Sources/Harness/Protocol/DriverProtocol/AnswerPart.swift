/// A part of an answer to a request, as scenarios name it.
public enum AnswerPart: RawRepresentable, Sendable, Equatable, Codable {
  /// The status.
  case status
  /// The size of the content.
  case bytes
  /// The content as text.
  case text
  /// A header.
  case header(String)
  /// The value at a path.
  case path(JSONPath)
  /// The number of elements, members or characters at a path.
  case length(JSONPath)

  /// The forms of the names, for people.
  public static let allowed =
    "status, bytes, text, header NAME, a JSON path such as $.id or $.items[0].name, length($.items)"

  /// Reads a name; nil if it is none.
  public init?(rawValue name: String) {
    let ofHeader = "header "
    let ofLength = "length("
    switch name {
    case "status": self = .status
    case "bytes": self = .bytes
    case "text": self = .text
    case _ where name.hasPrefix(ofHeader):
      let header = String(name.dropFirst(ofHeader.count))
      guard Self.isHeaderName(header) else { return nil }
      self = .header(header)
    case _ where name.hasPrefix(ofLength) && name.hasSuffix(")"):
      guard let path = JSONPath(rawValue: String(name.dropFirst(ofLength.count).dropLast())) else {
        return nil
      }
      self = .length(path)
    default:
      guard let path = JSONPath(rawValue: name) else { return nil }
      self = .path(path)
    }
  }

  /// The name.
  public var rawValue: String {
    switch self {
    case .status: "status"
    case .bytes: "bytes"
    case .text: "text"
    case .header(let name): "header \(name)"
    case .path(let path): path.rawValue
    case .length(let path): "length(\(path.rawValue))"
    }
  }

  /// A Boolean value indicating whether later requests can use it.
  public var canBeTaken: Bool {
    switch self {
    case .header, .path: true
    case .status, .bytes, .text, .length: false
    }
  }

  /// Returns whether a text is a header's name: a token, as in RFC 9110.
  public static func isHeaderName(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        JSONPath.isOfName($0) || "!#$%&'*+.^`|~".unicodeScalars.contains($0)
      }
  }
}

/// A path into JSON, as in RFC 9535: `$`, then names `.a` or `['a']`, indices `[0]` (from the end: `[-1]`), and `[*]`
/// for all elements. Filters, slices and `..` are left out.
public struct JSONPath: RawRepresentable, Sendable, Equatable, Codable {
  /// The path as it was written.
  public let rawValue: String
  /// Its parts, from the outermost value on; none for the whole value.
  public let segments: [Segment]

  /// The path of the whole value.
  public static let whole = JSONPath()

  private init() { (rawValue, segments) = ("$", []) }

  /// A part of a path.
  public enum Segment: Sendable, Equatable {
    /// The member of an object.
    case name(String)
    /// The element of a list; negative from its end.
    case index(Int)
    /// All elements or members.
    case all
  }

  /// Parses a path; nil if it is none.
  public init?(rawValue text: String) {
    guard text.first == "$" else { return nil }
    var segments: [Segment] = []
    var rest = text.unicodeScalars.dropFirst()
    while let sign = rest.popFirst() {
      switch sign {
      case ".":
        let name = rest.prefix(while: Self.isOfName)
        guard let first = name.first, first == "_" || first.properties.isAlphabetic else {
          return nil
        }
        segments.append(.name(String(name)))
        rest = rest[name.endIndex...]
      case "[":
        let isQuoted = rest.first == "'"
        if isQuoted { rest.removeFirst() }
        guard let close = rest.firstIndex(of: isQuoted ? "'" : "]") else { return nil }
        let content = String(rest[..<close])
        rest = rest[rest.index(after: close)...]
        if isQuoted {
          guard rest.popFirst() == "]" else { return nil }
          segments.append(.name(content))
        } else if content == "*" {
          segments.append(.all)
        } else if let index = Int(content), content.first != "+" {
          segments.append(.index(index))
        } else {
          return nil
        }
      default: return nil
      }
    }
    (rawValue, self.segments) = (text, segments)
  }

  /// Returns whether a name without quotes may contain it: letters and digits of ASCII, `-` and `_`.
  static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }
}
