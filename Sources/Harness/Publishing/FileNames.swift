/// Names of files that go by names of metrics, builds and stories.
///
/// Those of imports can hold anything: a slash would lead out of the folder, a blank or a
/// parenthesis breaks a link in Markdown.
struct FileNames {
  private var taken: Set<String> = []

  /// A file name of letters, digits, `-`, `_` and `.`, which this value has not given before.
  mutating func name(_ parts: String...) -> String {
    let text = parts.joined(separator: "-").unicodeScalars.map { scalar in
      let isKept =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "-_.".unicodeScalars.contains(scalar)
      return isKept ? String(scalar) : "_"
    }
    // 200 bytes leave room for an ending, and for the beginning of a name that is being written.
    var plain = text.joined()
    while plain.utf8.count > 200 { plain.removeLast() }
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
