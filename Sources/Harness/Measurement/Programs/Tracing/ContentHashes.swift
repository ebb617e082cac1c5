import Glibc
import Recording
import Synchronization
import SystemPackage

/// The hashes of files read before, valid as long as the files don't change.
public final class ContentHashes: Sendable {
  private struct Identity: Hashable {
    let device: UInt
    let inode: UInt
    let size: Int
    let changed: Int
    let changedFraction: Int
  }

  private let known = Mutex<[Identity: String]>([:])

  /// No hashes yet.
  public init() {}

  /// SHA-256 of a file's content, hexadecimal; nil if it can't be read.
  func content(of path: String, _ facts: stat) -> String? {
    let identity = Identity(
      device: UInt(facts.st_dev), inode: UInt(facts.st_ino), size: Int(facts.st_size),
      changed: facts.st_ctim.tv_sec, changedFraction: facts.st_ctim.tv_nsec)
    if let hash = known.withLock({ $0[identity] }) { return hash }
    guard let hash = Self.hash(of: path) else { return nil }
    known.withLock { $0[identity] = hash }
    return hash
  }

  /// SHA-256 of an existing file's content, hexadecimal; nil if it can't be read.
  public func content(of path: String) -> String? {
    var facts = stat()
    return stat(path, &facts) == 0 ? content(of: path, facts) : nil
  }

  private static func hash(of path: String) -> String? {
    var hash = SHA256()
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      try hash.update(from: file)
    } catch {
      return nil
    }
    return SHA256.text(of: hash.finish())
  }

  /// The program that the kernel starts for a script, as it is named there, or the loader of a program; nil if there
  /// is none.
  func interpreter(of path: String) -> String? {
    guard let head = FilePath.head(of: path, 4096) else { return nil }
    if head.starts(with: Array("#!".utf8)) {
      let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
      let word = line.drop { $0 == 32 || $0 == 9 }.prefix { $0 != 32 && $0 != 9 }
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }
    guard head.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else { return nil }
    // PT_INTERP is a path in the first page.
    let mark = Array("/ld".utf8)
    guard let place = head.firstRange(of: mark)?.lowerBound,
      let start = head[..<place].lastIndex(of: 0)
    else { return nil }
    let text = head[(start + 1)...].prefix { $0 != 0 }
    return text.first == UInt8(ascii: "/") ? String(decoding: text, as: UTF8.self) : nil
  }
}
