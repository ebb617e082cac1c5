import Foundation
import Glibc
import Recording
import Subprocess
import SystemPackage

/// Reads the machine code of programs with `objdump`.
///
/// GNU's, in Debian's package binutils, is installed with Swift, whose instructions list it. LLVM's
/// output is the same except for details, and comes with some toolchains.
struct Disassembler {
  let program: FilePath

  /// - Parameter find: looks up a program by name.
  init?(find: (String) -> FilePath?) {
    guard let program = find("objdump") ?? find("llvm-objdump") else { return nil }
    self.program = program
  }

  /// Counts the checks of a program; nil if it has no machine code that `objdump` knows. For the modules, see
  /// ``SymbolOwner``.
  /// - Throws: errors that stop the task.
  func checks(
    of executable: FilePath, modules: Set<String>?
  ) async throws -> (modules: [ModuleChecks], holdsRuntime: Bool)? {
    let result = try await run(
      .path(program), arguments: ["-d", "--no-show-raw-insn", executable.string],
      input: .none, output: .sequence, error: .discarded
    ) { execution in
      var counter = CheckCounter(modules: modules)
      var lines = LineSplitter()
      for try await buffer in execution.standardOutput {
        buffer.withUnsafeBytes { bytes in lines.split(bytes) { counter.read($0) } }
      }
      return counter
    }
    try Task.checkCancellation()
    var counter = result.closureResult
    guard result.terminationStatus.isSuccess else { return nil }
    return (counter.modules(), counter.holdsRuntime)
  }
}

/// Splits a stream of bytes into lines, without a string for each.
struct LineSplitter {
  private var begun: [UInt8] = []

  /// Passes on each line that ends in these bytes, without its line break.
  mutating func split(_ bytes: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) -> Void) {
    var rest = bytes[...]
    while let base = bytes.baseAddress,
      let found = memchr(base + rest.startIndex, CInt(UInt8(ascii: "\n")), rest.count)
    {
      let end = UnsafeRawPointer(found) - base
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      if begun.isEmpty {
        read(line)
      } else {
        begun += line
        begun.withUnsafeBytes(read)
        begun.removeAll(keepingCapacity: true)
      }
      rest = rest[(end + 1)...]
    }
    begun += rest
  }
}
