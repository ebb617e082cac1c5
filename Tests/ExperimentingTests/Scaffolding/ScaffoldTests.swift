import Foundation
import Metrics
import Scenarios
import SystemPackage
import TestSupport
import Testing

@testable import Building
@testable import Experimenting

/// What is made for a project, as text.
struct ScaffoldTests {
  private static let repository = RepositoryFacts(
    top: "/home/me/words", mainBranch: "main", remote: nil, hasCommit: true)
  private static let package = PackageManifest(
    name: "Words",
    products: [
      .init(name: "words-tool", targets: ["words-tool"], isLibrary: false),
      .init(name: "WordsLibrary", targets: ["WordCount", "Other"], isLibrary: true),
      .init(name: "Extras", targets: ["Extras"], isLibrary: true),
    ],
    targets: [
      .init(name: "WordCount", type: "regular"), .init(name: "words-tool", type: "executable"),
    ])

  private func surroundings(_ change: (inout ProjectDetection) -> Void = { _ in })
    -> ProjectDetection
  {
    var surroundings = ProjectDetection(folder: "/home/me/words", repository: Self.repository)
    change(&surroundings)
    return surroundings
  }

  private func text(_ name: String, of scaffold: Scaffold) throws -> String {
    try #require(scaffold.files.first { $0.path.string == name }, "\(scaffold.files.map(\.path))")
      .text
  }

  /// The scenario, whose outcomes are still to be recorded. No place of a template is left in any file.
  private func scenario(_ scaffold: Scaffold) throws -> Scenario {
    for file in scaffold.files {
      let text = file.text.replacing("${{", with: "")
      #expect(!text.contains("{{") && !text.contains("}}\n"), "\(file.path)")
    }
    return try ScenarioParser.parse(
      try text(scaffold.scenario.string, of: scaffold), file: "s.yml", allowingUnrecorded: true)
  }

