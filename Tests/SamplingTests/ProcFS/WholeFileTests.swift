import Sampling
import SystemPackage
import Testing

struct WholeFileTests {
  @Test func `a file is read to its end, however long it is`() throws {
    let root = try TemporaryRoot()
    let lines = (1...20_000).map { "line \($0)" }
    try root.write(lines.joined(separator: "\n"), to: "t")
    let read = try WholeFile.read(root.root.path.appending("t")) { text throws(SamplingError) in
      text.lines.map(String.init)
    }
    #expect(read == lines)
  }

  @Test func `the list of mounts is read from the kernel with the mount of /proc`() throws {
    let mounts = try WholeFile.read("/proc/self/mountinfo", Mount.all)
    #expect(mounts.contains { $0.point == "/proc" && $0.type == "proc" })
  }

  @Test func `a missing file is reported with its path`() throws {
    #expect(throws: SamplingError.unreadable(path: "/nowhere", errno: .noSuchFileOrDirectory)) {
      try WholeFile.read("/nowhere", Mount.all)
    }
  }

  @Test func `an error of the parser is passed on with the path of the file`() throws {
    let root = try TemporaryRoot()
    try root.write("x", to: "t")
    let path = root.root.path.appending("t")
    #expect(throws: SamplingError.malformed(path: path, missing: "load")) {
      try WholeFile.read(path, ProcText.load)
    }
  }

  @Test func `words are read after a key and a colon`() throws {
    let text = "processor\t: 0\nmodel name\t: AMD: EPYC\nflags:\n"
    #expect(try parsed(text) { $0.words(after: "model name") } == "AMD: EPYC")
    #expect(try parsed(text) { $0.words(after: "flags") } == "")
    #expect(try parsed(text) { $0.words(after: "bugs") } == nil)
  }

  @Test func `an unexpected text is quoted in the error`() {
    #expect(
      SamplingError.unexpected(path: "/sys/a", text: "x", allowed: "0 or 1").description
        == "/sys/a holds 'x'; expected: 0 or 1.")
  }
}
