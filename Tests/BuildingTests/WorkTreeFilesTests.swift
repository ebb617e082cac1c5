import Building
import Foundation
import SystemPackage
import TestSupport
import Testing

/// What shows that a file of a work tree was saved.
@Suite struct WorkTreeFilesTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.add([".gitignore": "ignored\n", "deep/kept": "1"])
    let repository = try GitFolder(folder.path)
    try repository.commit()
  }

  @Test func `files that git knows or would add are looked at, also from a folder below`()
    async throws
  {
    try folder.add(["new": "1", "ignored": "1", ".build/product": "1"])
    let stamps = try await WorkTreeFiles(containing: folder["deep"]).stamps()
    #expect(stamps.keys.sorted() == [".gitignore", "deep/kept", "new"])
  }

  @Test(arguments: ["touched", "replaced", "removed", "added"])
  func `a save changes what is seen, and nothing else does`(_ change: String) async throws {
    let files = try await WorkTreeFiles(containing: folder.path)
    let before = try await files.stamps()
    try folder.add("ignored", "2")
    #expect(try await files.stamps() == before)
    let file = folder.file("deep/kept")
    switch change {
    case "touched":
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file)
    case "replaced": try folder.add("deep/kept", "22")
    case "removed": try FileManager.default.removeItem(atPath: file)
    default: try folder.add("another", "")
    }
    #expect(try await files.stamps() != before)
  }

  @Test func `a folder without a repository is refused`() async throws {
    let lone = try ScratchFolder()
    await #expect(throws: RevisionError.self) { try await WorkTreeFiles(containing: lone.path) }
  }
}
