/// Text as the name of a file or a folder: the only place that makes names from foreign text.
///
/// Names in imports, in other people's stores and in databases can hold anything: a slash or dots would lead
/// out of the folder, a null would end the path, and a space or a parenthesis breaks a link in Markdown.
public enum FileName {
  /// A name of letters, digits, `-`, `_` and `.`, which does not begin with a dot; other characters become
  /// `_`. Different texts may give the same name, see ``FileNames``.
  public static func plain(_ text: String) -> String {
    let kept = text.unicodeScalars.map { scalar in
      let isKept =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_.".unicodeScalars.contains(scalar)
      return isKept ? String(scalar) : "_"
    }
    // 200 bytes leave room for an extension, and for the prefix of a temporary file.
    var plain = kept.joined()
    while plain.utf8.count > longest { plain.removeLast() }
    // A dot hides a file, and two of them are the folder above.
    return plain.hasPrefix(".") ? "_" + plain.dropFirst() : plain.isEmpty ? "_" : plain
  }

  /// The name of something with a number: the text may be cut, but never the number.
  public static func plain(_ text: String, number: Int64) -> String {
    let ending = "-\(number)"
    var plain = plain(text)
    while plain.utf8.count > longest - ending.utf8.count { plain.removeLast() }
    return plain + ending
  }

  private static let longest = 200
}

/// Names for the files of one folder, each used once.
struct FileNames {
  private var taken: Set<String> = []

  /// A plain name that was not used before.
  mutating func name(_ parts: String...) -> String {
    let plain = FileName.plain(parts.joined(separator: "-"))
    var name = plain
    var number = 2
    // Some file systems do not tell capitals from small letters.
    while !taken.insert(name.lowercased()).inserted {
      name = "\(plain)-\(number)"
      number += 1
    }
    return name
  }
}
