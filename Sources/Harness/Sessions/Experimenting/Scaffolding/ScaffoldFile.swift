import Recording
import SystemPackage

/// A generated file, whose last line shows whether it was changed since.
public struct ScaffoldFile: Sendable, Equatable {
  /// The path relative to the folder that it is made for.
  public let path: FilePath
  /// The purpose of the file, in a few words.
  public let purpose: String
  /// The text without its last line.
  public var content: String
  /// A Boolean value indicating whether the others are of use without it if its place is taken.
  public let isOptional: Bool
  /// The beginning of a comment in its language.
  private let comment: String

  init(
    _ path: FilePath, _ purpose: String, content: String, comment: String = "#",
    isOptional: Bool = false
  ) {
    (self.path, self.purpose, self.comment) = (path, purpose, comment)
    self.isOptional = isOptional
    self.content = content.hasSuffix("\n") ? content : content + "\n"
  }

  /// The whole text: the content, and the line with its hash.
  public var text: String { content + mark }

  /// The last line.
  public var mark: String { Self.mark(of: content, comment) + "\n" }

  private static func mark(of content: String, _ comment: String) -> String {
    "\(comment) Made by 'rehearse init' (\(hash(of: content))); --force replaces it unless it was "
      + "changed."
  }

  private static func hash(of content: String) -> String {
    String(SHA256.text(of: SHA256.digest(of: content)).prefix(16))
  }

  /// The content of an existing file.
  public enum Standing: Sendable, Equatable {
    /// The same text as would be written.
    case same
    /// An unchanged text from an earlier `init`.
    case made
    /// A changed text from an earlier `init`.
    case changed
    /// Something else.
    case foreign
  }

  /// Returns what an existing file with this text is.
  public func standing(of text: String) -> Standing {
    if text == self.text { return .same }
    let last = text.split(separator: "\n").last ?? ""
    let mark = /^(?:#|\/\/) Made by 'rehearse init' \(([0-9a-f]{16})\)/
    guard let found = last.firstMatch(of: mark) else { return .foreign }
    // Substrings know their place in the whole text.
    let content = String(text[..<last.startIndex])
    return Self.hash(of: content) == found.1 ? .made : .changed
  }
}