  @Test func `a Swift package gets a driver package that imports its library`()
    throws
  {
    let scaffold = try Scaffold(
      .swift, in: surroundings { $0.package = Self.package }, .init(rehearse: "/opt/rehearse"))
    #expect(
      scaffold.files.map(\.path.string) == [
        "Performance/words.yml", "Performance/Sources/words-driver/WordsDriver.swift",
        "Performance/Package.swift", "Performance/.gitignore", ".github/workflows/performance.yml",
      ])
    let scenario = try scenario(scaffold)
    #expect(scenario.name == "words" && scenario.stories.map(\.name) == ["example"])
    #expect(
      scenario.builds == [
        Build(
          name: "release",
          origin: .package(
            PackageBuild(
              package: ".", product: "words-driver", configuration: .release, swiftFlags: [])))
      ])
    #expect(scenario.gates.map(\.metric.id) == ["cpu-time", "peak-memory"])
    #expect(scenario.stories[0].placeholder == "Words" && scaffold.project == "Words")
    let driver = try text("Performance/Sources/words-driver/WordsDriver.swift", of: scaffold)
    #expect(driver.hasPrefix("import DriverKit\nimport WordCount\n"))
    #expect(driver.contains("final class WordsDriver: HostedApp {"))
    let manifest = try text("Performance/Package.swift", of: scaffold)
    #expect(manifest.hasPrefix("// swift-tools-version: 6.2\n"))
    #expect(manifest.contains(#".package(name: "Words", path: "..")"#))
    #expect(manifest.contains(#".product(name: "WordsLibrary", package: "Words")"#))
    #expect(manifest.contains(#"?? "/opt/rehearse""#))
    #expect(scaffold.notes.count == 1 && scaffold.notes[0].contains("Extras"))
  }

  @Test func `a driver in Swift is refused if the place of DriverKit is unknown`() throws {
    func scaffold(_ rehearse: String?) throws -> Scaffold {
      try Scaffold(
        .swift, in: surroundings { $0.package = Self.package },
        .init(rehearse: rehearse, name: "7 Word Counts!", version: "1.2.0"))
    }
    #expect(throws: Refusal.noDriverKit) { try scaffold(nil) }
    #expect(Refusal.noDriverKit.description.contains("rehearse init --rehearse ~/rehearse"))
    let made = try scaffold("https://github.com/us/rehearse")
    #expect(made.scenario == "Performance/7-word-counts.yml")
    let driver = "Performance/Sources/7-word-counts-driver/App7WordCountsDriver.swift"
    #expect(try text(driver, of: made).contains("class App7WordCountsDriver"))
    // The release of the job's action.
    #expect(
      try text("Performance/Package.swift", of: made)
        .contains(#".package(url: rehearse, from: "1.2.0", traits: [])"#))
    #expect(try text("Performance/.gitignore", of: made).contains("\nPackage.resolved\n"))
  }

  @Test func `a package without an importable library is refused with what it lacks`() {
    func objection(_ package: PackageManifest?) -> String? {
      do throws(Refusal) {
        _ = try Scaffold(
          .swift, in: surroundings { $0.package = package }, .init(rehearse: "/opt/rehearse"))
        return nil
      } catch {
        return error.description
      }
    }
    let tool = PackageManifest(
      name: "tool", products: [.init(name: "tool", targets: ["tool"], isLibrary: false)],
      targets: [.init(name: "tool", type: "executable")])
    #expect(
      objection(tool)
        == "The package 'tool' has no library product, so no driver can import it. Move what is to "
        + "be measured out of tool into a target and a library of its own, or measure the program: "
        + "rehearse init --command '.build/release/tool …'.")
    let core = PackageManifest(
      name: "tool", products: [], targets: [.init(name: "Core", type: "regular")])
    #expect(
      objection(core)
        == "The package 'tool' has no library product, so no driver can import it. Add one to "
        + "'products' in Package.swift, as in .library(name: \"Core\", targets: [\"Core\"]).")
    #expect(objection(nil)?.hasPrefix("There is no Package.swift in /home/me/words") == true)
  }

  @Test func `a Python project gets a driver that imports its module`() throws {
    let scaffold = try Scaffold(
      .python,
      in: surroundings {
        $0.python = PythonProject(module: "shop", source: "src", interpreter: ".venv/bin/python")
      }, .init())
    let scenario = try scenario(scaffold)
    #expect(scenario.name == "shop" && scenario.stories.map(\.name) == ["start", "example"])
    #expect(scenario.stories.map(\.placeholder) == [nil, "shop"])
    #expect(scaffold.driver == "Performance/driver.py")
    #expect(
      scenario.builds.map(\.origin) == [.command(["../.venv/bin/python", "driver.py"])])
    #expect(scaffold.unmade == nil && scaffold.interpreterInPath == nil)
    let driver = try text("Performance/driver.py", of: scaffold)
    #expect(driver.contains(#"importlib.import_module("shop")"#))
    #expect(driver.contains(#"parent / "../src""#))
    let kit = try String(
      contentsOfFile: Repository.path("Kits/python/rehearse_driver.py"), encoding: .utf8)
    let copy = try text("Performance/rehearse_driver.py", of: scaffold)
    #expect(copy.hasPrefix(kit) && copy.contains("\n# Made by 'rehearse init' ("))
    let ignored = try Scaffold(
      .python,
      in: surroundings {
        $0.python = PythonProject(module: "shop", interpreter: ".venv/bin/python")
        $0.unknownPrograms = [".venv/bin/python"]
      }, .init())
    #expect(ignored.unmade == ".venv/bin/python" && ignored.interpreterInPath == "python3")
    let bare = try Scaffold(.python, in: surroundings(), .init())
    #expect(try self.scenario(bare).stories.map(\.name) == ["example"])
    #expect(try !text("Performance/driver.py", of: bare).contains("import_module"))
    #expect(bare.notes[0].contains("at 'def example'"))
  }

  @Test func `a JavaScript project gets a driver that imports its module`() throws {
    let scaffold = try Scaffold(
      .javascript,
      in: surroundings {
        $0.javaScript = JavaScriptProject(name: "@us/shop", module: "lib/shop.js")
      }, .init())
    let scenario = try scenario(scaffold)
    #expect(scenario.name == "us-shop" && scenario.stories.map(\.name) == ["start", "example"])
    #expect(scenario.builds.map(\.origin) == [.command(["node", "driver.mjs"])])
    let driver = try text("Performance/driver.mjs", of: scaffold)
    #expect(driver.contains(#"await import("../lib/shop.js")"#))
    #expect(driver.contains("\n// Made by 'rehearse init' ("))
    let kit = try String(
      contentsOfFile: Repository.path("Kits/javascript/rehearse-driver.mjs"), encoding: .utf8)
    #expect(try text("Performance/rehearse-driver.mjs", of: scaffold).hasPrefix(kit))
    let bare = try Scaffold(.javascript, in: surroundings(), .init())
    #expect(try self.scenario(bare).stories.map(\.name) == ["example"])
    #expect(bare.notes[0].hasPrefix("No package.json names a module of yours"))
  }

  @Test func `the words of a command are adapted to lead from a run's folder to the same files`()
    throws
  {
    let folder = try ScratchFolder()
    for file in ["data/in.csv", "words.txt", "tool.py", "inner/a"] { try folder.add(file, "") }
    func steps(_ command: String) throws -> (words: [String]?, files: [String], name: String) {
      let scaffold = try Scaffold(
        .command, in: surroundings { $0.folder = folder.path },
        .init(command: try CommandInput(command)))
      let scenario = try scenario(scaffold)
      return (scenario.stories[0].steps[0].command?.words, scenario.files, scenario.name)
    }
    var found = try steps("./build/tool data/in.csv --list=words.txt no -x=1 inner")
    #expect(
      found.words
        == ["../build/tool", "in.csv", "--list=words.txt", "no", "-x=1", "${scenario}/../inner"])
    #expect(found.files == ["../data/in.csv", "../words.txt"] && found.name == "tool")
    found = try steps(#"python3 -O tool.py "a b" '"q"\'"#)
    #expect(found.words == ["python3", "-O", "${scenario}/../tool.py", "a b", "\"q\"\\"])
    #expect(found.files == [] && found.name == "tool")
    found = try steps("/usr/bin/sort /etc/hosts")
    #expect(found.words == ["/usr/bin/sort", "/etc/hosts"] && found.files == [])
    // Two files of one name can't both be copied.
    try folder.add("other/in.csv", "")
    found = try steps("diff data/in.csv other/in.csv")
    #expect(found.words == ["diff", "in.csv", "${scenario}/../other/in.csv"])
    // A variable of the shell is none of Rehearse's.
    #expect(try steps("awk 'END { print ${x} }' words.txt").words?[1] == "END { print $${x} }")
  }

  @Test func `a CI job is written where the repository keeps its jobs`() throws {
    let inner = try Scaffold(
      .python, in: surroundings { $0.folder = "/home/me/words/apps/shop" }, .init())
    let job = try text("../../.github/workflows/performance.yml", of: inner)
    #expect(job.contains("scenario: shop.yml, working-directory: apps/shop/Performance, "))
    #expect(job.contains("      - uses: OWNER/rehearse@main") && job.contains("in place of OWNER"))
    #expect(!job.contains("container:"))
    #expect(job.contains("      # What your project is built and run with belongs here, too.\n"))
    // The action fetches what it compares with.
    #expect(!job.contains("fetch-depth") && job.contains("cancel-in-progress: true }\n"))
    let swift = try Scaffold(
      .swift, in: surroundings { $0.package = Self.package }, .init(rehearse: "/opt/rehearse"))
    #expect(
      try text(".github/workflows/performance.yml", of: swift).contains("container: swift:6."))
    let known = try Scaffold(
      .swift, in: surroundings { $0.package = Self.package },
      .init(rehearse: "https://github.com/us/rehearse.git", version: "1.2"))
    let knownJob = try text(".github/workflows/performance.yml", of: known)
    #expect(known.jobStep.hasPrefix("      - uses: us/rehearse@v1.2\n"))
    #expect(
      known.jobStep.hasSuffix(
        "{ scenario: words.yml, working-directory: Performance, name: words, max-time: 15 min }"))
    #expect(knownJob.contains("uses: us/rehearse@v1.2\n") && !knownJob.contains("OWNER"))
    #expect(knownJob.contains("REHEARSE: https://github.com/us/rehearse\n"))
    let gitLab = try Scaffold(.python, in: surroundings { $0.service = .gitLab }, .init())
    #expect(!gitLab.files.contains { $0.path.string.contains("workflows") })
    #expect(
      gitLab.snippet?.contains("    - cd Performance\n    - rehearse check words.yml") == true)
    let spaced = try Scaffold(
      .python,
      in: surroundings {
        $0.folder = "/home/me/words/my shop"
        $0.service = .gitLab
      }, .init())
    for end in ["\n", " && rehearse report latest"] {
      #expect(spaced.snippet?.contains("    - cd 'my shop/Performance'\(end)") == true, "\(end)")
    }
    // As Docs/how-to/ci.md has it.
    let released = try Scaffold(
      .swift,
      in: surroundings {
        $0.package = Self.package
        $0.service = .gitLab
      }, .init(rehearse: "/opt/rehearse", version: "1.2"))
    for line in [
      "  image: swift:6.3-bookworm\n", "REHEARSE: \"https://github.com/OWNER/rehearse\" }\n",
      "cache], when: always }\n",
      "https://github.com/OWNER/rehearse/releases/download/v1.2/rehearse_1.2_amd64.deb\n",
      "https://github.com/OWNER/rehearse/releases/download/v1.2/rehearse-users_1.2_amd64.deb\n",
      " ./rehearse_1.2_amd64.deb ./rehearse-users_1.2_amd64.deb\n",
      "--against \"${CI_MERGE_REQUEST_TARGET_BRANCH_SHA:-$CI_MERGE_REQUEST_DIFF_BASE_SHA}\" ",
    ] {
      #expect(released.snippet?.contains(line) == true, "\(line)")
    }
    #expect(gitLab.snippet?.contains("  image: debian:12\n") == true)
    #expect(gitLab.snippet?.contains("{{") == false)
    let alone = try Scaffold(.python, in: surroundings { $0.repository = nil }, .init())
    #expect(!alone.files.contains { $0.path.string.contains("workflows") })
    #expect(alone.notes.last?.contains("'git init'") == true)
  }

  @Test(arguments: [
    ("with: { scenario: map.yml, working-directory: services/b/Performance }", true),
    ("with: { scenario: map.yml, working-directory: ./services/b/Performance }", true),
    ("run: rehearse check services/b/Performance/map.yml", true),
    ("with: { scenario: map.yml, working-directory: services/a/Performance }", false),
    ("with: { scenario: map.yml, working-directory: Performance }", false),
    ("with: { scenario: map.yml, working-directory: more/services/b/Performance }", false),
    ("with: { scenario: stream-map.yml, working-directory: services/b/Performance }", false),
    ("run: rehearse check services/b/Performance/map.yml.old", false),
    ("# run: rehearse check services/b/Performance/map.yml", false),
    (
      "with: { scenario: map.yml }\n      - with: { working-directory: services/b/Performance }",
      false
    ),
  ])
  func `a job checks a scenario if a step names it and its folder`(
    _ step: String, _ isChecked: Bool
  ) throws {
    let scaffold = try Scaffold(
      .python, in: surroundings { $0.folder = "/home/me/words/services/b" }, .init(name: "map"))
    let job = "jobs:\n  check:\n    steps:\n      - uses: actions/checkout@v4\n      - \(step)\n"
    #expect(scaffold.isChecked(by: job) == isChecked)
    #expect(
      try scaffold.isChecked(by: text("../../.github/workflows/performance.yml", of: scaffold))
    )
    #expect(scaffold.isChecked(by: job + "\n" + scaffold.jobStep))
  }

  @Test func `a written file shows whether somebody changed it`() throws {
    let scaffold = try Scaffold(.python, in: surroundings(), .init())
    let file = try #require(scaffold.files.first)
    #expect(file.standing(of: file.text) == .same)
    var other = file
    other.content += "# more\n"
    #expect(file.standing(of: other.text) == .made)
    #expect(file.standing(of: "# mine\n" + file.text) == .changed)
    #expect(file.standing(of: file.text + "\n\n") == .made)
    #expect(file.standing(of: file.content) == .foreign)
    #expect(file.standing(of: "") == .foreign)
    #expect(
      file.text.hasSuffix("; --force replaces it unless it was changed.\n"))
  }
}
