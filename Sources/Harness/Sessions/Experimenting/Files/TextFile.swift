import Foundation

/// Files of text, which the user named.
public enum TextFile {
  /// A file's text.
  /// - Throws: ``Refusal`` if it can't be read, or is not text.
  public static func text(of name: String) throws(Refusal) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      let isThere = FileManager.default.fileExists(atPath: name)
      throw .unreadable(name, isThere ? "can't be read" : "does not exist")
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      throw .unreadable(name, "is not text in UTF-8")
    }
    return text
  }
}
