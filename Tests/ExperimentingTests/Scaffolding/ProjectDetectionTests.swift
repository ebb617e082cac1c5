import Experimenting
import SystemPackage
import TestSupport
import Testing

@testable import Building

/// What is found in a folder.
struct ProjectDetectionTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func git(_ arguments: String...) throws {
    let identity = ["-c", "user.name=n", "-c", "user.email=n@localhost"]
    let result = try Completion.of(["git", "-C", folder.path.string] + identity + arguments)
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test func `nothing is detected in an empty folder`() async throws {
    let found = try await ProjectDetection(of: folder.path)
    #expect(found == ProjectDetection(folder: folder.path) && found.kinds == [])
  }

  @Test func `Python packages, modules and environments are distinguished from scripts and tests`()
    async throws
  {
    try folder.add(["pyproject.toml": "", "tests/__init__.py": ""])
    try folder.add("deploy.py", "import os\nos.system('true')\n")
    #expect(try await ProjectDetection(of: folder.path).python == PythonProject(module: nil))
    try folder.add("tool.py", "def run(): pass\n\nif __name__ == \"__main__\":\n    run()\n")
    #expect(try await ProjectDetection(of: folder.path).python == PythonProject(module: "tool"))
    try folder.add("src/shop/__init__.py", "")
    try folder.addScript(".venv/bin/python", "true")
    let found = try await ProjectDetection(of: folder.path)
    #expect(
      found.python
        == PythonProject(module: "shop", source: "src", interpreter: ".venv/bin/python"))
    #expect(found.kinds == [.python])
  }

  @Test(
    arguments: [
      (
        #"{ "name": "shop", "main": "./index.js" }"#,
        JavaScriptProject(name: "shop", module: "index.js")
      ),
      (
        #"{ "exports": "./lib/shop.mjs", "main": "index.js" }"#,
        JavaScriptProject(name: nil, module: "lib/shop.mjs")
      ),
      (
        #"{ "exports": { ".": { "import": "./lib/shop.mjs" } } }"#,
        JavaScriptProject(name: nil, module: "lib/shop.mjs")
      ),
      (
        #"{ "exports": { "require": "./none.cjs", "default": "./index.js" } }"#,
        JavaScriptProject(name: nil, module: "index.js")
      ),
      (#"{ "name": "tool", "bin": "index.js" }"#, nil), (#"{ "main": "../index.js" }"#, nil),
      (#"{ "main": "dist/none.js" }"#, nil), ("no JSON", nil), ("[]", nil),
    ] as [(String, JavaScriptProject?)])
  func `a JavaScript project is one whose package.json names a module that is there`(
    _ manifest: String, _ project: JavaScriptProject?
  ) async throws {
    try folder.add(["package.json": manifest, "index.js": "", "lib/shop.mjs": ""])
    let found = try await ProjectDetection(of: folder.path)
    #expect(found.javaScript == project && found.kinds == (project == nil ? [] : [.javascript]))
  }

  @Test func `programs and the build file are found, and folders are left out`() async throws {
    try folder.add(["Makefile": "all:\n", "bin/readme": ""])
    try folder.addScript("run.sh", "true")
    try folder.addScript("bin/tool", "true")
    let found = try await ProjectDetection(of: folder.path)
    #expect(found.buildFile == "Makefile" && found.programs == ["./run.sh", "./bin/tool"])
    #expect(found.kinds == [.command])
  }

  @Test func `the program that is most likely to be measured comes first`() async throws {
    let own = try #require(folder.path.lastComponent?.string)
    for name in ["configure", "bench.sh", "zip", "test_zip", "libzip.so.1", "build/\(own)"] {
      try folder.addScript(name, "true")
    }
    // What does not begin as a script is machine code.
    for name in ["zip", "test_zip", "libzip.so.1"] {
      let copied = try Completion.of(["/bin/cp", "/bin/true", folder.file(name)])
      #expect(copied.status == 0)
    }
    let found = try await ProjectDetection(of: folder.path)
    #expect(
      found.programs == [
        "./build/\(own)", "./zip", "./bench.sh", "./configure", "./libzip.so.1", "./test_zip",
      ])
  }

  @Test func `a repository is detected with its branch, remote and service`() async throws {
    try git("init", "--quiet", "--initial-branch", "trunk")
    try folder.add("inner/a", "")
    let inner = folder["inner"]
    let fresh = try await ProjectDetection(of: inner)
    #expect(
      fresh.repository
        == RepositoryFacts(top: folder.path, mainBranch: "trunk", remote: nil, hasCommit: false))
    try git("add", ".")
    try git("commit", "--quiet", "--message", "first")
    try git("remote", "add", "origin", "https://gitlab.example/me/words.git")
    try git("update-ref", "refs/remotes/origin/main", "HEAD")
    try git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    let found = try await ProjectDetection(of: inner)
    #expect(found.repository?.mainBranch == "main" && found.repository?.hasCommit == true)
    #expect(found.service == .gitLab)
    try folder.add(".github/CODEOWNERS", "")
    #expect(try await ProjectDetection(of: inner).service == .gitHub)
  }

  @Test func `a repository that git refuses is reported as refused`() async throws {
    try git("init", "--quiet")
    let tools = try ScratchFolder()
    try tools.addScript(
      "git",
      "PATH=/usr/local/bin:/usr/bin:/bin GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 "
        + "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec git \"$@\"")
    let found = try await ProjectDetection(of: folder.path, searchPath: tools.path.string)
    #expect(found.repository == nil)
    #expect(
      found.refusal
        == "git refuses the repository of \(folder.path): it belongs to somebody else. If you trust it: "
        + "git config --global --add safe.directory \(folder.path)")
    let scaffold = try Scaffold(.python, in: found, .init())
    #expect(scaffold.job == nil)
    #expect(
      scaffold.notes.last
        == "No CI job was written, because there is nothing to compare with: \(found.refusal ?? "")"
    )
  }

  @Test func `a program that PATH lacks but the folder has is reported with the words to type`()
    async throws
  {
    try folder.addScript("mo-of-here", "true")
    func objection(_ command: String) async throws -> String? {
      let typed = try CommandInput(command)
      let found = try await ProjectDetection(of: folder.path, running: typed)
      do throws(Refusal) {
        _ = try Scaffold(.command, in: found, .init(command: typed))
        return nil
      } catch {
        return error.description
      }
    }
    #expect(
      try await objection("mo-of-here demo/a.mo")
        == "There is no program 'mo-of-here' in PATH. It is here as './mo-of-here': rehearse init "
        + "--command './mo-of-here demo/a.mo'. Nothing was written.")
    #expect(
      try await objection("A=b mo-of-here <x | sort")?
        .contains("rehearse init --command 'A=b ./mo-of-here <x | sort'.") == true)
    #expect(try await objection("./mo-of-here") == nil)
    #expect(try await objection("sort mo-of-here") == nil)
  }

  @Test func `programs of a command that git does not have are found`() async throws {
    try git("init", "--quiet")
    try folder.add([".gitignore": "build/\n", "tool": "binary", "build/made": "binary"])
    try folder.addScript("script", "true")
    func unknown(_ command: String) async throws -> [String] {
      try await ProjectDetection(of: folder.path, running: try CommandInput(command))
        .unknownPrograms
    }
    #expect(try await unknown("./tool a") == ["./tool"])
    try git("add", "tool")
    #expect(try await unknown("./tool a") == [])
    #expect(try await unknown("./tool | ./build/made") == ["./build/made"])
    #expect(try await unknown("A=b ./build/not-yet") == ["./build/not-yet"])
    // A script is written, not made; what is looked up in PATH is none of the project's.
    #expect(try await unknown("./script") == [])
    #expect(try await unknown("sort build/made") == [])
    #expect(try await unknown("/bin/sort") == [])
  }

  @Test func `an environment that git does not have is found`() async throws {
    try git("init", "--quiet")
    try folder.add("shop/__init__.py", "")
    try folder.addScript(".venv/bin/python", "true")
    #expect(
      try await ProjectDetection(of: folder.path).unknownPrograms == [".venv/bin/python"])
    try git("add", ".venv")
    #expect(try await ProjectDetection(of: folder.path).unknownPrograms == [])
  }

  @Test func `files that a command reads and git does not have are listed to commit`() async throws
  {
    try git("init", "--quiet")
    try folder.addScript("tool", "true")
    try folder.add("bench/big.json", "[]")
    let typed = try CommandInput("./tool bench/big.json")
    func surroundings() async throws -> ProjectDetection {
      try await ProjectDetection(of: folder.path, running: typed)
    }
    let scaffold = try Scaffold(.command, in: await surroundings(), .init(command: typed))
    #expect(
      scaffold.toCommit
        == ["Performance", ".github/workflows/performance.yml", "bench/big.json"])
    try git("add", "bench")
    #expect(try await surroundings().unknownFiles == [])
  }

  @Test func `a manifest is read with the package manager`() async throws {
    try folder.add(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "words",
        products: [
          .executable(name: "words-tool", targets: ["words-tool"]),
          .library(name: "Words", targets: ["Words"]),
        ],
        targets: [.target(name: "Words"), .executableTarget(name: "words-tool")])
      """)
    let found = try await ProjectDetection(of: folder.path)
    #expect(
      found.package
        == PackageManifest(
          name: "words",
          products: [
            .init(name: "words-tool", targets: ["words-tool"], isLibrary: false),
            .init(name: "Words", targets: ["Words"], isLibrary: true),
          ],
          targets: [
            .init(name: "Words", type: "regular"), .init(name: "words-tool", type: "executable"),
          ]))
    #expect(found.kinds == [.swift])
    try folder.add("Package.swift", "// swift-tools-version: 6.0\nlet package = 7\n")
    let error = await #expect(throws: BuildError.self) {
      try await ProjectDetection(of: folder.path)
    }
    #expect(
      error?.description.hasPrefix(
        "The package in \(folder.path) can't be read: swift package dump-package failed.\n") == true
    )
  }
}
