import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// What the inputs of two sides prove, story by story.
struct InputComparisonTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A side whose stories read these files below its tree, by their contents.
  private func side(
    _ name: String, _ stories: [String: [String: String]], maker: SideInputs.Maker = .nobody,
    sockets: [String: [String]] = [:], gaps: [String: [InputRecord.Gap]] = [:]
  ) throws -> SideInputs {
    var side = SideInputs(
      name: name, tree: folder.path.appending(name), around: nil, executables: nil, maker: maker)
    for (story, files) in stories {
      let records = try files.map { path, text in
        try folder.add("\(name)/\(path)", text)
        return InputRecord.File(
          path: "\(InputRecord.tree)/\(path)", uses: [.read], content: "\(text.hashValue)",
          size: Int64(text.utf8.count))
      }
      side.stories[story] = TracedInputs(
        record: InputRecord(
          files: records.sorted { $0.path < $1.path }, sockets: sockets[story] ?? [],
          gaps: gaps[story] ?? []))
    }
    return side
  }

  private func comparison(
    _ one: SideInputs, _ other: SideInputs, differing: [String], areRevisions: Bool = true
  ) -> InputComparison {
    let pair = RevisionPair(top: folder.path.appending("top"), differing: differing) { [] }
    return InputComparison(
      baseline: one, candidate: other, repository: areRevisions ? pair : nil,
      image: ProgramImage { _ in nil }, allowed: [])
  }

  private func finding(
    _ one: SideInputs, _ other: SideInputs, differing: [String], areRevisions: Bool = true
  ) async throws -> InputComparison.Found {
    try await comparison(one, other, differing: differing, areRevisions: areRevisions).finding()
  }

  private static let before = ["s": ["m.py": "1", "s.py": "1"], "t": ["m.py": "1", "t.py": "1"]]
  private static let after = ["s": ["m.py": "1", "s.py": "1"], "t": ["m.py": "1", "t.py": "2"]]

  @Test func `a story that reads the same on both sides is proven by itself, another is not`()
    async throws
  {
    let found = try await finding(
      side("a", Self.before), side("b", Self.after), differing: ["t.py", "README.md"])
    #expect(found.proof == nil && found.finding.exercised == ["t.py"])
    #expect(found.storyProofs.keys.sorted() == ["s"])
    #expect(found.storyProofs["s"]?.kind == .inputs)
  }

  @Test(arguments: [
    (SideInputs.Maker.packageManager, [false, false, true]), (.commands, [false, false, true]),
    (.others, [false, false, true]), (.nobody, [true, true, true]),
  ])
  func `what a side reads is known only if its make was traced to the end, whoever made it`(
    _ maker: SideInputs.Maker, _ expected: [Bool]
  ) throws {
    let source = InputRecord.File(path: "${tree}/main.c", uses: [.read], content: "aa")
    let makes: [InputRecord?] = [
      nil, InputRecord(files: [source], gaps: [.tooManyFiles(limit: 100_000)]),
      InputRecord(files: [source], gaps: [.unreadable(path: "/etc/shadow")]),
    ]
    let read = try makes.map { make in
      var side = try side("a", Self.before, maker: maker)
      side.make = make.map { TracedInputs(record: $0) }
      return side.allRead
    }
    #expect(read.map { $0 != nil } == expected)
    let paths = ["${tree}/m.py", "${tree}/main.c", "${tree}/s.py", "${tree}/t.py"]
    #expect(read[2]?.files.map(\.path) == paths.filter { maker != .nobody || $0 != paths[1] })
  }

  @Test func `files that were read as a mere pointer of git-lfs are named`() throws {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"
    let longer = pointer + String(repeating: "a", count: 1024)
    var side = try side(
      "a", ["s": ["data/big.bin": pointer, "m.py": "1"], "t": ["notes": longer]])
    #expect(side.pointers == ["data/big.bin"])
    try folder.add("a/asset", pointer)
    let asset = InputRecord.File(path: "${tree}/asset", uses: [.read], size: 70)
    side.make = TracedInputs(record: InputRecord(files: [asset]))
    #expect(side.pointers == ["asset", "data/big.bin"])
  }

  @Test func `what a side reads is unknown if a story was not traced to its end`() throws {
    let side = try side("a", Self.before, gaps: ["t": [.cutOff]])
    #expect(side.allRead == nil)
  }

  @Test func `no source of a package counts as unread if its compiler was not traced`()
    async throws
  {
    func exercised(_ make: InputRecord?) async throws -> [String] {
      let sides = try [("a", Self.before), ("b", Self.after)].map { name, stories in
        var side = try side(name, stories, maker: .packageManager)
        side.make = make.map { TracedInputs(record: $0) }
        return side
      }
      return try await finding(sides[0], sides[1], differing: ["main.swift", "README.md"])
        .finding.exercised
    }
    #expect(try await exercised(nil) == ["main.swift"])
    #expect(try await exercised(InputRecord(files: [], gaps: [.cutOff])) == ["main.swift"])
    #expect(try await exercised(InputRecord(files: [])) == [])
  }

  @Test func `if all stories read the same, the proof is about all of them`() async throws {
    let found = try await finding(
      side("a", Self.before), side("b", Self.before), differing: ["README.md"])
    #expect(found.proof?.kind == .inputs && found.proof?.differing == ["README.md"])
    #expect(found.storyProofs.keys.sorted() == ["s", "t"])
  }

  @Test func `builds of the same files, and stories with unknown inputs, are not proven`()
    async throws
  {
    let (one, other) = try (side("a", Self.before), side("b", Self.after))
    #expect(
      try await finding(one, other, differing: ["t.py"], areRevisions: false).storyProofs.isEmpty)
    // A gap of one story leaves it open what it left for the others.
    let gap = try side("b", Self.after, gaps: ["t": [.cutOff]])
    #expect(try await finding(one, gap, differing: ["t.py"]).storyProofs.isEmpty)
    var lacking = other
    lacking.stories["s"] = nil
    #expect(try await finding(one, lacking, differing: ["t.py"]).storyProofs.isEmpty)
  }

  @Test func `a story that reads from a socket is not proven, but others are`() async throws {
    var (before, after) = (Self.before, Self.after)
    before["u"] = ["m.py": "1"]
    after["u"] = ["m.py": "1"]
    let sockets = ["s": ["127.0.0.1:5432"]]
    let found = try await finding(
      side("a", before, sockets: sockets), side("b", after, sockets: sockets), differing: ["t.py"])
    #expect(found.storyProofs.keys.sorted() == ["u"])
  }

  @Test(
    arguments: [
      ("b/out", ["s", "u"]), ("b/u.pyc", ["s", "u"]), ("b/s.py", ["u"]), ("b/m.py", []),
      ("b/data/new", ["s"]), ("a/s.py", ["u"]),
    ] as [(String, [String])])
  func `a story that uses what a story without a proof writes is not proven`(
    _ path: String, _ proven: [String]
  ) async throws {
    var (before, after) = (Self.before, Self.after)
    before["u"] = ["m.py": "1", "u.pyc": "1"]
    after["u"] = before["u"]
    var (one, other) = try (side("a", before), side("b", after))
    let listed = InputRecord.File(path: "\(InputRecord.tree)/data", uses: [.listed], content: "1")
    one.stories["u"]?.record.files.append(listed)
    other.stories["u"]?.record.files.append(listed)
    // It was replayed last, so the others' records don't show what it left.
    if path.hasPrefix("a/") {
      one.stories["t"]?.written = [folder.file(path)]
    } else {
      other.stories["t"]?.written = [folder.file(path)]
    }
    let found = try await finding(one, other, differing: ["t.py"])
    #expect(found.storyProofs.keys.sorted() == proven)
  }

  @Test func `a story that uses what an affected story writes is not proven either`() async throws {
    var (before, after) = (Self.before, Self.after)
    before["u"] = ["u.py": "1"]
    after["u"] = before["u"]
    let one = try side("a", before)
    var other = try side("b", after)
    other.stories["t"]?.written = [folder.file("b/s.py")]
    other.stories["s"]?.written = [folder.file("b/u.py")]
    let found = try await finding(one, other, differing: ["t.py"])
    #expect(found.storyProofs.isEmpty)
  }

  @Test(arguments: ["main.c", "table.inl", "rows.proto"])
  func `no story is proven if a make did not read its sources`(_ source: String) async throws {
    func made(_ name: String, _ stories: [String: [String: String]], reading file: String) throws
      -> SideInputs
    {
      var made = try side(name, stories, maker: .commands)
      made.make = TracedInputs(
        record: InputRecord(
          files: [
            InputRecord.File(path: "\(InputRecord.tree)/\(file)", uses: [.read], content: name)
          ]))
      return made
    }
    let differing = [source, "t.py"]
    let stale = try await finding(
      made("a", Self.before, reading: "Makefile"), made("b", Self.after, reading: "Makefile"),
      differing: differing)
    #expect(stale.storyProofs.isEmpty)
    let read = try await finding(
      made("a", Self.before, reading: source), made("b", Self.after, reading: source),
      differing: differing)
    // Its program is the same although its source differs.
    #expect(read.storyProofs["s"]?.kind == .program && read.storyProofs.count == 1)
  }

  /// A side whose story reads the scenario's own file, or others.
  private func side(_ name: String, reading files: [InputRecord.File]) throws -> SideInputs {
    var side = try side(name, [:])
    side.stories["s"] = TracedInputs(record: InputRecord(files: files))
    return side
  }

  @Test func `stories whose runs can meet are not separate`() throws {
    func traced(
      reading files: [InputRecord.File] = [], writing written: Set<String> = [],
      sockets: [String] = [], gaps: [InputRecord.Gap] = []
    ) -> TracedInputs {
      TracedInputs(
        record: InputRecord(files: files, variables: [], sockets: sockets, gaps: gaps),
        written: written)
    }
    func input(_ path: String, _ use: InputRecord.Use = .read) -> InputRecord.File {
      InputRecord.File(path: path, uses: [use])
    }
    let stories = [
      "alone": traced(reading: [input("/etc/x")], writing: ["/a/m.pyc"]),
      "own": traced(reading: [input("/tmp/own", .written)], writing: ["/tmp/own"]),
      "fixed": traced(writing: ["/tmp/fixed"]),
      "reader": traced(reading: [input("/tmp/fixed", .missing)]),
      "lister": traced(reading: [input("/tmp", .listed)]),
      "client": traced(sockets: ["127.0.0.1:80"]),
      "unknown": traced(gaps: [.cutOff]), "unread": traced(gaps: [.unread("caf\\351.txt")]),
      "tree": traced(reading: [input("${tree}/out")]),
    ]
    var (one, other) = (try side("a", [:]), try side("b", [:]))
    (one.stories, other.stories) = (stories, stories)
    // Temporary files have other names in each run.
    other.stories["own"] = traced(writing: ["/tmp/other"])
    let tree = try #require(other.place("${tree}/out")).string
    other.stories["tree maker"] = traced(writing: [tree])
    let comparison = InputComparison(
      baseline: one, candidate: other, repository: nil, image: ProgramImage { _ in nil },
      allowed: [])
    #expect(comparison.separateStories == ["alone", "own", "tree maker"])
  }

  @Test(arguments: [("include/x.h", true), ("pyproject.toml", false)])
  func `code that is read in the user's own work tree is shared, even if its own is read, too`(
    _ path: String, _ isShared: Bool
  ) async throws {
    var one = try side("a", ["s": [path: "1"]])
    let other = try side("b", ["s": [path: "2"]])
    let users = folder.file("top/\(path)")
    let file = InputRecord.File(path: users, uses: [.read], content: "2")
    one.stories["s"]?.record.files.append(file)
    let shared = try await comparison(one, other, differing: [path]).shared()
    let taken = SharedInput(path: users, reason: .ofWorkTree(place: path, side: "a"))
    #expect(shared == (isShared ? [taken] : []))
  }

  @Test(arguments: [("2/up/up/top/x.py", true), (".gitignore", false)])
  func `a file in the folder of another side is shared, but not one beside it`(
    _ name: String, _ isShared: Bool
  ) async throws {
    let path = folder.file("top/.build/rehearse/revisions/\(name)")
    let one = try side("a", reading: [InputRecord.File(path: path, uses: [.read])])
    let shared = try await comparison(one, side("b", reading: []), differing: ["x.py"]).shared()
    let other = SharedInput(path: path, reason: .ofOtherSide(side: "a"))
    #expect(shared == (isShared ? [other] : []))
  }

  @Test(arguments: [
    ("unix:/var/run/docker.sock", "unix:/var/run/docker.sock", true),
    ("unix:/run/nscd/socket", "unix:/run/nscd/socket", false),
    ("unix:/var/run/docker.sock", "unix:/var/run/other.sock", false),
  ])
  func `a daemon that has the images of both sides is shared by their makes and stories`(
    _ make: String, _ story: String, _ isShared: Bool
  ) async throws {
    let sides = try ["a", "b"].map { name in
      var side = try side(name, ["s": [:]], maker: .commands, sockets: ["s": [story]])
      side.make = TracedInputs(record: InputRecord(files: [], sockets: [make]))
      return side
    }
    let shared = try await comparison(sides[0], sides[1], differing: ["Dockerfile"]).shared()
    #expect(shared == (isShared ? [SharedInput(path: make, reason: .keptByDaemon)] : []))
  }

  @Test func `a build and its copy are compared, but nothing is proven by what both read`()
    async throws
  {
    let made = BuildInputs(
      sides: [SideInputs(name: "a", tree: nil, around: nil, executables: nil, maker: .nobody)],
      pair: nil, searchPath: .own)
    let copies = made.besideCopy(named: "a again")
    #expect(copies.sides.map(\.name) == ["a", "a again"])
    let reader = TracedInputs(record: InputRecord(files: []))
    // Both sides write it.
    let writer = TracedInputs(record: InputRecord(files: []), written: ["/elsewhere/out"])
    let stories = ["s": reader, "t": reader, "writer": writer]
    let comparison = copies.comparison(of: 1, replaying: [stories, stories], allowing: [])
    let found = try await comparison.finding()
    #expect(found.proof == nil && found.storyProofs.isEmpty && found.finding.gap == nil)
    #expect(comparison.separateStories == ["s", "t"])
  }

  @Test(
    arguments: [
      (.file, .file, true), (.file, .program, false), (.folder, .file, false),
      (nil, .program, true), (.file, nil, true),
    ] as [(InputRecord.FileKind?, InputRecord.FileKind?, Bool)])
  func `files of which only one may be executed are not the same`(
    _ one: InputRecord.FileKind?, _ other: InputRecord.FileKind?, _ isProven: Bool
  ) async throws {
    for use in [InputRecord.Use.examined, .read] {
      let sides = try [("a", one), ("b", other)].map { name, kind in
        try side(
          name,
          reading: [
            InputRecord.File(
              path: "${tree}/jobs/big", uses: [use], content: use == .read ? "1" : nil, size: 1,
              kind: kind)
          ])
      }
      let found = try await finding(sides[0], sides[1], differing: ["jobs/big"])
      #expect((found.proof != nil) == isProven && (found.storyProofs["s"] != nil) == isProven)
    }
  }

  /// The files with the text of `perf/s.yml` that the candidate alone reads. The text has the hash `f0`.
  private func scenariosRead(_ one: SideInputs, _ other: SideInputs) -> [String: String] {
    comparison(one, other, differing: [])
      .scenariosRead(of: FilePath(folder.file("top/perf/s.yml")), sha256: "f0")
  }

  @Test(
    arguments: [
      ("${tree}/perf/s.yml", InputRecord.Use.read, "1", true), ("top/perf/s.yml", .read, "1", true),
      ("a/perf/s.yml", .read, "1", true), ("${tree}/copy", .read, "f0", true),
      ("${tree}/s.yml", .read, "1", false), ("${tree}/perf/s.yml", .examined, nil, false),
    ] as [(String, InputRecord.Use, String?, Bool)])
  func `a story that reads the scenario, or a copy, on the candidate's side alone is found`(
    _ path: String, _ use: InputRecord.Use, _ content: String?, _ isFound: Bool
  ) throws {
    let path = path.hasPrefix("$") ? path : folder.file(path)
    let other = try side(
      "b", reading: [InputRecord.File(path: path, uses: [use], content: content)])
    #expect(scenariosRead(try side("a", reading: []), other) == (isFound ? ["s": path] : [:]))
  }

  @Test func `a story that reads the scenario on both sides is not told apart from its driver`()
    throws
  {
    let own = InputRecord.File(path: "${tree}/perf/s.yml", uses: [.read], content: "1")
    let copy = InputRecord.File(path: "${tree}/copy", uses: [.read], content: "f0")
    let other = try side("b", reading: [copy])
    #expect(scenariosRead(try side("a", reading: [own]), other).isEmpty)
    // A baseline's story that was not replayed says nothing.
    #expect(scenariosRead(try side("a", [:]), other).isEmpty)
  }

  @Test func `Python bytecode is the same for the same code, whenever its source was written`()
    async throws
  {
    /// A version, flags, the time and the size of the source, and code.
    func bytecode(_ time: String, _ code: String, flags: String = "\0\0\0\0") -> String {
      "abcd" + flags + time + "size" + code
    }
    func proven(_ one: String, _ other: String) async throws -> Bool {
      let found = try await finding(
        side("a", ["s": ["m.pyc": one], "t": ["t.py": "1"]]),
        side("b", ["s": ["m.pyc": other], "t": ["t.py": "2"]]), differing: ["t.py"])
      return found.storyProofs["s"] != nil
    }
    #expect(try await proven(bytecode("1111", "code"), bytecode("2222", "code")))
    #expect(!(try await proven(bytecode("1111", "code"), bytecode("2222", "cod3"))))
    // Those four bytes are a part of the source's hash then.
    let flags = "\u{1}\0\0\0"
    #expect(
      !(try await proven(
        bytecode("1111", "code", flags: flags), bytecode("2222", "code", flags: flags))))
  }
}
