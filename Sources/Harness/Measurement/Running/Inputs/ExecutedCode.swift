import Foundation
import Profiling

/// The code that processes have run.
public struct ExecutedCode: Sendable {
  /// The addresses at which pieces of code began, by file name as in the trace.
  private var addresses: [String: Set<UInt64>] = [:]
  /// By path, what is loaded, and how far above the addresses in the file.
  private var files: [String: (segments: ElfSegments?, places: Set<UInt64>)] = [:]
  /// The addresses in memory of pieces for which Valgrind names no file: all outside of a file's `.text`.
  private var unknown: Set<UInt64> = []
  /// A Boolean value indicating whether lines are missing, because two processes wrote into each other's.
  private var isTorn = false
  var isEmpty: Bool { addresses.isEmpty }

  init() {}

  private static let start = Array("==== SB ".utf8)
  private static let unknown = Array(" UNKNOWN_OBJECT+0x0".utf8)

  /// Adds a line of what a process has run.
  ///
  /// It is `==== SB 2 (evchecks 2) [tid 1] 0x401b7e7 main+119 /usr/bin/app+0x1b7e7`. Lines of more than 512 bytes come
  /// in pieces, between which another process may write.
  mutating func add(_ line: ArraySlice<UInt8>) {
    guard line.starts(with: Self.start) else {
      isTorn = isTorn || Self.hasStart(line)
      return
    }
    let words = line.dropFirst(Self.start.count)
    guard !Self.hasStart(words),
      let place = words.split(separator: UInt8(ascii: " "), maxSplits: 6).dropFirst(5).first
        .flatMap(Self.number)
    else { return isTorn = true }
    // A file that is not known has no path.
    if words.suffix(Self.unknown.count).elementsEqual(Self.unknown) {
      unknown.insert(place)
      return
    }
    guard let path = Self.path(in: words), let plus = path.lastIndex(of: UInt8(ascii: "+")),
      let address = Self.number(path[plus...].dropFirst())
    else { return isTorn = true }
    let file = String(decoding: path[..<plus], as: UTF8.self)
    if files[file] == nil { files[file] = (Self.segments(of: file), []) }
    files[file]?.places.insert(place &- address)
    addresses[Self.name(of: file), default: []].insert(address)
  }

  /// The number that some bytes are: `0x1b7e7`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    bytes.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
      ? UInt64(String(decoding: bytes.dropFirst(2), as: UTF8.self), radix: 16) : nil
  }

  private static func name(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) }
      ?? path
  }

  /// The parts of a file that are loaded; nil if it can't be read.
  private static func segments(of path: String) -> ElfSegments? {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return nil }
    defer { try? file.close() }
    // Most files begin with their headers.
    let beginning = (try? file.read(upToCount: 4096)) ?? Data()
    if let segments = try? ElfSegments(beginning: [UInt8](beginning)) { return segments }
    let rest = (try? file.readToEnd()) ?? Data()
    return try? ElfSegments(beginning: [UInt8](beginning + rest))
  }

  /// Returns whether a line begins within another one.
  private static func hasStart(_ line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { line[$0] == start[0] && line[$0...].starts(with: start) }
  }

  /// The path at the end of a line, behind a blank.
  private static func path(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    line.indices.dropLast().first {
      line[$0] == UInt8(ascii: " ") && line[$0 + 1] == UInt8(ascii: "/")
    }.map { line[($0 + 1)...] }
  }

  /// Returns whether any of the functions ran, or may have; they are listed by file name, and `used` names the files
  /// of which there must be a trace.
  ///
  /// Valgrind's processor has AVX2 and nothing newer. A program that chooses its code by the processor may run another
  /// function on this one, if it has more. Code of no file may be a copy of a function. What else has no name, such as
  /// the calls of other libraries, is in another section of a file.
  public func contains(
    anyOf functions: [String: ChangedFunctions], in used: Set<String> = [],
    on processor: String? = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
  ) -> Bool {
    if isTorn || !used.allSatisfy({ addresses[$0] != nil }) { return true }
    if processor.map(Self.isNewer) ?? true,
      functions.contains(where: { $1.dependOnProcessor && addresses[$0] != nil })
    {
      return true
    }
    var executed = addresses.filter { functions[$0.key] != nil }
    for place in unknown {
      var isKnown = false
      for (path, file) in files {
        for address in file.places.map({ place &- $0 })
        where file.segments?.isCode(address) ?? false {
          isKnown = true
          executed[Self.name(of: path)]?.insert(address)
        }
      }
      if !isKnown { return true }
    }
    return functions.contains { name, functions in functions.hasRun(at: executed[name] ?? []) }
  }

  /// Returns whether a processor, as described in `/proc/cpuinfo`, has more than Valgrind's.
  private static func isNewer(_ processor: String) -> Bool {
    processor.split { $0.isWhitespace }.contains { flag in
      [
        "avx512", "avx10", "avx_", "amx_", "sha_ni", "sha512", "sm3", "sm4", "gfni", "vaes",
        "vpclmulqdq",
      ]
      .contains { flag.hasPrefix($0) }
    }
  }
}
