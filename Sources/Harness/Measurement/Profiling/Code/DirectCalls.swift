import Foundation
import Synchronization
import SystemPackage

/// The functions that direct calls in the app's programs lead to. Each place is looked up once.
public final class DirectCalls: Sendable {
  private let files = Mutex<[String: File]>([:])

  private struct File {
    /// Nil if it can't be read.
    let symbols: ElfSymbols?
    var callees: [UInt64: Substring?] = [:]
  }

  /// Knows no file yet.
  public init() {}

  /// Finds the functions that are called by the app's programs, given by their file names. `code` has the offset of
  /// each call's last byte, by file; other files are not read.
  /// - Returns: by file and place, the symbol of the function.
  public func callees(
    at code: [Substring: Set<UInt64>], of programs: Set<String>
  ) -> [Substring: [UInt64: Substring]] {
    files.withLock { files in
      code.reduce(into: [:]) { found, code in
        let path = String(code.key)
        guard programs.contains(FilePath(path).lastComponent?.string ?? "") else { return }
        var file = files[path] ?? File(symbols: Self.symbols(of: path))
        for place in code.value where file.callees[place] == nil {
          file.callees[place] = .some(file.symbols?.callee(ofCallEndingAt: place))
        }
        files[path] = file
        found[code.key] = file.callees.compactMapValues(\.self)
      }
    }
  }

  private static func symbols(of path: String) -> ElfSymbols? {
    FileManager.default.contents(atPath: path).flatMap { try? ElfSymbols([UInt8]($0)) }
  }
}
