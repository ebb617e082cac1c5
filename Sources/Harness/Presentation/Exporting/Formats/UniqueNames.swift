import Recording
import Tables

/// Unique names for a reader that limits their length.
///
/// A name that is too long or already used ends in a hash of all its parts, so that it stays the same
/// whatever else is written later.
struct UniqueNames {
  /// The greatest length in bytes of UTF-8, which is at least that in characters.
  private let limit: Int
  private let separator: String
  private var owners: [String: [String]] = [:]

  init(limit: Int = .max, separator: String = "/") {
    self.limit = limit
    self.separator = separator
  }

  /// The name for these parts; the same parts have the same name.
  mutating func name(_ parts: [String]) -> String {
    let full = parts.map { PlainLine($0).description }.joined(separator: separator)
    var candidate = full.utf8.count <= limit && !full.isEmpty ? full : hashed(full, parts)
    var count = 1
    while let owner = owners[candidate], owner != parts {
      candidate = hashed(full, parts + ["\(count)"])
      count += 1
    }
    owners[candidate] = parts
    return candidate
  }

  private func hashed(_ name: String, _ parts: [String]) -> String {
    let end = "~" + Self.hash(parts)
    var kept = ""
    for character in name where kept.utf8.count + character.utf8.count + end.utf8.count <= limit {
      kept.append(character)
    }
    return kept + end
  }

  /// FNV-1a with 32 bits, because Swift's own hashes differ between processes.
  private static func hash(_ parts: [String]) -> String {
    let bytes = parts.joined(separator: "\0").utf8
    let hash = bytes.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

extension Revision {
  /// The full hash, with `*` if files differed from the commit, so that something else was measured.
  var marked: String { commit + (isModified ? "*" : "") }
}
