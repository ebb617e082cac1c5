import Building
import Foundation
import Recording
import SystemPackage
import TestSupport
import Testing

@Suite struct RevisionReaderTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func read(_ name: String = ".") async throws -> Revision? {
    try await RevisionReader(folder: folder[name]).read()
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let person = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
    let done = try Completion.of(
      ["git", "-C", folder.path.string] + person + arguments,
      environment: ["GIT_COMMITTER_DATE": "2026-03-04T05:06:07+0100"])
    #expect(done.status == 0, "\(done.errors)")
    return done.output.trimmingCharacters(in: .newlines)
  }

  private func commit() throws {
    try git("init", "--initial-branch=topic/ä")
    try folder.add("sub/file", "1")
    try git("add", ".")
    try git("commit", "--message=first")
  }

  @Test func `a commit is known by hash, branch and time, from any folder in the repository`()
    async throws
  {
    try commit()
    let found = try #require(try await read("sub"))
    #expect(found.commit == (try git("rev-parse", "HEAD")))
    #expect(found.branch == "topic/ä")
    // 2026-03-04 04:06:07 UTC.
    #expect(found.committedAt == Date(timeIntervalSince1970: 1_772_597_167))
    #expect(!found.isDirty && found.short == String(found.commit.prefix(7)))
  }

  @Test func `only changes to tracked files count as differences from the commit`() async throws {
    try commit()
    try folder.add("Results/report.md", "new")
    #expect(try await read()?.isDirty == false)
    try folder.add("sub/file", "2")
    let dirty = try #require(try await read())
    #expect(dirty.isDirty && dirty.short == dirty.commit.prefix(7) + "*")
    try git("add", "sub")
    #expect(try await read()?.isDirty == true)
  }

  @Test func `new code marks the commit unless git ignores it, and other new files don't`()
    async throws
  {
    try commit()
    try folder.add(["Results/report.md": "new", ".build/made/x.c": "new"])
    #expect(try await read("sub")?.hasNewCode == false)
    try folder.add("new folder/ä.py", "new")
    let found = try #require(try await read("sub"))
    #expect(found.hasNewCode == true && !found.isDirty && found.changes == nil)
    #expect(found.isModified && found.short == found.commit.prefix(7) + "*")
    // A resumed call may find code that its own builds made.
    try folder.add(".gitignore", "*.py")
    let ignored = try #require(try await read())
    #expect(ignored.hasNewCode == false && ignored.hasSameFiles(as: found))
    try git("add", "--force", "new folder")
    let tracked = try #require(try await read())
    #expect(tracked.hasNewCode == false && tracked.isDirty)
  }

  @Test func `changes of tracked files are told apart, whatever they are and wherever they stand`()
    async throws
  {
    try commit()
    func changes(_ content: [UInt8]) async throws -> String {
      try Data(content).write(to: URL(fileURLWithPath: folder.file("sub/file")))
      return try #require(try await read()?.changes)
    }
    #expect(try await read()?.changes == nil)
    let text = try await changes([0x32])
    #expect(text.count == 64)
    try folder.add("Results/report.md", "new")
    #expect(try await read("sub")?.changes == text)
    try git("add", "sub")
    #expect(try await read()?.changes == text)
    // Neither is text, and git shows no lines of them.
    let all = [text, try await changes([0, 0xFF]), try await changes([0, 0xFE])]
    #expect(Set(all).count == 3)
    #expect(try await changes([0x32]) == text)
    #expect(try await changes([0x31]) != text)
  }

  @Test func `a detached head has no branch`() async throws {
    try commit()
    try git("checkout", "--detach")
    let found = try #require(try await read())
    #expect(found.branch == nil && !found.isDirty)
  }

  @Test func `outside of git, before the first commit or without git no commit is known`()
    async throws
  {
    #expect(try await read() == nil)
    try git("init")
    #expect(try await read() == nil)
    try commit()
    #expect(
      try await RevisionReader(folder: folder.path, searchPath: folder.file("nowhere")).read()
        == nil)
  }

  @Test func `a repository that git can't read is reported`() async throws {
    try commit()
    try folder.add(".git/index", "damaged, and as long as an index has to be at the least")
    do {
      _ = try await read()
      Issue.record("nothing was thrown")
    } catch {
      let text = "\(error)"
      #expect(text.hasPrefix("The commit of \(folder.path.string)/. is not known, and is not "))
      #expect(text.contains("signature"), "\(text)")
    }
  }
}
