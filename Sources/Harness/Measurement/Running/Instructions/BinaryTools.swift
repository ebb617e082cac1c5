import Foundation
import Programs
import SystemPackage

/// The binutils that inspect programs and strip their debug information.
struct BinaryTools {
  private let readelf: FilePath
  private let objcopy: FilePath

  /// Nil if one of them is missing. LLVM's versions have the same options.
  init?(searching folders: SearchPath) {
    guard let readelf = folders.program("readelf") ?? folders.program("llvm-readelf"),
      let objcopy = folders.program("objcopy") ?? folders.program("llvm-objcopy")
    else { return nil }
    self.readelf = readelf
    self.objcopy = objcopy
  }

  struct Facts: Equatable {
    /// A Boolean value indicating whether it has sections for debuggers. A distribution keeps those
    /// of its libraries in separate files, which its Valgrind can read.
    let hasDebugInformation: Bool
    /// The program that loads its libraries; nil if it needs none.
    let loader: FilePath?

    /// Parses what `readelf` prints about sections and program headers.
    init(_ text: String) {
      hasDebugInformation = [" .debug_", " .zdebug_"].contains { text.contains($0) }
      let mark = "[Requesting program interpreter: "
      loader = text.split(separator: "\n").lazy.compactMap { line in
        line.firstRange(of: mark).map { line[$0.upperBound...] }
      }.first.flatMap { $0.hasSuffix("]") ? FilePath(String($0.dropLast())) : nil }
    }
  }

  /// - Throws: ``RunningError`` if it is no ELF file.
  func facts(of file: FilePath) throws(RunningError) -> Facts {
    Facts(
      try output(of: readelf, ["--wide", "--section-headers", "--program-headers", file.string]))
  }

  /// The libraries with debug information that a program would load now, each by the path at which it is found.
  func librariesToStrip(of program: FilePath, _ facts: Facts) throws(RunningError) -> [FilePath] {
    guard let loader = facts.loader else { return [] }
    let list = try output(of: loader, ["--list", program.string])
    return Self.paths(in: list).filter { (try? self.facts(of: $0))?.hasDebugInformation ?? false }
  }

  /// The paths in lines such as `libc.so.6 => /lib/libc.so.6 (0x00007f66)`.
  static func paths(in list: String) -> [FilePath] {
    list.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "=> /"),
        let end = line.ranges(of: " (0x").last
      else { return nil }
      return FilePath(String(line[line.index(before: start.upperBound)..<end.lowerBound]))
    }
  }

  /// Writes a copy without debug information.
  func strip(_ file: FilePath, to copy: FilePath) throws(RunningError) {
    _ = try output(
      of: objcopy,
      ["--strip-debug", "--remove-section=.gnu_debuglink", file.string, copy.string])
  }

  private func output(of program: FilePath, _ arguments: [String]) throws(RunningError) -> String {
    let answer: (status: Int32, output: Data, error: String)
    do {
      answer = try HelperProgram(program).run(arguments)
    } catch {
      throw .toolNotStarted(program, reason: error.localizedDescription)
    }
    guard answer.status == 0 else { throw .toolFailed(program, arguments, status: answer.status) }
    return String(decoding: answer.output, as: UTF8.self)
  }
}
