import Foundation
import Programs
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Running

@Suite struct CallgrindTests {
  @Test func `without Valgrind the error says how to install it`() {
    #expect(throws: RunningError.noCallgrind) { try Callgrind(searching: "/nowhere:/proc/1") }
    #expect(throws: RunningError.noCallgrind) { try Callgrind(searching: "") }
    #expect(
      RunningError.noCallgrind.description
        == "Instructions are counted by Valgrind, but 'valgrind' was not found in PATH. "
        + "On Debian and Ubuntu 'sudo apt-get install valgrind' installs it.")
  }

  private func folder(_ counting: InstructionCounting) throws -> CountFolder {
    try CountFolder(counting, of: StrippedPrograms(), in: "/", home: .own)
  }

  @Test(.enabled(if: CountingStage.hasValgrind, "there is no Valgrind"))
  func `concurrent counts get different folders with names of the same length`() throws {
    let counting = InstructionCounting.callgrind(try Callgrind())
    let first = try folder(counting)
    let second = try folder(counting)
    defer { second.remove() }
    #expect(first.path != second.path)
    #expect(first.path.string.utf8.count == second.path.string.utf8.count)
    first.remove()
    #expect(!FileManager.default.fileExists(atPath: first.path.string))
    let third = try folder(counting)
    defer { third.remove() }
    #expect(third.path == first.path)
  }
}
