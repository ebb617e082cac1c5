/// Words as typed into a shell.
public enum ShellWords {
  /// The words with spaces between them, each quoted if a shell would otherwise change it.
  public static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain = !word.isEmpty && word.unicodeScalars.allSatisfy(isPlain)
      return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "-_./=:,+@%".unicodeScalars.contains(scalar)
  }
}
